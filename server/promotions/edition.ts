/** What the newsletter does to promotions: takes them in, sends them, or has to leave them out. */

import { Prisma } from '#prisma';
import { releaseAddons } from '#server/addons/service.ts';
import { coverUrl } from '#server/books/presenter.ts';
import { releaseDiscount } from '#server/discounts/service.ts';
import { alertSupport, enqueueMail, toPartner } from '#server/emails/enqueue.ts';
import { cutoffOf } from '#server/platform/clock.ts';
import { type Database, inSavepoint, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { CLICK_WINDOW_HOURS } from '#shared/business.ts';
import { dateOf } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { releasePlace } from './places.ts';
import { type PromotionRow, statusWhere } from './queries.ts';
import { changesSinceReview, problemOf } from './reviewed.ts';
import { bookedDate } from './state.ts';
import { changeIn, mailFacts, SYSTEM } from './transition.ts';

/** Freezes the approved promotions of a date into its newsletter, in their order; answers the ones that are in. */
export async function freezePromotions(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { newsletter_id, date }: { newsletter_id: number; date: string },
): Promise<PromotionRow[]> {
  const frozen: PromotionRow[] = [];
  const locked = await lockWaiting(deps, tx, date);
  for (const { id, problem } of await duePromotions(tx, dateOf(date), locked)) {
    if (problem) {
      if (await leaveOut(deps, tx, { id, date, reason: problem }))
        await alertLeftOut(deps, tx, { id, date, message: leftOutMessage(id, date, problem) });
    } else {
      const row = await freezeOrLeaveOut(deps, tx, { id, newsletter_id, date, position: frozen.length + 1 });
      if (row) frozen.push(row);
    }
  }
  return frozen;
}

/** One promotion that can't be frozen, for whatever reason, doesn't keep the others from going out. */
async function freezeOrLeaveOut(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { id, date, ...place }: { id: number; date: string; newsletter_id: number; position: number },
): Promise<PromotionRow | null> {
  try {
    return await inSavepoint(tx, () => freezeOne(deps, tx, id, place));
  } catch (error) {
    deps.log.error({ err: error, promotion_id: id }, 'promotion not frozen');
    if (await leaveOut(deps, tx, { id, date, reason: OUR_FAULT }))
      await alertLeftOut(deps, tx, { id, date, message: leftOutMessage(id, date, causeOf(error)) });
    return null;
  }
}

const leftOutMessage = (id: number, date: string, cause: string) =>
  `Promotion ${id} was left out of the newsletter of ${formatDate(date)}: ${cause.replace(/\.$/, '')}. It is now "unable to send": the partner has been emailed, its slot is free, and nothing will be charged.`;

const OUR_FAULT = 'We could not add it to the newsletter because of a fault on our side.';

/** Marks a promotion as unable to send. False if that fails: it keeps its status, staff are alerted, and the sweep tries again. */
async function leaveOut(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { id, date, reason }: { id: number; date: string; reason: string },
): Promise<boolean> {
  try {
    await inSavepoint(tx, () => failToSend(deps, tx, id, reason));
    return true;
  } catch (error) {
    deps.log.error({ err: error, promotion_id: id }, 'promotion not marked as unable to send');
    const message = `Promotion ${id} was left out of the newsletter of ${formatDate(date)}, and it could not be marked as "unable to send": ${causeOf(error)}. We keep trying every minute. The partner has not been emailed yet.`;
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

/** The last line of an error's message: Prisma puts the database's own words there, below an excerpt of our code. */
const causeOf = (error: unknown) =>
  String((error as Error)?.message ?? error)
    .trim()
    .split('\n')
    .at(-1)!
    .trim()
    .slice(0, 300);

/**
 * The approved promotions up to a date that no newsletter holds yet. Whoever was changing one of them is waited for, and it is
 * locked as it is then, or passed by; whoever comes later finds it frozen. A wait that takes too long fails, to be tried again; ten
 * minutes after the cutoff a row that is still locked is passed by, so that it doesn't keep the others from going out.
 */
async function lockWaiting(deps: Pick<Deps, 'now'>, tx: Tx, date: string): Promise<number[]> {
  const isPatient = deps.now().getTime() < cutoffOf(date).getTime() + PATIENCE_MS;
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select id from promotions where ${waitingUntil(date)} order by id
    for no key update ${isPatient ? Prisma.empty : Prisma.sql`skip locked`}`;
  return rows.map(({ id }) => id);
}

const PATIENCE_MS = 10 * MINUTE_MS;

/** Found by the index promotions_waiting, which has the same condition. */
const waitingUntil = (date: string) => Prisma.sql`
  promotion_date <= ${dateOf(date)}::date and approval_status = 'approved' and frozen_at is null
  and cancelled_at is null and unable_to_send_at is null and sent_at is null
  and not exists (
    select 1 from newsletters where newsletter_date = promotion_date and kind = 'daily' and held_at is not null)`;

/** What an edition of that date takes in, in its order, and what keeps some out of it. `among`: those that may be. */
export async function duePromotions(db: Pick<Database, 'promotion'>, promotion_date: Date, among?: readonly number[]) {
  const due = await db.promotion.findMany({
    where: {
      ...statusWhere(db, 'awaiting promotion date'),
      ...{ promotion_date, frozen_at: null },
      ...(among ? { id: { in: [...among] } } : {}),
    },
    include: { book: { include: { author: true } }, addons: { where: { state: 'confirmed' } } },
    orderBy: [{ position: { sort: 'asc', nulls: 'last' } }, { reviewed_at: 'asc' }, { id: 'asc' }],
  });
  // Who bought the top place of a category comes first in it.
  return due
    .toSorted((a, b) => Number(b.addons.length > 0) - Number(a.addons.length > 0))
    .map((promotion) => ({ id: promotion.id, problem: problemOf(promotion) }));
}

/** Marks every approved promotion that still waits for a newsletter up to this date as unable to send; answers how many. */
export async function leaveOutWaiting(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { date, reason }: { date: string; reason: string },
) {
  const waiting = await lockWaiting(deps, tx, date);
  for (const id of waiting) await leaveOut(deps, tx, { id, date, reason });
  return waiting.length;
}

/** Dates up to this one for which approved promotions still wait. */
export async function waitingDates(db: Pick<Database, '$queryRaw'>, date: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ date: string }[]>`
    select distinct promotion_date::text as date from promotions where ${waitingUntil(date)} order by 1`;
  return rows.map((row) => row.date);
}

const freezeOne = (
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  id: number,
  { newsletter_id, position }: { newsletter_id: number; position: number },
) =>
  changeIn(deps, tx, { id, action: 'freeze', by: SYSTEM }, async (_tx, promotion) => ({
    data: {
      newsletter_id,
      position,
      frozen_at: deps.now(),
      proposed_changes: Prisma.DbNull,
      declined_book: Prisma.DbNull,
    },
    reason: changesSinceReview(promotion, coverUrl).length
      ? 'Changes after the approval were not reviewed, so the approved version runs.'
      : null,
  }));

/** Nothing is charged; the discount use, the add-on and, before the freeze, the slot are given back. */
const failToSend = (deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, id: number, unable_reason: string) =>
  changeIn(deps, tx, { id, action: 'fail_to_send', by: SYSTEM }, async (_tx, promotion) => {
    await releaseAddons(tx, id);
    await releaseDiscount(tx, id);
    if (!promotion.frozen_at)
      await releasePlace(tx, { date: bookedDate(promotion), category_id: promotion.category_id });
    const props = { ...mailFacts(deps, promotion), reason: unable_reason };
    await enqueueMail(deps, tx, { ...toPartner(promotion.partner), template: 'promotion_unable_to_send', props });
    return { data: { unable_to_send_at: deps.now(), unable_reason }, reason: unable_reason };
  });

/** All that this newsletter holds. */
export async function failAllToSend(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  newsletter_id: number,
  unable_reason: string,
) {
  for (const { id } of await heldBy(tx, newsletter_id)) await failToSend(deps, tx, id, unable_reason);
}

const heldBy = (tx: Tx, newsletter_id: number) =>
  tx.promotion.findMany({ where: { newsletter_id, sent_at: null, unable_to_send_at: null }, select: { id: true } });

/** The newsletter went out: the click window runs from then. `isTold`: partners got the email about it before a backup was restored. */
export async function markSent(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  newsletter_id: number,
  { sent_at = deps.now(), isTold = false }: { sent_at?: Date; isTold?: boolean } = {},
) {
  const click_window_ends_at = new Date(sent_at.getTime() + CLICK_WINDOW_HOURS * HOUR_MS);
  for (const { id } of await heldBy(tx, newsletter_id)) {
    await changeIn(deps, tx, { id, action: 'send', by: SYSTEM }, async (_tx, promotion) => {
      const props = { ...mailFacts(deps, promotion), click_window_ends_at: click_window_ends_at.toISOString() };
      if (!isTold) await enqueueMail(deps, tx, { ...toPartner(promotion.partner), template: 'promotion_sent', props });
      return { data: { sent_at, click_window_ends_at } };
    });
  }
}

export const areAllOn = async (tx: Tx, promotion_date: Date, ids: readonly number[]) =>
  (await tx.promotion.count({ where: { id: { in: [...ids] }, promotion_date } })) === new Set(ids).size;

/** Puts the approved promotions of a date in the given order. */
export const orderPromotions = (tx: Tx, date: Date, ids: readonly number[]) => tx.$executeRaw`
  update promotions set position = o.position
  from unnest(${[...ids]}::int[]) with ordinality as o(id, position)
  where promotions.id = o.id and promotions.promotion_date = ${date}::date and promotions.frozen_at is null`;
