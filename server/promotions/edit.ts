/**
 * Changes a promotion: an approved one until its newsletter closes, an undecided one at any time. A new date, category,
 * or price is checked by the rules again; after approval, a partner's changes wait for staff unless they can't mislead
 * readers (reviewed.ts).
 */

import { Prisma, type Promotion } from '#prisma';
import { moveAddons } from '#server/addons/service.ts';
import { refuseForeignCategory } from '#server/discounts/service.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { cpcOf } from '#shared/categories.ts';
import { parseDate, toIsoDate } from '#shared/dates.ts';
import type { PromotionPatch } from '#shared/promotions.ts';
import { REASONS } from '#shared/reasons.ts';
import { type Booking, rulesOfChange } from './eligibility.ts';
import { bookingOf } from './eligibility-facts.ts';
import { submitFeedback } from './review.ts';
import {
  bookedDate,
  divideChange,
  type ProposedChanges,
  proposedChangesOf,
  type Terms,
  termsOf,
  withoutTerms,
} from './reviewed.ts';
import {
  closedDatesAmong,
  dateNotNamedError,
  lockSlots,
  offerSlot,
  releaseHeldSlot,
  releaseSlot,
  takeSlot,
} from './slots.ts';
import { namedDates } from './state.ts';
import { endsTooEarly, priceTypeOf, refuseIneligible, refuseInvalidDates } from './submit.ts';
import { type LockedPromotion, lockBookingsOf, type PromotionActor, transition } from './transition.ts';

/**
 * Edits a promotion. A partner's `partner_feedback` answers the staff's question; the other fields change the booking.
 */
export async function editPromotion(
  deps: Pick<Deps, 'db' | 'now'>,
  { id, actor, patch }: { id: number; actor: PromotionActor & { role: 'partner' | 'user' }; patch: PromotionPatch },
) {
  const { partner_feedback, ...fields } = patch;
  if (partner_feedback === undefined && !Object.keys(fields).length)
    throw invalid({ base: ['Nothing changed. Send at least one field to change.'] });
  if (partner_feedback !== undefined && actor.role === 'user')
    throw invalid({ partner_feedback: ['can only be set by the partner'] });
  return deps.db.$transaction(async (tx) => {
    await lockBookingsOf(tx, id);
    const answered =
      partner_feedback === undefined
        ? null
        : await submitFeedback(deps, tx, { id, partner_id: actor.id!, feedback: partner_feedback });
    return Object.keys(fields).length ? changeBooking(deps, tx, { id, actor, fields }) : answered!;
  });
}

type Edit = { id: number; actor: PromotionActor; fields: Omit<PromotionPatch, 'partner_feedback'> };

const changeBooking = (deps: Pick<Deps, 'now'>, tx: Tx, { id, actor, fields }: Edit) =>
  transition(deps, tx, { id, action: 'edit', actor }, async (_tx, promotion) => {
    const { partner_note } = fields;
    const terms =
      actor.role === 'partner' && promotion.approval_status === 'approved'
        ? await changeApproved(deps, tx, promotion, fields)
        : await changeTerms(deps, tx, promotion, { fields, is_staff: actor.role === 'user' });
    return { data: { ...terms, ...(partner_note === undefined ? {} : { partner_note }) } };
  });

type Fields = Edit['fields'];

/** Applies a change to the booking. Fields that staff set themselves no longer wait for review. */
export async function changeTerms(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  promotion: LockedPromotion,
  { fields, is_staff, has_new_rating }: { fields: Fields; is_staff: boolean; has_new_rating?: boolean },
): Promise<Prisma.PromotionUncheckedUpdateInput> {
  if (is_staff) refuseUnnamedDates(promotion, fields);
  const requested = requestedTerms(promotion, fields, { from: currentTerms(promotion), is_staff });
  const change = { from: bookingOf(promotion), requested, fields, is_staff, has_new_rating };
  const category = await checkChange(deps, tx, promotion, change);
  await moveSlot(deps, tx, promotion, requested);
  return {
    ...columnsOf(promotion, requested),
    ...(promotion.date_passed_at && (await hasOpenDate(tx, requested, deps.now())) ? { date_passed_at: null } : {}),
    price_type: priceTypeOf(requested.sale_price_cents),
    ...(needsNewRate(promotion, requested) ? { cpc_cents: cpcOf(category, requested.sale_price_cents) } : {}),
    ...(promotion.proposed_changes
      ? { proposed_changes: orNull(withoutTerms(proposedChangesOf(promotion), fields)) }
      : {}),
  };
}

/**
 * Applies a partner's change to an approved booking: changes that could mislead readers wait for staff, and the
 * approved version stays.
 */
async function changeApproved(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  promotion: LockedPromotion,
  fields: Fields,
): Promise<Prisma.PromotionUncheckedUpdateInput> {
  const approved = currentTerms(promotion);
  const latest = { ...approved, ...proposedChangesOf(promotion) };
  const requested = requestedTerms(promotion, fields, { from: latest, is_staff: false });
  const { accepted, proposed } = divideChange(approved, requested);
  // A move to an earlier date also moves the deal's end, possibly before some of the alternates.
  if (!fields.alternate_dates)
    accepted.alternate_dates = accepted.alternate_dates.filter((date) => date <= accepted.deal_ends_on);
  const rest = { fields, is_staff: false };
  await checkChange(deps, tx, promotion, { from: latest, requested, own_slot: approved, ...rest });
  if (endsTooEarly(accepted))
    throw invalid({
      alternate_dates: ['Our editors have to approve the longer deal first. Add dates after its current end then.'],
    });
  if (Object.keys(proposed).length)
    await checkChange(deps, tx, promotion, { from: approved, requested: accepted, ...rest });
  await moveSlot(deps, tx, promotion, accepted);
  return { ...columnsOf(promotion, accepted), proposed_changes: orNull(proposed) };
}

type ChangeToCheck = {
  from: Booking;
  requested: Terms;
  fields: Fields;
  is_staff: boolean;
  /** True if staff accept another content rating with the change. */
  has_new_rating?: boolean | undefined;
  /** The approved date and category, which need no free slot. */
  own_slot?: Terms;
};

/** Checks the rules that a change affects, and returns the requested category. */
async function checkChange(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  promotion: LockedPromotion,
  { from, requested, fields, is_staff, ...change }: ChangeToCheck,
) {
  const category = await tx.category.findUnique({ where: { id: requested.category_id } });
  if (!category) throw invalid({ category_id: ['is not a category'] });
  refuseInvalidDates(requested);
  const promotion_id = promotion.id;
  if (category.id !== promotion.category_id)
    await refuseForeignCategory(tx, { promotion_id, category_id: category.id });
  await refuseIneligible(deps, tx, {
    book: promotion.book,
    category,
    draft: { ...requested, promotion_id },
    alternates: newAlternates(promotion, fields),
    codes: rulesOfChange(from, requested, change),
    is_staff,
  });
  return category;
}

const columnsOf = (
  promotion: LockedPromotion,
  { requested_date, alternate_dates, deal_ends_on, ...rest }: Terms,
): Prisma.PromotionUncheckedUpdateInput => ({
  ...rest,
  ...(requested_date === bookedDate(promotion) ? {} : movedTo(promotion, parseDate(requested_date))),
  alternate_dates: alternate_dates.map(parseDate),
  deal_ends_on: parseDate(deal_ends_on),
});

const orNull = (changes: ProposedChanges) => (Object.keys(changes).length ? changes : Prisma.DbNull);

/** True if one of the booking's dates can still be approved. */
async function hasOpenDate(tx: Tx, { requested_date, alternate_dates }: Terms, now: Date) {
  const open = await openDates(tx, now);
  return [requested_date, ...alternate_dates].some((date) => open.includes(date));
}

const movedTo = ({ promotion_date }: LockedPromotion, requested_date: Date) => ({
  requested_date,
  ...(promotion_date ? { promotion_date: requested_date, position: null } : {}),
});

/** True if the price per click must be set again; otherwise the frozen one stays. */
const needsNewRate = (promotion: LockedPromotion, requested: { category_id: number; sale_price_cents: number }) =>
  requested.category_id !== promotion.category_id || priceTypeOf(requested.sale_price_cents) !== promotion.price_type;

/** The current booking, with the approved date if there is one. */
export const currentTerms = (promotion: Promotion): Terms => ({
  ...termsOf(promotion),
  requested_date: bookedDate(promotion),
  alternate_dates: promotion.alternate_dates.map(toIsoDate),
});

/** Limits staff to dates the partner named; they may also remove alternates. */
function refuseUnnamedDates(promotion: LockedPromotion, { requested_date, alternate_dates = [] }: Edit['fields']) {
  const known = namedDates(promotion);
  if (requested_date && !known.includes(requested_date)) throw dateNotNamedError('requested_date');
  if (alternate_dates.some((date) => !known.includes(date))) throw dateNotNamedError('alternate_dates');
}

/**
 * The booking after the change. Without new alternates, it keeps the current ones, except its new date. If staff move
 * it, the partner's other named dates become its alternates.
 */
export function requestedTerms(
  promotion: Promotion,
  fields: Fields,
  { from, is_staff }: { from: Terms; is_staff: boolean },
): Terms {
  const requested_date = fields.requested_date ?? from.requested_date;
  const isMovedByStaff = is_staff && requested_date !== from.requested_date;
  const named = isMovedByStaff ? namedDates(promotion) : promotion.alternate_dates.map(toIsoDate);
  return {
    requested_date,
    category_id: fields.category_id ?? from.category_id,
    alternate_dates: fields.alternate_dates ?? named.filter((date) => date !== requested_date),
    deal_ends_on: fields.deal_ends_on ?? from.deal_ends_on,
    current_price_cents: fields.current_price_cents ?? from.current_price_cents,
    sale_price_cents: fields.sale_price_cents ?? from.sale_price_cents,
    blurb_override: fields.blurb_override === undefined ? from.blurb_override : fields.blurb_override,
  };
}

/** Existing alternates may have passed since, which is no reason to refuse another change. */
const newAlternates = ({ alternate_dates }: LockedPromotion, fields: Edit['fields']) => {
  const known = alternate_dates.map(toIsoDate);
  return (fields.alternate_dates ?? []).filter((date) => !known.includes(date));
};

/** Moves an approved promotion's slot, or frees the held slot of an undecided one; moves the add-ons in both cases. */
async function moveSlot(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  promotion: LockedPromotion,
  to: { requested_date: string; category_id: number },
) {
  const from = { date: bookedDate(promotion), category_id: promotion.category_id };
  const target = { date: to.requested_date, category_id: to.category_id };
  if (from.date === target.date && from.category_id === target.category_id) return;
  if (from.date !== target.date) await refuseClosed(tx, target.date);
  // Lock the entry before the slots. `offerSlot` locks a slot first, but it skips locked entries.
  await tx.$queryRaw`select id from waiting_entries where promotion_id = ${promotion.id} for update`;
  await lockSlots(tx, [from, target]);
  if (promotion.approval_status === 'approved') {
    await releaseSlot(tx, from);
    if (!(await takeSlot(tx, target))) throw conflict(REASONS.date_full.explanation, { code: 'date_full' });
    await offerSlot(tx, deps.now(), from);
  } else await releaseHeldSlot(tx, deps.now(), promotion.id, target);
  await moveAddons(tx, promotion.id, target);
}

async function refuseClosed(tx: Tx, date: string) {
  if (!(await closedDatesAmong(tx, [date])).has(date)) return;
  throw invalid({ requested_date: [REASONS.date_past.explanation] }, { codes: ['date_past'] });
}
