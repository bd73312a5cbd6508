/** The database that the configuration names, for a command: the embedded one is started if it does not run, and left as it was. */
import { join } from 'node:path';
import type { Config } from '#server/platform/config.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';

export async function configuredDatabase(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, close: async () => {} };
  const embedded = await startEmbeddedPostgres(join(config.DECKLE_DATA_DIR, 'postgres'));
  return {
    url: embedded.url('postgres'),
    close: async () => {
      if (!embedded.wasRunning) await embedded.stop();
    },
  };
}
