/**
 * Scheduled work. Daily jobs run once per date, with any number of processes (platform/daily.ts). Sweeps look for due
 * work, and may run at any time and in parallel.
 */
import cron from 'node-cron';
import { BUSINESS_ZONE, MAX_BOOKING_DAYS_AHEAD, WEEKLY_MINUTE } from '#shared/business.ts';
import { settleAbandoned } from './ai/budget.ts';
import { expireCards } from './billing/cards.ts';
import { COMPARE_LEDGER, compareLedger } from './billing/ledger-comparison.ts';
import { recountWords } from './books/vocabulary.ts';
import { archiveLastMonth } from './clicks/archive.ts';
import { purgeClicks } from './clicks/months.ts';
import { maintainDeliveries } from './newsletters/delivery-partitions.ts';
import { endPaused } from './newsletters/end.ts';
import { freezeNewsletter, freezeWeeklyNewsletter } from './newsletters/freeze.ts';
import { continueFreezing } from './newsletters/freeze-readers.ts';
import { alertHeld } from './newsletters/held.ts';
import { alertUnfrozen, freezeOverdue } from './newsletters/overdue.ts';
import { resumeNewsletters } from './newsletters/send.ts';
import { ensureNewsletters } from './newsletters/service.ts';
import { recapturePartners } from './partners/recapture.ts';
import { chargeDueInvoices, reconcileCharges } from './payments/charge-reconcile.ts';
import { reviewClicksOfRunningPromotions } from './payments/held-clicks.ts';
import { reconcileRefunds } from './payments/refund.ts';
import { settleDuePromotions } from './payments/settle.ts';
import { readMissedEvents } from './payments/stripe-events.ts';
import { businessDate, type SettableClock } from './platform/clock.ts';
import { requireCorrectClock } from './platform/clock-check.ts';
import { type DailyJob, dueRuns, initializeJobs, runDueDaily, runOnce } from './platform/daily.ts';
import type { Deps } from './platform/deps.ts';
import { inLogContext } from './platform/log-context.ts';
import { requeueLostEmails } from './platform/mail.ts';
import { purgeOldRows } from './platform/purge.ts';
import { purgeHistory } from './platform/purge-history.ts';
import { apologizeForPassedDates, cancelPassedPromotions } from './promotions/date-passed.ts';
import { remindPartners } from './promotions/price-reminders.ts';
import { checkPrices, warnOfTomorrowsPrices } from './promotions/price-sweep.ts';
import { declineUnansweredPromotions } from './promotions/review.ts';
import { ensurePromotionCounts } from './promotions/slots.ts';
import { warnOfUndecided } from './promotions/undecided.ts';
import { sweepWaitingList } from './promotions/waiting-sweep.ts';
import { askForPermission } from './reader-imports/permission.ts';
import { continueImports } from './reader-imports/work.ts';
import { sumReaderCounts } from './readers/active.ts';
import { countListHealth } from './readers/list-health.ts';
import { purgeOptOuts } from './readers/opt-out-log.ts';
import { finishRestore, suppressErasures } from './readers/replay.ts';
import { sunsetDormant } from './readers/sunset.ts';
import { deleteUnconfirmed } from './readers/unconfirmed.ts';
import { makeRewardsAvailable } from './referrals/due.ts';
import { sendDeliverabilityReport } from './warm-up/report.ts';
import { deliverWebhooks } from './webhooks/deliver.ts';

/** Wraps work that depends on a cutoff, and refuses it on a machine whose clock is wrong. */
const withCorrectClock = (run: (deps: Deps) => Promise<unknown>) => async (deps: Deps) => {
  await requireCorrectClock(deps);
  return run(deps);
};

type Sweep = { name: string; cron: string; run: (deps: Deps) => Promise<unknown> };

/** Hour of the nightly jobs, whose exact time doesn't matter. */
const NIGHT_HOUR = 3;

/** Times are in Vancouver time. */
export const DAILY: readonly DailyJob[] = [
  { name: COMPARE_LEDGER, hour: NIGHT_HOUR, minute: 0, run: compareLedger },
  { name: 'readers.count_list_health', hour: NIGHT_HOUR, minute: 20, run: countListHealth },
  { name: 'rows.purge', hour: NIGHT_HOUR, minute: 30, run: purgeOldRows },
  { name: 'rows.purge_history', hour: NIGHT_HOUR, minute: 32, run: purgeHistory },
  { name: 'deliveries.partition', hour: NIGHT_HOUR, minute: 33, run: maintainDeliveries },
  { name: 'readers.forget_unconfirmed', hour: NIGHT_HOUR, minute: 35, run: deleteUnconfirmed },
  { name: 'referrals.make_available', hour: NIGHT_HOUR, minute: 40, run: makeRewardsAvailable },
  { name: 'clicks.archive', hour: NIGHT_HOUR, minute: 42, run: archiveLastMonth },
  { name: 'clicks.purge', hour: NIGHT_HOUR, minute: 45, run: purgeClicks },
  { name: 'books.recount_words', hour: NIGHT_HOUR, minute: 50, run: recountWords },
  { name: 'readers.purge_opt_outs', hour: NIGHT_HOUR, minute: 55, run: purgeOptOuts },
  { name: 'readers.report_deliverability', hour: 7, minute: 0, run: sendDeliverabilityReport },
  { name: 'partners.remind', hour: 8, minute: 0, run: remindPartners },
  { name: 'newsletters.freeze', hour: 10, minute: 0, run: freezeNewsletter },
  { name: 'promotions.decline_unanswered', hour: 10, minute: 1, run: declineUnansweredPromotions },
  { name: 'newsletters.calendar', hour: 10, minute: 2, run: ensureUpcomingSlots },
  { name: 'promotions.cancel_passed', hour: 10, minute: 3, run: cancelPassedPromotions },
  { name: 'newsletters.weekly', hour: 10, minute: WEEKLY_MINUTE, run: freezeWeeklyNewsletter },
  { name: 'partners.recapture', hour: 11, minute: 0, run: recapturePartners },
  { name: 'readers.sunset', hour: 12, minute: 0, run: sunsetDormant },
  { name: 'promotions.warn_of_prices', hour: 20, minute: 0, run: warnOfTomorrowsPrices },
];

export const SWEEPS: readonly Sweep[] = [
  { name: 'newsletters.freeze_overdue', cron: '* * * * *', run: withCorrectClock(freezeOverdue) },
  { name: 'newsletters.freeze_readers', cron: '* * * * *', run: withCorrectClock(continueFreezing) },
  { name: 'newsletters.alert_unfrozen', cron: '* * * * *', run: withCorrectClock(alertUnfrozen) },
  { name: 'newsletters.end_paused', cron: '* * * * *', run: withCorrectClock(endPaused) },
  { name: 'newsletters.resume', cron: '* * * * *', run: resumeNewsletters },
  { name: 'promotions.date_passed', cron: '* * * * *', run: apologizeForPassedDates },
  { name: 'promotions.waiting_list', cron: '* * * * *', run: sweepWaitingList },
  { name: 'promotions.warn_of_undecided', cron: '* * * * *', run: warnOfUndecided },
  { name: 'promotions.check_prices', cron: '*/5 * * * *', run: checkPrices },
  { name: 'promotions.settle', cron: '* * * * *', run: settleDuePromotions },
  { name: 'promotions.review_clicks', cron: '*/5 * * * *', run: reviewClicksOfRunningPromotions },
  { name: 'charges.reconcile', cron: '* * * * *', run: reconcileCharges },
  { name: 'refunds.reconcile', cron: '* * * * *', run: reconcileRefunds },
  { name: 'mails.requeue', cron: '* * * * *', run: requeueLostEmails },
  { name: 'readers.ask_for_permission', cron: '* * * * *', run: askForPermission },
  { name: 'readers.continue_imports', cron: '* * * * *', run: continueImports },
  { name: 'ai.settle_abandoned', cron: '* * * * *', run: settleAbandoned },
  { name: 'webhooks.deliver', cron: '*/5 * * * * *', run: deliverWebhooks },
  { name: 'cards.expire', cron: '0 * * * *', run: expireCards },
  { name: 'readers.sum_counts', cron: '0 * * * *', run: sumReaderCounts },
  { name: 'charges.retry', cron: '*/15 * * * *', run: chargeDueInvoices },
  { name: 'stripe.missed_events', cron: '*/15 * * * *', run: readMissedEvents },
];

/** Creates the slots of all dates that can be booked, and newsletter drafts for the coming days. */
async function ensureUpcomingSlots(deps: Pick<Deps, 'db' | 'now'>) {
  const from = businessDate(deps.now());
  await ensurePromotionCounts({ db: deps.db, from, days: MAX_BOOKING_DAYS_AHEAD + 1 });
  await ensureNewsletters(deps, from);
}

/**
 * Starts queued and scheduled work once a restore is finished, and returns a function that stops the schedule. A failed
 * start can be repeated.
 */
export async function startSchedule(deps: Deps): Promise<() => Promise<void>> {
  await finishPendingRestore(deps);
  await initializeSchedule(deps);
  await deps.queue.work();
  const running = new Set<Promise<unknown>>();
  const start = (name: string, work: () => Promise<unknown>) => {
    const run = inLogContext({ job: name }, () => deps.metrics.measureJob(name, work))
      .catch((error) => deps.log.error({ err: error, job: name }, 'scheduled job failed'))
      .finally(() => running.delete(run));
    running.add(run);
  };
  const tasks = [
    ...DAILY.map(({ name, hour, minute }) =>
      cron.schedule(`${minute} ${hour} * * *`, () => start(name, () => runDueDaily(deps, DAILY)), {
        timezone: BUSINESS_ZONE,
      }),
    ),
    ...SWEEPS.map((sweep) =>
      cron.schedule(sweep.cron, () => start(sweep.name, () => sweep.run(deps)), { timezone: BUSINESS_ZONE }),
    ),
    // Catches up after downtime or a crash.
    cron.schedule('*/5 * * * *', () => start('catch up', () => runDueDaily(deps, DAILY)), { timezone: BUSINESS_ZONE }),
  ];
  start('readers.suppress_erasures', () => suppressErasures(deps));
  start('catch up', () => runDueDaily(deps, DAILY));
  return async () => {
    // Stops a newsletter's sending after the emails in flight. The next start continues it.
    deps.mail.close();
    for (const task of tasks) await task.stop();
    await Promise.all(running);
  };
}

/**
 * Finishes a restore. Applies opt-outs since the backup before anything is sent, and tells support which newsletters
 * are held.
 */
export async function finishPendingRestore(deps: Deps) {
  const replay = await finishRestore(deps);
  if (replay) deps.log.warn(replay, 'opt-outs replayed after a restore');
  await alertHeld(deps);
}

/** Creates missing slots and newsletter drafts, and marks the last due run of each new job as done. */
export async function initializeSchedule(deps: Pick<Deps, 'db' | 'now'>) {
  await ensureUpcomingSlots(deps);
  await initializeJobs(deps, DAILY);
}

/**
 * Moves the clock for the demo and the tests. Stops at the time of every daily job, and completes all queued work and
 * sweeps before it goes on. The nightly jobs share one run of the sweeps, because the sweeps take most of the time.
 * Returns the names of everything that ran, in order. Moving backward makes no daily job due, but still runs queued
 * work and sweeps.
 */
export async function advanceClock(deps: Deps, clock: SettableClock, target: Date): Promise<string[]> {
  const ran: string[] = [];
  // A new installation's clock may be moved before its schedule has started.
  await initializeJobs(deps, DAILY);
  for (let due = await dueRuns(deps, target, DAILY); due.length; due = await dueRuns(deps, target, DAILY)) {
    const [next, following] = due;
    if (next!.at > deps.now()) clock.set(next!.at);
    const outcome = await runOnce(deps, next!.job, next!.date);
    if (outcome === 'busy') break;
    if (outcome === 'ran') ran.push(`${next!.job.name} ${next!.date}`);
    ran.push(...(await deps.queue.drain()));
    if (next!.job.hour !== NIGHT_HOUR || following?.job.hour !== NIGHT_HOUR) ran.push(...(await sweep(deps)));
  }
  clock.set(target);
  return [...ran, ...(await deps.queue.drain()), ...(await sweep(deps))];
}

async function sweep(deps: Deps) {
  for (const { run } of SWEEPS) await run(deps);
  return [...SWEEPS.map(({ name }) => name), ...(await deps.queue.drain())];
}
