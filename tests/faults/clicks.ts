/** The promises about clicks: M8 (who is billed) and E1 (what is answered is stored). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/database.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { migrate } from '#server/platform/migrations.ts';
import { seedReference } from '../../prisma/seed/reference.ts';
import { crowdTrial, crowdWithoutEvidence } from './clicks-crowd.ts';
import { answeredFirst, clickKillsTrial } from './clicks-kills.ts';

const CONTROL_KILLS = 2;

export const promises = [
  { id: 'M8', size: 50_000, run: crowd },
  { id: 'E1', size: 100, run: kills },
];

/** `size`: clicks. */
async function crowd(size: number, seed: number) {
  const { violations, ...counts } = crowdTrial(size, seed);
  return verdict(size, violations, crowdWithoutEvidence(size, seed), JSON.stringify(counts));
}

/** `size`: kills. */
async function kills(size: number, seed: number) {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-faults-'));
  const postgres = await startEmbeddedPostgres(folder);
  try {
    const databaseUrl = postgres.url('postgres');
    await migrate(databaseUrl);
    const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
    await seedReference({ db });
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    const { violations, ...counts } = await clickKillsTrial({ databaseUrl, kills: size, seed });
    const control = await answeredFirst({ databaseUrl, kills: CONTROL_KILLS, seed });
    return verdict(size, violations, control, JSON.stringify(counts));
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function verdict(n: number, violations: readonly string[], control: 'red' | 'green', notes: string) {
  for (const violation of violations.slice(0, 20)) console.error(violation);
  return { n, violations: violations.length, control, notes };
}
