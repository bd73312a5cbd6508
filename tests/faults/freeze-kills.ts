/** Chooses a newsletter's recipients with processes that die between and within ranges of readers. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { openDatabase, type Pool } from '#server/platform/database.ts';
import type { FreezeChildOptions } from './freeze-child.ts';
import { seededInt } from './kills.ts';
import { seedNewsletter } from './mail-seed.ts';
import { type ControlResult, controlResult } from './verdict.ts';

export type FreezeTrial = { databaseUrl: string; ranges: number; seed: number };
export type FreezeOutcome = { violations: string[]; starts: number; kills: number };

const READERS_PER_RANGE = 25;
const DATE = '2026-11-30';
const NOW = '2026-11-30T18:05:00Z';

/** Freezes a newsletter with processes that die at their third or fourth range, so each completes at least two. */
export async function freezeUnderKills(
  { databaseUrl, ranges, seed }: FreezeTrial,
  { forgetsCursor = false } = {},
): Promise<FreezeOutcome> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
  try {
    const id = await seedFreezingNewsletter(pool, ranges * READERS_PER_RANGE);
    const roll = seededInt(seed);
    const maxStarts = Math.ceil(ranges / 2) + 2;
    let starts = 0;
    let kills = 0;
    for (; starts < maxStarts && (await statusOf(pool, id)) === 'freezing'; starts++) {
      const kill = { atRange: 3 + roll(2), isBeforeCommit: roll(2) === 0 };
      const options = { databaseUrl, id, now: NOW, readersPerRange: READERS_PER_RANGE, kill, forgetsCursor };
      if (await runChild(options)) kills++;
    }
    return { violations: await violationsIn(pool, id, starts), starts, kills };
  } finally {
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  }
}

/** Runs the control: processes that start at the first reader must never finish. */
export async function freezeWithoutCursor(trial: FreezeTrial): Promise<ControlResult> {
  const { violations } = await freezeUnderKills(trial, { forgetsCursor: true });
  return controlResult(violations.length > 0);
}

/** Creates a newsletter whose deals are final. A third of the readers have no category, so no deal matches them. */
async function seedFreezingNewsletter(pool: Pool, readers: number): Promise<number> {
  await pool.query('truncate readers, reader_categories, deliveries, newsletters restart identity cascade');
  const id = await seedNewsletter(pool, { readers, deals: 60, date: DATE });
  await pool.query('truncate deliveries');
  await pool.query(`update newsletters set status = 'freezing', deliveries_total = 0 where id = $1`, [id]);
  await pool.query('delete from reader_categories where reader_id % 3 = 0');
  return id;
}

/** Runs the process; returns true if it was killed. */
async function runChild(options: FreezeChildOptions): Promise<boolean> {
  const flags = ['--disable-warning=ExperimentalWarning', 'tests/faults/freeze-child.ts', JSON.stringify(options)];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<[number | null, string | null]>((resolve) => {
    child.once('exit', (code, signal) => resolve([code, signal]));
  });
  const errors = await text(child.stderr);
  const [code, signal] = await ended;
  if (signal === null && code !== 0) throw new Error(`the process ended with ${code}: ${errors}`);
  return signal === 'SIGKILL';
}

async function statusOf(pool: Pool, id: number): Promise<string> {
  const { rows } = await pool.query<{ status: string }>('select status from newsletters where id = $1', [id]);
  return rows[0]!.status;
}

async function violationsIn(pool: Pool, id: number, starts: number): Promise<string[]> {
  const { rows } = await pool.query<Record<'missing' | 'unwanted' | 'rows' | 'total' | 'jobs', number>>(
    `select
       (select count(*)::int from readers r where r.id % 3 <> 0
         and not exists (select from deliveries where newsletter_id = $1 and reader_id = r.id)) as missing,
       (select count(*)::int from deliveries where newsletter_id = $1 and reader_id % 3 = 0) as unwanted,
       (select count(*)::int from deliveries where newsletter_id = $1) as rows,
       (select deliveries_total from newsletters where id = $1) as total,
       (select count(*)::int from pgboss.job where name = 'newsletters.send' and data ->> 'id' = $1::text) as jobs`,
    [id],
  );
  const { missing, unwanted, rows: count, total, jobs } = rows[0]!;
  const status = await statusOf(pool, id);
  return [
    ...(status === 'frozen' ? [] : [`after ${starts} starts the newsletter is ${status}`]),
    ...(missing ? [`${missing} readers were lost`] : []),
    ...(unwanted ? [`${unwanted} readers without a matching deal were chosen`] : []),
    ...(count === total ? [] : [`${total} recipients are counted, but ${count} exist`]),
    ...(status !== 'frozen' || jobs === 1 ? [] : [`the newsletter was queued for sending ${jobs} times`]),
  ];
}
