/** A cluster of a trial's own, migrated and with the reference data, as durable as a real one unless it is told otherwise; gone when the trial ends. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/database.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { migrate } from '#server/platform/migrations.ts';
import { seedReference } from '../../prisma/seed/reference.ts';

type OwnDatabase = {
  databaseUrl: string;
  /** Ends it as a power cut would (Postgres calls it an immediate shutdown) and starts it again. */
  restart(): Promise<void>;
};

/** `settings`: of postgresql.conf. */
export async function onOwnDatabase<T>(
  work: (database: OwnDatabase) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-faults-'));
  const postgres = await startEmbeddedPostgres(folder, settings);
  try {
    const databaseUrl = postgres.url('postgres');
    await migrate(databaseUrl);
    const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
    await seedReference({ db });
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    const restart = async () => {
      await crash(join(postgres.directory, 'cluster/postmaster.pid'));
      await startEmbeddedPostgres(folder, settings);
    };
    return await work({ databaseUrl, restart });
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function crash(pidFile: string) {
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGQUIT');
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
