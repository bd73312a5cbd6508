/**
 * Process of the schedule race, with separate connections and a separate clock. It receives the time, runs due jobs
 * with server/platform/daily.ts, and logs the start and end of each run. It may be killed at any moment.
 */

import { type DailyJob, runDueDaily } from '#server/platform/daily.ts';
import { openDatabase } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';

export type ScheduleChildOptions = { databaseUrl: string };
/** `now` in ISO format. */
export type RunRequest = { run: number; now: string };
export type RunResult = { run: number; failure: string | null };

const WORK_MS = 3;

/** Jobs of the race: before the cutoff, at it, and five minutes after. */
export const JOBS = [
  { name: 'remind', hour: 8, minute: 0 },
  { name: 'freeze', hour: 10, minute: 0 },
  { name: 'weekly', hour: 10, minute: 5 },
] as const;

if (process.argv[1] === import.meta.filename) await runChild(JSON.parse(process.argv[2]!) as ScheduleChildOptions);

async function runChild({ databaseUrl }: ScheduleChildOptions) {
  const { db, pool } = openDatabase(databaseUrl, { connections: 4 });
  let now = new Date(0);
  const deps = { db, pool, now: () => now } as Deps;
  await pool.query('select 1');
  process.on('message', async (message: RunRequest) => {
    now = new Date(message.now);
    const failure = await runDueDaily(deps, JOBS.map(recordingJob)).then(
      () => null,
      (error) => String(error),
    );
    process.send!({ run: message.run, failure } satisfies RunResult);
  });
  process.on('disconnect', () => process.exit());
  process.send!('ready');
}

function recordingJob(job: (typeof JOBS)[number]): DailyJob {
  const logPhase = ({ pool }: Deps, date: string, phase: 'begin' | 'end') =>
    pool.query('insert into race_log (job, business_date, pid, phase) values ($1, $2, $3, $4)', [
      job.name,
      date,
      process.pid,
      phase,
    ]);
  return {
    ...job,
    run: async (deps, date) => {
      await logPhase(deps, date, 'begin');
      await new Promise((resolve) => setTimeout(resolve, WORK_MS));
      await logPhase(deps, date, 'end');
    },
  };
}
