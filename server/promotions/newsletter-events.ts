/** A newsletter's effects on its promotions: frozen, sent, or left out. */

import { Prisma } from '#prisma';
import { releaseAddons } from '#server/addons/service.ts';
import { coverUrl } from '#server/books/presenter.ts';
import { releaseDiscount } from '#server/discounts/service.ts';
import { alertSupport, enqueueEmail, enqueueEmails, toPartner } from '#server/emails/enqueue.ts';
import { cutoffOf } from '#server/platform/clock.ts';
import { type Database, inSavepoint, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { announce } from '#server/webhooks/events.ts';
import { CLICK_WINDOW_HOURS } from '#shared/business.ts';
import { parseDate } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { NEWSLETTER_ORDER, type PromotionRow } from './queries.ts';
import { bookedDate, changesSinceReview, emailFacts, leftOutBecause } from './reviewed.ts';
import { releaseAndOfferSlot } from './slots.ts';
import { statusWhere } from './status-conditions.ts';
import { lockPromotions, recordEvents, refuseUnlessAllowed, SYSTEM, transition } from './transition.ts';

/** Freezes the approved promotions of a date into its newsletter, in order; returns the included ones. */
export async function freezePromotions(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { newsletter_id, date }: { newsletter_id: number; date: string },
): Promise<PromotionRow[]> {
  const frozen: PromotionRow[] = [];
  const locked = (await lockUnfrozenApproved(deps, tx, date)).map(({ id }) => id);
  for (const { id, problem } of await duePromotions(tx, parseDate(date), locked)) {
    if (problem) {
      if (await tryMarkUnableToSend(deps, tx, { id, date, reason: problem }))
        await alertLeftOut(deps, tx, { id, date, message: leftOutMessage(id, date, problem) });
    } else {
      const row = await freezeOrMarkUnable(deps, tx, { id, newsletter_id, date, position: frozen.length + 1 });
      if (row) frozen.push(row);
    }
  }
  return frozen;
}

/** Freezes one promotion. If that fails for any reason, it is left out, so that the others can be sent. */
async function freezeOrMarkUnable(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { id, date, ...place }: { id: number; date: string; newsletter_id: number; position: number },
): Promise<PromotionRow | null> {
  try {
    return await inSavepoint(tx, () => freezeOne(deps, tx, id, place));
  } catch (error) {
    deps.log.error({ err: error, promotion_id: id }, 'promotion not frozen');
    if (await tryMarkUnableToSend(deps, tx, { id, date, reason: OUR_FAULT }))
      await alertLeftOut(deps, tx, { id, date, message: leftOutMessage(id, date, causeOf(error)) });
    return null;
  }
}

const leftOutMessage = (id: number, date: string, cause: string) =>
  `Promotion ${id} was left out of the newsletter for ${formatDate(date)}: ${cause.replace(/\.$/, '')}. It’s now “unable to send”. We’ve emailed the partner and released the slot, and we won’t charge for it.`;

const OUR_FAULT = 'We couldn’t add it to the newsletter because of a problem on our end.';

/**
 * Marks a promotion as unable to send in a savepoint. False if that fails: it keeps its status, staff are alerted, and
 * the sweep tries again.
 */
async function tryMarkUnableToSend(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { id, date, reason }: { id: number; date: string; reason: string },
): Promise<boolean> {
  try {
    await inSavepoint(tx, () => markUnableToSend(deps, tx, id, reason));
    return true;
  } catch (error) {
    deps.log.error({ err: error, promotion_id: id }, 'promotion not marked as unable to send');
    const message = `Promotion ${id} was left out of the newsletter for ${formatDate(date)}, and we couldn’t mark it as “unable to send”: ${causeOf(error)}. We’ll try again every minute. We haven’t emailed the partner yet.`;
    await alertLeftOut(deps, tx, { id, date, message });
    return false;
  }
}

const alertLeftOut = (
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { id, date, message }: { id: number; date: string; message: string },
): Promise<void> =>
  inSavepoint(tx, () =>
    alertSupport(deps, tx, {
      once: `promotion-left-out-${id}-${date}`,
      headline: 'A promotion was left out of the newsletter',
      message,
      path: paths.userPromotion(id),
    }),
  ).catch((error) => deps.log.error({ err: error, promotion_id: id }, 'support not alerted'));

/** The last line of an error's message, where Prisma puts the database's message after a code excerpt. */
const causeOf = (error: unknown) =>
  String((error as Error)?.message ?? error)
    .trim()
    .split('\n')
    .at(-1)!
    .trim()
    .slice(0, 300);

/**
 * Locks approved promotions dated up to `through` that aren't in a newsletter yet, unless their newsletter is held.
 * Waits for a change in progress; later changes find the promotion frozen. A wait that takes too long fails and is
 * retried. Ten minutes after the cutoff, locked rows are skipped, so that they don't block the others.
 */
async function lockUnfrozenApproved(deps: Pick<Deps, 'now'>, tx: Tx, through: string) {
  const shouldWait = deps.now().getTime() < cutoffOf(through).getTime() + LOCK_WAIT_MS;
  return tx.$queryRaw<{ id: number; date: string }[]>`
    select id, promotion_date::text as date from promotions where ${unfrozenThrough(through)} order by id
    for no key update ${shouldWait ? Prisma.empty : Prisma.sql`skip locked`}`;
}

const LOCK_WAIT_MS = 10 * MINUTE_MS;

/** The first two lines of the condition match the index promotions_approved_unsent. */
const unfrozenThrough = (date: string) => Prisma.sql`
  promotion_date <= ${parseDate(date)}::date and approval_status = 'approved' and frozen_at is null
  and cancelled_at is null and unable_to_send_at is null and sent_at is null
  and not exists (
    select 1 from newsletters where newsletter_date = promotion_date and kind = 'daily' and held_at is not null)`;

/**
 * Returns the date's approved promotions that aren't frozen, in the newsletter's order, each with the problem that
 * keeps it out, or null. `among` limits them to these ids.
 */
export async function duePromotions(db: Pick<Database, 'promotion'>, promotion_date: Date, among?: readonly number[]) {
  const due = await db.promotion.findMany({
    where: {
      ...statusWhere(db, 'awaiting promotion date'),
      ...{ promotion_date, frozen_at: null },
      ...(among ? { id: { in: [...among] } } : {}),
    },
    include: { book: { include: { author: true } }, addons: { where: { state: 'confirmed' } } },
    orderBy: NEWSLETTER_ORDER,
  });
  // The paid top spot comes first in its category.
  return due
    .toSorted((a, b) => Number(b.addons.length > 0) - Number(a.addons.length > 0))
    .map((promotion) => ({ id: promotion.id, problem: leftOutBecause(promotion) }));
}

/**
 * Marks approved promotions up to this date as unable to send if no newsletter includes them, except those of held
 * newsletters. Returns how many there were.
 */
export async function markUnfrozenUnableToSend(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { date, reason }: { date: string; reason: string },
) {
  const unfrozen = await lockUnfrozenApproved(deps, tx, date);
  for (const promotion of unfrozen) await tryMarkUnableToSend(deps, tx, { ...promotion, reason });
  return unfrozen.length;
}

/** Dates up to this one with approved promotions that no newsletter includes, except those of held newsletters. */
export async function datesWithUnfrozen(db: Pick<Database, '$queryRaw'>, date: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ date: string }[]>`
    select distinct promotion_date::text as date from promotions where ${unfrozenThrough(date)} order by 1`;
  return rows.map((row) => row.date);
}

const freezeOne = (
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  id: number,
  { newsletter_id, position }: { newsletter_id: number; position: number },
) =>
  transition(deps, tx, { id, action: 'freeze', actor: SYSTEM }, async (_tx, promotion) => ({
    data: {
      newsletter_id,
      position,
      frozen_at: deps.now(),
      proposed_changes: Prisma.DbNull,
      declined_book: Prisma.DbNull,
    },
    reason: changesSinceReview(promotion, coverUrl).length
      ? 'The changes after approval weren’t reviewed in time, so the approved version was used.'
      : null,
  }));

/**
 * Marks a promotion as unable to send: nothing is charged, and the discount use and the add-on are released. Before the
 * freeze, so is the slot. If the newsletter would leave it out anyway, that reason takes precedence, even if the first
 * attempt to mark it failed.
 */
const markUnableToSend = (deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, id: number, reason: string) =>
  transition(deps, tx, { id, action: 'fail_to_send', actor: SYSTEM }, async (_tx, promotion) => {
    const unable_reason = leftOutBecause(promotion) ?? reason;
    await releaseAddons(tx, id);
    await releaseDiscount(tx, id);
    if (!promotion.frozen_at)
      await releaseAndOfferSlot(tx, deps.now(), { date: bookedDate(promotion), category_id: promotion.category_id });
    const props = { ...emailFacts(deps, promotion), reason: unable_reason };
    await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'promotion_unable_to_send', props });
    return { data: { unable_to_send_at: deps.now(), unable_reason }, reason: unable_reason };
  });

/** Marks all unsent promotions of this newsletter as unable to send. */
export async function markAllUnableToSend(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  newsletter_id: number,
  unable_reason: string,
) {
  for (const { id } of await unsentPromotionsOf(tx, newsletter_id)) await markUnableToSend(deps, tx, id, unable_reason);
}

const unsentPromotionsOf = (tx: Tx, newsletter_id: number) =>
  tx.promotion.findMany({ where: { newsletter_id, sent_at: null, unable_to_send_at: null }, select: { id: true } });

/**
 * Marks the newsletter's promotions as sent, which starts the click window. The number of statements doesn't depend on
 * the number of promotions. `wasNotified`: partners and webhook endpoints were notified before a backup was restored.
 */
export async function markSent(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  newsletter_id: number,
  { sent_at = deps.now(), wasNotified = false }: { sent_at?: Date; wasNotified?: boolean } = {},
) {
  const click_window_ends_at = new Date(sent_at.getTime() + CLICK_WINDOW_HOURS * HOUR_MS);
  const ids = (await unsentPromotionsOf(tx, newsletter_id)).map(({ id }) => id);
  const promotions = await lockPromotions(tx, ids);
  for (const promotion of promotions) await refuseUnlessAllowed(deps, tx, { action: 'send', actor: SYSTEM, promotion });
  const data = { sent_at, click_window_ends_at };
  await tx.promotion.updateMany({ where: { id: { in: ids } }, data });
  await recordEvents(
    deps,
    tx,
    promotions.map((before) => ({
      ...{ action: 'send', actor: SYSTEM, wasNotified },
      ...{ before, after: { ...before, ...data } },
    })),
  );
  if (wasNotified) return;
  const emails = promotions.map((promotion) => ({
    ...toPartner(promotion.partner),
    props: { ...emailFacts(deps, promotion), click_window_ends_at: click_window_ends_at.toISOString() },
  }));
  await enqueueEmails(deps, tx, 'promotion_sent', emails);
  await announce(tx, deps.now(), {
    event: 'newsletter.sent',
    partner_ids: promotions.map(({ partner_id }) => partner_id),
    data: { newsletter: { id: newsletter_id, sent_at: sent_at.toISOString() } },
  });
}

export const areAllBookedOn = async (tx: Tx, promotion_date: Date, ids: readonly number[]) =>
  (await tx.promotion.count({ where: { id: { in: [...ids] }, promotion_date } })) === new Set(ids).size;

/** Sets the order of a date's promotions. */
export const orderPromotions = (tx: Tx, date: Date, ids: readonly number[]) => tx.$executeRaw`
  update promotions set position = o.position
  from unnest(${[...ids]}::int[]) with ordinality as o(id, position)
  where promotions.id = o.id and promotions.promotion_date = ${date}::date and promotions.frozen_at is null`;
