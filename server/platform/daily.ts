/**
 * Scheduler of daily jobs: runs each once per date in Vancouver, in order, regardless of the number of processes, their
 * clocks, and downtime. server/schedule.ts lists the jobs.
 * See docs/decisions/0055-daily-jobs-once-per-date.md.
 */
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import { vancouverInstant, vancouverTime } from './clock.ts';
import { requireCorrectClock } from './clock-check.ts';
import type { Deps } from './deps.ts';
import { fencedDatabase, LeaseLostError, whileLeased } from './leases.ts';

/**
 * A job that runs once a day, at the given time in Vancouver. `run_date` is the Vancouver date on which the run is
 * due, even if it runs later.
 */
export type DailyJob = {
  name: string;
  hour: number;
  minute: number;
  run: (deps: Deps, run_date: string) => Promise<unknown>;
};

/** Marks the last due run of each new job as done, so that a new installation or version has nothing to catch up on. */
export async function initializeJobs({ db, now }: Pick<Deps, 'db' | 'now'>, jobs: readonly DailyJob[]) {
  const known = new Set((await db.jobRun.groupBy({ by: ['job'] })).map(({ job }) => job));
  const at = { started_at: now(), finished_at: now() };
  const data = jobs
    .filter(({ name }) => !known.has(name))
    .map((job) => ({ job: job.name, business_date: parseDate(lastDueDate(job, now())), ...at }));
  if (data.length) await db.jobRun.createMany({ data, skipDuplicates: true });
}

const lastDueDate = ({ hour, minute }: DailyJob, now: Date) => {
  const { date } = vancouverTime(now);
  return vancouverInstant(date, hour, minute) <= now ? date : addDays(date, -1);
};

/**
 * Runs every daily job for every due date, in order, and returns 'job date' for each run. Stops if another process is
 * running a job, because later runs must not overtake it. A failed date blocks neither the job's later dates nor other
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

/** The due runs in chronological order: failed or interrupted dates, and those after the last completed one. */
export async function dueRuns(deps: Pick<Deps, 'db'>, until: Date, jobs: readonly DailyJob[]) {
  const lastByJob = await lastFinished(deps);
  const unfinished = await deps.db.jobRun.findMany({ where: { finished_at: null } });
  const due = jobs.flatMap((job) => {
    const lastDate = lastByJob.get(job.name);
    if (!lastDate) return [];
    const run = (date: string) => ({ job, date, at: vancouverInstant(date, job.hour, job.minute) });
    const runs = unfinished
      .filter(({ job: name, business_date }) => name === job.name && toIsoDate(business_date) < lastDate)
      .map(({ business_date }) => run(toIsoDate(business_date)));
    for (let next = run(addDays(lastDate, 1)); next.at <= until; next = run(addDays(next.date, 1))) runs.push(next);
    return runs;
  });
  return due.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The last completed date by job. */
async function lastFinished({ db }: Pick<Deps, 'db'>): Promise<Map<string, string>> {
  const rows = await db.jobRun.groupBy({
    by: ['job'],
    where: { finished_at: { not: null } },
    _max: { business_date: true },
  });
  return new Map(rows.map(({ job, _max }) => [job, toIsoDate(_max.business_date!)]));
}

const SCHEDULE = 'schedule';

/**
 * Runs a job under a lease, regardless of the processes' clocks. When a process dies, another one continues once the
 * lease has lapsed. A process that was paused until another one took over starts no further transaction of the job. A
 * run that died or failed has no end time in its row and is run again.
 */
export async function runOnce(deps: Deps, { name, run }: DailyJob, date: string): Promise<'ran' | 'done' | 'busy'> {
  const outcome = await whileLeased(deps.pool, SCHEDULE, async (lease) => {
    const leased = { ...deps, db: fencedDatabase(deps.db, lease) };
    if (!(await startRun(leased, name, date))) return 'done';
    await runAndRecord(leased, name, date, () => run(leased, date));
    return 'ran';
  });
  return outcome ?? 'busy';
}

/** Records the start of a run; false if the run has already been completed. */
async function startRun(deps: Pick<Deps, 'db' | 'now'>, name: string, date: string): Promise<boolean> {
  const started = await deps.db.$transaction(
    (tx) => tx.$executeRaw`
      insert into job_runs (job, business_date, started_at) values (${name}, ${parseDate(date)}::date, ${deps.now()})
      on conflict (job, business_date) do update set started_at = excluded.started_at, failure = null
      where job_runs.finished_at is null`,
  );
  return started === 1;
}

/** Runs the job and records its end or failure, unless another process has taken over. */
async function runAndRecord(deps: Pick<Deps, 'db' | 'now'>, job: string, date: string, run: () => Promise<unknown>) {
  const where = { job, business_date: parseDate(date), finished_at: null };
  const record = (data: { failure: string } | { finished_at: Date }) =>
    deps.db.$transaction((tx) => tx.jobRun.updateMany({ where, data }));
  try {
    await run();
  } catch (error) {
    await record({ failure: String((error as Error)?.message ?? error).slice(0, 500) }).catch(ignoreLostLease);
    throw error;
  }
  await record({ finished_at: deps.now() });
}

function ignoreLostLease(error: unknown) {
  if (!(error instanceof LeaseLostError)) throw error;
}
