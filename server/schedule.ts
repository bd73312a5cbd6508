/**
 * All that runs by itself. Daily jobs run once per business date, however many processes there are: the row in job_runs is
 * inserted first. Sweeps look for work that is due and may run at any time, in any number.
 */
import cron from 'node-cron';
import { BUSINESS_ZONE, LATEST_REQUEST_DAYS } from '#shared/business.ts';
import { addDays, dateOf, dateText } from '#shared/dates.ts';
import { expireCards } from './billing/cards.ts';
import { freezeNewsletter } from './newsletters/freeze.ts';
import { resumeNewsletters } from './newsletters/send.ts';
import { ensureNewsletters } from './newsletters/service.ts';
import { promotionToday, type SettableClock, vancouver, vancouverInstant } from './platform/clock.ts';
import type { Deps } from './platform/deps.ts';
import { reconcileCharges, retryFailedCharges } from './promotions/charge.ts';
import { ensurePromotionCounts } from './promotions/places.ts';
import { declineUnansweredPromotions } from './promotions/review.ts';
import { settleDuePromotions } from './promotions/settle.ts';

type DailyJob = {
  name: string;
  hour: number;
  minute: number;
  run: (deps: Deps, business_date: string) => Promise<unknown>;
};
type Sweep = { name: string; cron: string; run: (deps: Deps) => Promise<unknown> };

/** In Vancouver time. */
export const DAILY: readonly DailyJob[] = [
  { name: 'newsletters.freeze', hour: 10, minute: 0, run: freezeNewsletter },
  { name: 'promotions.decline_unanswered', hour: 10, minute: 1, run: declineUnansweredPromotions },
  { name: 'newsletters.calendar', hour: 10, minute: 2, run: keepCalendar },
];

export const SWEEPS: readonly Sweep[] = [
  { name: 'newsletters.resume', cron: '* * * * *', run: resumeNewsletters },
  { name: 'promotions.settle', cron: '* * * * *', run: settleDuePromotions },
  { name: 'charges.reconcile', cron: '* * * * *', run: reconcileCharges },
  { name: 'cards.expire', cron: '0 * * * *', run: expireCards },
  { name: 'charges.retry', cron: '*/15 * * * *', run: retryFailedCharges },
];

/** The days that can be booked have their places and their drafts. */
export async function keepCalendar(deps: Deps) {
  const from = promotionToday(deps.now());
  await ensurePromotionCounts({ db: deps.db, from, days: LATEST_REQUEST_DAYS + 1 });
  await ensureNewsletters(deps, from);
}

/** Starts the clockwork; answers how to stop it. */
export async function startSchedule(deps: Deps): Promise<() => Promise<void>> {
  await beginToday(deps);
  const running = new Set<Promise<unknown>>();
  const start = (name: string, work: () => Promise<unknown>) => {
    const run = work()
      .catch((error) => deps.log.error({ err: error, job: name }, 'scheduled job failed'))
      .finally(() => running.delete(run));
    running.add(run);
  };
  const tasks = [
    ...DAILY.map(({ name, hour, minute }) =>
      cron.schedule(`${minute} ${hour} * * *`, () => start(name, () => runDueDaily(deps)), { timezone: BUSINESS_ZONE }),
    ),
    ...SWEEPS.map((sweep) =>
      cron.schedule(sweep.cron, () => start(sweep.name, () => sweep.run(deps)), { timezone: BUSINESS_ZONE }),
    ),
    // What a sleep or a crash left undone.
    cron.schedule('*/5 * * * *', () => start('catch up', () => runDueDaily(deps)), { timezone: BUSINESS_ZONE }),
  ];
  start('catch up', () => runDueDaily(deps));
  return async () => {
    for (const task of tasks) await task.stop();
    await Promise.all(running);
  };
}

/** Marks what was due before the first start as done, so that a new installation has nothing to catch up. */
export async function beginToday(deps: Deps) {
  await keepCalendar(deps);
  for (const job of DAILY) {
    if (await deps.db.jobRun.count({ where: { job: job.name } })) continue;
    const at = { started_at: deps.now(), finished_at: deps.now() };
    await deps.db.jobRun.createMany({
      data: [{ job: job.name, business_date: dateOf(lastDueDate(job, deps.now())), ...at }],
      skipDuplicates: true,
    });
  }
}

const lastDueDate = ({ hour, minute }: DailyJob, now: Date) => {
  const { date } = vancouver(now);
  return vancouverInstant(date, hour, minute) <= now ? date : addDays(date, -1);
};

/**
 * Runs every daily job for every business date that is due and was not run, in order. Answers 'job date' for each. One that
 * somebody else is at work on ends it: what follows must not overtake.
 */
export async function runDueDaily(deps: Deps): Promise<string[]> {
  const ran: string[] = [];
  for (const { job, date } of await dueRuns(deps, deps.now())) {
    if (!(await runOnce(deps, job, date))) break;
    ran.push(`${job.name} ${date}`);
  }
  return ran;
}

/** The due runs in the order of their instants. */
export async function dueRuns(deps: Deps, until: Date) {
  const due: { job: DailyJob; date: string; at: Date }[] = [];
  for (const job of DAILY) {
    const last = await deps.db.jobRun.findFirst({
      where: { job: job.name, finished_at: { not: null } },
      orderBy: { business_date: 'desc' },
    });
    if (!last) continue;
    for (
      let date = addDays(dateText(last.business_date), 1);
      vancouverInstant(date, job.hour, job.minute) <= until;
      date = addDays(date, 1)
    ) {
      due.push({ job, date, at: vancouverInstant(date, job.hour, job.minute) });
    }
  }
  return due.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * For the demo and the tests: moves the clock forward through every daily job's own instant, as time would, and lets all
 * queued work end before each next step. Answers what ran, in order. Going back runs nothing.
 */
export async function advanceClock(deps: Deps, clock: SettableClock, target: Date): Promise<string[]> {
  const ran: string[] = [];
  for (let [next] = await dueRuns(deps, target); next; [next] = await dueRuns(deps, target)) {
    if (next.at > deps.now()) clock.set(next.at);
    if (!(await runOnce(deps, next.job, next.date))) break;
    ran.push(`${next.job.name} ${next.date}`, ...(await runAllDue(deps)));
  }
  clock.set(target);
  return [...ran, ...(await runAllDue(deps))];
}

async function runAllDue(deps: Deps) {
  const ran = await deps.queue.drain();
  for (const sweep of SWEEPS) {
    await sweep.run(deps);
    ran.push(sweep.name, ...(await deps.queue.drain()));
  }
  return ran;
}

const ABANDONED = '10 minutes';

/** True if this call ran it. A run that died is taken over after ten minutes. */
async function runOnce(deps: Deps, { name, run }: DailyJob, date: string): Promise<boolean> {
  const claimed = await deps.db.$executeRaw`
    insert into job_runs (job, business_date, started_at) values (${name}, ${dateOf(date)}::date, ${deps.now()})
    on conflict (job, business_date) do update set started_at = excluded.started_at
    where job_runs.finished_at is null and job_runs.started_at < excluded.started_at - ${ABANDONED}::interval`;
  if (!claimed) return false;
  await run(deps, date);
  await deps.db.jobRun.update({
    where: { job_business_date: { job: name, business_date: dateOf(date) } },
    data: { finished_at: deps.now() },
  });
  return true;
}
