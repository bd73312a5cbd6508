/**
 * Scheduler of daily jobs: runs each once per business date, in order, regardless of the number of processes, their
 * clocks, and downtime. server/schedule.ts lists the jobs.
 * See docs/decisions/0055-daily-jobs-once-per-date.md.
 */
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import { vancouver, vancouverInstant } from './clock.ts';
import { requireCorrectClock } from './clock-check.ts';
import type { Deps } from './deps.ts';

/** A job that runs once a day, at that time in Vancouver. */
export type DailyJob = {
  name: string;
  hour: number;
  minute: number;
  run: (deps: Deps, business_date: string) => Promise<unknown>;
};

/** Marks everything due before the first start as done, so that a new installation has nothing to catch up on. */
export async function initializeJobs(deps: Pick<Deps, 'db' | 'now'>, jobs: readonly DailyJob[]) {
  for (const job of jobs) {
    if (await deps.db.jobRun.count({ where: { job: job.name } })) continue;
    const at = { started_at: deps.now(), finished_at: deps.now() };
    await deps.db.jobRun.createMany({
      data: [{ job: job.name, business_date: parseDate(lastDueDate(job, deps.now())), ...at }],
      skipDuplicates: true,
    });
  }
}

const lastDueDate = ({ hour, minute }: DailyJob, now: Date) => {
  const { date } = vancouver(now);
  return vancouverInstant(date, hour, minute) <= now ? date : addDays(date, -1);
};

/**
 * Runs every daily job for every due business date, in order, and returns 'job date' for each. Stops if another process
 * is running one, because later runs must not overtake it. A failed date blocks neither the job's later dates nor other
 * jobs, and is retried at the next check; the first error is thrown at the end. Refuses to run on a machine whose clock
 * is wrong.
 */
export async function runDueDaily(deps: Deps, jobs: readonly DailyJob[]): Promise<string[]> {
  await requireCorrectClock(deps);
  const ran: string[] = [];
  const failures: unknown[] = [];
  for (const { job, date } of await dueRuns(deps, deps.now(), jobs)) {
    const outcome = await runOnce(deps, job, date).catch((error) => {
      failures.push(error);
    });
    if (outcome === 'busy') break;
    if (outcome === 'ran') ran.push(`${job.name} ${date}`);
  }
  if (failures.length) throw failures[0];
  return ran;
}

/** The due runs in chronological order: dates that failed, and those after the last completed one. */
export async function dueRuns(deps: Pick<Deps, 'db'>, until: Date, jobs: readonly DailyJob[]) {
  const last = await lastFinished(deps);
  const failed = await deps.db.jobRun.findMany({ where: { finished_at: null } });
  const due = jobs.flatMap((job) => {
    const before = last.get(job.name);
    if (!before) return [];
    const run = (date: string) => ({ job, date, at: vancouverInstant(date, job.hour, job.minute) });
    const runs = failed
      .filter(({ job: name, business_date }) => name === job.name && toIsoDate(business_date) < before)
      .map(({ business_date }) => run(toIsoDate(business_date)));
    for (let next = run(addDays(before, 1)); next.at <= until; next = run(addDays(next.date, 1))) runs.push(next);
    return runs;
  });
  return due.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The last completed business date by job. */
async function lastFinished({ db }: Pick<Deps, 'db'>): Promise<Map<string, string>> {
  const rows = await db.jobRun.groupBy({
    by: ['job'],
    where: { finished_at: { not: null } },
    _max: { business_date: true },
  });
  return new Map(rows.map(({ job, _max }) => [job, toIsoDate(_max.business_date!)]));
}

/** Unique among our advisory locks. */
const SCHEDULE_LOCK = 7_215_001;

/**
 * Runs a job under a lock that belongs to a connection: when a process dies, its connection ends and another process
 * can continue right away, regardless of their clocks. A run that died or failed has no end time in its row and is run
 * again.
 */
export async function runOnce(deps: Deps, { name, run }: DailyJob, date: string): Promise<'ran' | 'done' | 'busy'> {
  const holder = await deps.pool.connect();
  let isBroken = false;
  // Without a listener, the end of an idle connection would crash the process.
  const onError = () => {
    isBroken = true;
  };
  holder.on('error', onError);
  try {
    const { rows } = await holder.query('select pg_try_advisory_lock($1) as locked', [SCHEDULE_LOCK]);
    if (!rows[0].locked) return 'busy';
    if (!(await startRun(deps, name, date))) return 'done';
    await runAndRecord(deps, name, date, () => run(deps, date));
    return 'ran';
  } finally {
    await holder.query('select pg_advisory_unlock_all()').catch(onError);
    holder.off('error', onError);
    holder.release(isBroken);
  }
}

/** Records the start of a run; false if the run has already been completed. */
async function startRun(deps: Pick<Deps, 'db' | 'now'>, name: string, date: string): Promise<boolean> {
  const started = await deps.db.$executeRaw`
    insert into job_runs (job, business_date, started_at) values (${name}, ${parseDate(date)}::date, ${deps.now()})
    on conflict (job, business_date) do update set started_at = excluded.started_at, failure = null
    where job_runs.finished_at is null`;
  return started === 1;
}

/**
 * Runs the job and records its end or failure. If another process has already finished the run, because this one was
 * presumed dead, the row stays unchanged.
 */
async function runAndRecord(deps: Pick<Deps, 'db' | 'now'>, job: string, date: string, run: () => Promise<unknown>) {
  const where = { job, business_date: parseDate(date), finished_at: null };
  try {
    await run();
  } catch (error) {
    const failure = String((error as Error)?.message ?? error).slice(0, 500);
    await deps.db.jobRun.updateMany({ where, data: { failure } });
    throw error;
  }
  await deps.db.jobRun.updateMany({ where, data: { finished_at: deps.now() } });
}
