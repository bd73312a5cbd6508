/**
 * Promotions whose newsletters all closed before staff decided: the partner gets an apology with other dates. After a
 * week without a new date or an answer, the promotion is canceled.
 */

import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import { businessDate } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { processEach } from '#server/platform/process-each.ts';
import { DATE_PASSED_DAYS } from '#shared/business.ts';
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import { isAwaitingStaff } from '#shared/status.ts';
import { cancelPassed } from './cancel.ts';
import { isOverdue } from './deadlines.ts';
import { failedRulesOn } from './eligibility.ts';
import { eligibilityFacts } from './eligibility-facts.ts';
import { unansweredPromotions } from './review.ts';
import { emailFacts } from './reviewed.ts';
import { datesWithTakenAddons } from './slots.ts';
import { namedDates, statusOf } from './state.ts';
import { idsInLane } from './status-conditions.ts';
import { type LockedPromotion, lockPromotion, SYSTEM, transition } from './transition.ts';

const MAX_SUGGESTED_DATES = 3;

/**
 * Apologizes for each promotion whose last named date closed before staff decided: once, and again if a new date
 * passes. An apology can be due at any time, because staff may close a newsletter early.
 */
export async function apologizeForPassedDates(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>) {
  const open = await openDates(deps.db, deps.now());
  const passed = await passedPromotions(deps, open, null);
  await processEach(
    passed,
    ({ id }) => deps.db.$transaction((tx) => notifyDatePassed(deps, tx, id, open)),
    (error, { id }) => deps.log.error({ err: error, promotion_id: id }, 'partner not notified of a passed date'),
  );
}

/** Cancels promotions with passed dates whose partner didn't choose a new date, or answer a question, in time. */
export async function cancelPassedPromotions(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>) {
  const before = new Date(deps.now().getTime() - DATE_PASSED_DAYS * DAY_MS);
  const open = await openDates(deps.db, deps.now());
  await processEach(
    [...(await passedPromotions(deps, open, before)), ...(await unansweredPromotions(deps, { hadPassed: true }))],
    ({ id }) => deps.db.$transaction((tx) => cancelIfOverdue(deps, tx, id, before)),
    (error, { id }) => deps.log.error({ err: error, promotion_id: id }, 'promotion with a passed date not canceled'),
  );
}

/** Promotions in the `date_passed` lane that got the apology by `before`, or haven't got it yet if that's null. */
const passedPromotions = async ({ db }: Pick<Deps, 'db'>, open: readonly string[], before: Date | null) =>
  db.promotion.findMany({
    where: { id: { in: await idsInLane(db, 'date_passed', open) }, date_passed_at: before && { lte: before } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });

async function notifyDatePassed(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  id: number,
  open: readonly string[],
) {
  const seen = await lockPromotion(tx, id, SYSTEM);
  const isPassed = !namedDates(seen).some((date) => open.includes(date));
  // Since it was found, staff acted on it, its partner moved or canceled it, or another process apologized for it.
  if (!isPassed || seen.date_passed_at || !isAwaitingStaff(statusOf(seen))) return;
  await transition(deps, tx, { id, action: 'pass_date', actor: SYSTEM }, async (_tx, promotion) => {
    const dates = await nextDates(deps, tx, promotion, open);
    const edit_url = deps.config.appUrl + paths.partnerPromotion(id);
    const props = {
      ...emailFacts(deps, promotion),
      dates: dates.map((date) => ({ date, url: `${edit_url}?date=${date}` })),
      days: DATE_PASSED_DAYS,
    };
    await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'date_passed', props });
    return { data: { date_passed_at: deps.now() } };
  });
}

const isUnanswered = (promotion: LockedPromotion) => statusOf(promotion) === 'awaiting partner feedback';

async function cancelIfOverdue(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, id: number, before: Date) {
  const seen = await lockPromotion(tx, id, SYSTEM);
  const { date_passed_at, feedback_submitted_at } = seen;
  if (!date_passed_at || (feedback_submitted_at && feedback_submitted_at >= date_passed_at)) return;
  const isDue = isAwaitingStaff(statusOf(seen))
    ? date_passed_at <= before
    : isUnanswered(seen) && isOverdue(seen, deps.now());
  if (!isDue) return;
  await cancelPassed(deps, tx, id);
}

/**
 * The next dates the partner could book: open, with a free slot (and top spot if they have it), and within the rules.
 */
async function nextDates(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  promotion: LockedPromotion,
  open: readonly string[],
): Promise<string[]> {
  const { id, book, category, category_id } = promotion;
  const first = addDays(businessDate(deps.now()), 1);
  const counts = await tx.newsletterPromotionCount.findMany({
    where: { category_id, newsletter_date: { in: open.filter((date) => date >= first).map(parseDate) } },
    orderBy: { newsletter_date: 'asc' },
  });
  const free = counts.filter((count) => count.promotions_in_total < count.capacity);
  const dates = free.map(({ newsletter_date }) => toIsoDate(newsletter_date));
  const addonsTakenOn = await datesWithTakenAddons(tx, promotion, dates);
  const draft = { promotion_id: id };
  const facts = await eligibilityFacts(tx, { now: deps.now(), book, category, draft, is_staff: false });
  return dates
    .filter((date) => !addonsTakenOn.has(date) && !failedRulesOn(facts, date).length)
    .slice(0, MAX_SUGGESTED_DATES);
}
