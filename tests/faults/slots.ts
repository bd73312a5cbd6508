/** The promises about slots: S1 (nobody books what is taken) and S2 (what is let go is free at once). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/database.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { migrate } from '#server/platform/migrations.ts';
import { seedReference } from '../../prisma/seed/reference.ts';
import { freeWithoutGuard, slotsAreFree } from './slots-free.ts';
import { raceForSlots, raceWithoutGuard } from './slots-race.ts';

const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };
const PROCESSES = 3;
const CONTROL = { attempts: 600, sequences: 16 };

export const promises = [
  { id: 'S1', size: 10_000, run: takenOnce },
  { id: 'S2', size: 2_000, run: freeAgain },
];

/** `size`: attempts on fifty slots. */
async function takenOnce(size: number, seed: number) {
  const trial = { attempts: size, processes: PROCESSES, seed };
  const { violations, answers } = await onOwnDatabase((databaseUrl) => raceForSlots({ databaseUrl, ...trial }));
  const control = await onOwnDatabase((databaseUrl) =>
    raceWithoutGuard({ databaseUrl, ...trial, attempts: CONTROL.attempts }),
  );
  return verdict(size, violations, control, JSON.stringify(answers));
}

/** `size`: sequences of taking a slot and letting it go. */
async function freeAgain(size: number, seed: number) {
  const trial = { sequences: size, processes: PROCESSES, seed };
  const { violations, ends, slowestMs } = await onOwnDatabase((databaseUrl) => slotsAreFree({ databaseUrl, ...trial }));
  const control = await onOwnDatabase((databaseUrl) =>
    freeWithoutGuard({ databaseUrl, ...trial, sequences: CONTROL.sequences }),
  );
  return verdict(size, violations, control, `slowest ${Math.round(slowestMs)} ms; ${JSON.stringify(ends)}`);
}

function verdict(n: number, violations: readonly string[], control: 'red' | 'green', notes: string) {
  for (const violation of violations.slice(0, 20)) console.error(violation);
  return { n, violations: violations.length, control, notes };
}

async function onOwnDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-faults-'));
  const postgres = await startEmbeddedPostgres(folder, FAST);
  try {
    const databaseUrl = postgres.url('postgres');
    await migrate(databaseUrl);
    const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
    await seedReference({ db });
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    return await work(databaseUrl);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
