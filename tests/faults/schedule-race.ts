/**
 * Schedule race: five processes run for many simulated days on one database. Their clocks are up to two hours off,
 * some are killed at random moments, and sometimes all are paused for days.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { initializeJobs } from '#server/platform/daily.ts';
import { openDatabase, type Pool } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type Random, seededRandom } from '#server/platform/random.ts';
import { addDays } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { JOBS, type RunRequest, type RunResult, type ScheduleChildOptions } from './schedule-child.ts';
import { type LogRow, violationsIn } from './schedule-verdict.ts';

const PROCESSES = 5;
const FIRST_DATE = '2026-12-01';
const SKEW_HOURS = 2;
const PAUSE_DAYS = 3;
/** Percentages of days on which a process is killed, and of days that follow a pause of all processes. */
const KILL_PERCENT = 4;
const PAUSE_PERCENT = 3;
/** UTC hours at which all processes check: around each job's time, and late enough for the slowest clock. */
const POLL_HOURS = [15, 16, 17, 18, 20];

export type Race = { databaseUrl: string; days: number; seed: number };
export type ScheduleRaceOutcome = { runs: number; kills: number; pauses: number; violations: string[] };

export async function race({ databaseUrl, days, seed }: Race): Promise<ScheduleRaceOutcome> {
  const random = seededRandom(seed);
  const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
  await prepare({ db, pool, now: () => new Date(`${FIRST_DATE}T14:00:00Z`) } as Deps);
  const processes = await Promise.all(Array.from({ length: PROCESSES }, () => startProcess({ databaseUrl })));
  const killedPids = new Set<number>();
  let pauses = 0;
  try {
    for (let day = 0; day < days; day++) {
      const isPaused = day + PAUSE_DAYS < days && random.chance(PAUSE_PERCENT / 100);
      if (isPaused) {
        pauses += 1;
        day += PAUSE_DAYS;
      }
      const killHour = random.chance(KILL_PERCENT / 100) ? random.pick(POLL_HOURS) : null;
      for (const hour of POLL_HOURS) {
        const polls = pollAll(processes, timeOf(day, hour), random);
        if (hour === killHour) await killOne(processes, killedPids, { databaseUrl, pool, random });
        await polls;
      }
    }
    // The remaining processes finish jobs that the last killed process left.
    for (const child of processes) await poll(child, timeOf(days - 1, 22));
    const log = await pool.query<LogRow>(
      `select l.id::int, l.job, l.business_date::text as date, l.pid, l.phase from race_log l order by l.id`,
    );
    const unfinished = await pool.query<{ job: string; date: string }>(
      `select job, business_date::text as date from job_runs where finished_at is null`,
    );
    return {
      runs: log.rows.filter(({ phase }) => phase === 'end').length,
      kills: killedPids.size,
      pauses,
      violations: violationsIn(log.rows, { expected: requiredRuns(days), killedPids, unfinished: unfinished.rows }),
    };
  } finally {
    for (const { child } of processes) child.kill('SIGKILL');
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  }
}

/** Clears earlier runs and leases, creates the race's log, and marks each job's last due run as done. */
async function prepare(deps: Deps) {
  await deps.pool.query(`
    truncate job_runs, leases;
    create table if not exists race_log (
      id bigserial primary key, job text not null, business_date date not null, pid int not null, phase text not null);
    truncate race_log`);
  await initializeJobs(
    deps,
    JOBS.map((job) => ({ ...job, run: async () => null })),
  );
}

const dateOfDay = (day: number) => addDays(FIRST_DATE, day);
const timeOf = (day: number, hour: number) => new Date(`${dateOfDay(day)}T${String(hour).padStart(2, '0')}:00:00Z`);

/** Returns every required run as 'job date', in order. */
const requiredRuns = (days: number) =>
  Array.from({ length: days }, (_, day) => JOBS.map(({ name }) => `${name} ${dateOfDay(day)}`)).flat();

type RaceProcess = { child: ChildProcess; hasExited: boolean };

async function startProcess(options: ScheduleChildOptions): Promise<RaceProcess> {
  const file = fileURLToPath(new URL('./schedule-child.ts', import.meta.url));
  const flags = ['--disable-warning=ExperimentalWarning', file, JSON.stringify(options)];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const raceProcess = { child, hasExited: false };
  child.once('exit', () => {
    raceProcess.hasExited = true;
  });
  await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (raceProcess.hasExited) throw new Error('a process of the race didn’t start');
  return raceProcess;
}

let lastRunNumber = 0;

/** Makes all processes check at the same time, each with a different wrong clock. */
const pollAll = (processes: readonly RaceProcess[], now: Date, random: Random) => {
  const skews = processes.map(() => Math.round((2 * random.fraction() - 1) * SKEW_HOURS * HOUR_MS));
  return Promise.all(processes.map((raceProcess, i) => poll(raceProcess, new Date(now.getTime() + skews[i]!))));
};

/** Makes a process check for due jobs. Resolves when it replies or exits; rejects if it reports a failure. */
async function poll({ child }: RaceProcess, now: Date) {
  const run = ++lastRunNumber;
  await new Promise<void>((resolve, reject) => {
    const onMessage = (message: RunResult) => {
      if (message.run !== run) return;
      stop();
      if (message.failure) reject(new Error(message.failure));
      else resolve();
    };
    const onExit = () => {
      stop();
      resolve();
    };
    const stop = () => {
      child.off('message', onMessage);
      child.off('exit', onExit);
    };
    child.on('message', onMessage);
    child.on('exit', onExit);
    child.send({ run, now: now.toISOString() } satisfies RunRequest);
  });
}

const MAX_KILL_DELAY_MS = 12;

/** Kills a process at a random moment after all began to check, and starts a replacement. */
async function killOne(
  processes: RaceProcess[],
  killedPids: Set<number>,
  { databaseUrl, pool, random }: { databaseUrl: string; pool: Pool; random: Random },
) {
  const index = random.between(0, processes.length - 1);
  const { child } = processes[index]!;
  await new Promise((resolve) => setTimeout(resolve, random.fraction() * MAX_KILL_DELAY_MS));
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  killedPids.add(child.pid!);
  await exit;
  // Without this, its lease would lapse only after many simulated days.
  await pool.query(`update leases set expires_at = '-infinity' where holder like '% ' || $1`, [child.pid]);
  processes[index] = await startProcess({ databaseUrl });
}

/** For the control: lets every process acquire every lease. */
export const disableLeases = (pool: Pool) => pool.query('alter table leases drop constraint leases_pkey');
