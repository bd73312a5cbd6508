/** The choice of a newsletter's recipients under kills. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/database.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { migrate } from '#server/platform/migrations.ts';
import { seedReference } from '../../prisma/seed/reference.ts';
import { freezeUnderKills, freezeWithoutCursor } from './freeze-kills.ts';

const CONTROL_RANGES = 8;

export const promises = [{ id: 'recipients', size: 300, run }];

/** `size` is the number of ranges; every third or fourth kills its process. */
async function run(size: number, seed: number) {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-faults-'));
  const postgres = await startEmbeddedPostgres(folder);
  try {
    const databaseUrl = postgres.url('postgres');
    await migrate(databaseUrl);
    const { db, pool } = openDatabase(databaseUrl);
    await seedReference({ db });
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    const { violations, ...counts } = await freezeUnderKills({ databaseUrl, ranges: size, seed });
    for (const violation of violations) console.error(violation);
    const control = await freezeWithoutCursor({ databaseUrl, ranges: CONTROL_RANGES, seed });
    return { n: size, violations: violations.length, control, notes: JSON.stringify(counts) };
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
