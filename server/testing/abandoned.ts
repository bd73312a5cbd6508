/** Removes the clusters of killed test runs. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { isAlive } from '../platform/process-registry.ts';
import { tempRoots } from './temp-root.ts';

export const PREFIX = 'deckle-test-';

/** Runs before a folder is chosen: clusters in memory may have left too little space there for the last runs. */
export async function removeAbandoned() {
  const folders = tempRoots().flatMap((root) => readdirSync(root).map((name) => ({ name, folder: join(root, name) })));
  for (const { folder } of folders.filter(({ name }) => name.startsWith(PREFIX))) {
    const owner = existsSync(join(folder, 'owner')) ? Number(readFileSync(join(folder, 'owner'), 'utf8')) : 0;
    if (!owner || isAlive(owner)) continue;
    if (existsSync(join(folder, 'cluster/postmaster.pid'))) await (await startEmbeddedPostgres(folder)).stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
