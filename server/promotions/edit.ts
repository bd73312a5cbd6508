/** Changing a booked promotion until its newsletter closes. A new date, category or price goes through the rules again. */

import { moveAddons } from '#server/addons/service.ts';
import { promotionToday } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { dateOf, dateText } from '#shared/dates.ts';
import type { PromotionPatch } from '#shared/promotions.ts';
import { REASONS } from '#shared/reasons.ts';
import { notNamed } from './approval-date.ts';
import { lockBookingsOf } from './bookings-lock.ts';
import { namedDates } from './deadlines.ts';
import { rulesOfChange } from './eligibility.ts';
import { bookingOf } from './eligibility-facts.ts';
import { lockPlaces, releasePlace, takePlace } from './places.ts';
import { bookedDate } from './presenter.ts';
import { submitFeedback } from './review.ts';
import { cpcOf, priceTypeOf, refuseDates, refuseIneligible } from './submit.ts';
import { type By, changeIn, type Locked } from './transition.ts';

/** A partner's PATCH with `partner_feedback` answers the staff's question; the other fields change the booking. */
export async function editPromotion(
  deps: Deps,
  { id, by, patch }: { id: number; by: By & { role: 'partner' | 'user' }; patch: PromotionPatch },
) {
  const { partner_feedback, ...fields } = patch;
  if (partner_feedback === undefined && !Object.keys(fields).length)
    throw invalid({ base: ['Nothing to change was sent.'] });
  if (partner_feedback !== undefined && by.role === 'user')
    throw invalid({ partner_feedback: ['can only be given by the partner'] });
  return deps.db.$transaction(async (tx) => {
    await lockBookingsOf(tx, id);
    const answered =
      partner_feedback === undefined
        ? null
        : await submitFeedback(deps, tx, { id, partner_id: by.id!, feedback: partner_feedback });
    return Object.keys(fields).length ? changeBooking(deps, tx, { id, by, fields }) : answered!;
  });
}

type Edit = { id: number; by: By; fields: Omit<PromotionPatch, 'partner_feedback'> };

const changeBooking = (deps: Deps, tx: Tx, { id, by, fields }: Edit) =>
  changeIn(deps, tx, { id, action: 'edit', by }, async (_tx, promotion) => {
    const wanted = wantedOf(promotion, fields, by);
    if (by.role === 'user') refuseUnnamed(promotion, fields);
    const category = await tx.category.findUnique({ where: { id: wanted.category_id } });
    if (!category) throw invalid({ category_id: ['is not a category'] });
    refuseDates(wanted);
    await refuseIneligible(deps, tx, {
      book: promotion.book,
      category,
      draft: { ...wanted, promotion_id: id },
      alternates: newAlternates(promotion, fields),
      codes: rulesOfChange(bookingOf(promotion), wanted),
      by_staff: by.role === 'user',
    });
    await movePlace(tx, promotion, wanted);
    const { requested_date, alternate_dates, deal_ends_on, ...rest } = wanted;
    return {
      data: {
        ...rest,
        ...textsOf(fields),
        ...(isPassed(wanted, deps.now()) ? {} : { date_passed_at: null }),
        ...(requested_date === bookedDate(promotion) ? {} : movedTo(promotion, dateOf(requested_date))),
        alternate_dates: alternate_dates.map(dateOf),
        deal_ends_on: dateOf(deal_ends_on),
        price_type: priceTypeOf(wanted.sale_price_cents),
        ...(isPricedAnew(promotion, wanted) ? { cpc_cents: cpcOf(category, wanted.sale_price_cents) } : {}),
      },
    };
  });

/** None of its dates can still be approved. */
const isPassed = ({ requested_date, alternate_dates }: ReturnType<typeof wantedOf>, now: Date) =>
  [requested_date, ...alternate_dates].every((date) => date < promotionToday(now));

const movedTo = ({ promotion_date }: Locked, requested_date: Date) => ({
  requested_date,
  ...(promotion_date ? { promotion_date: requested_date } : {}),
});

/** Otherwise the price per click stays as it was frozen at submission. */
const isPricedAnew = (promotion: Locked, wanted: { category_id: number; sale_price_cents: number }) =>
  wanted.category_id !== promotion.category_id || priceTypeOf(wanted.sale_price_cents) !== promotion.price_type;

const textsOf = ({ partner_note, blurb_override }: Edit['fields']) => ({
  ...(partner_note === undefined ? {} : { partner_note }),
  ...(blurb_override === undefined ? {} : { blurb_override }),
});

/** The dates the partner named, and the one it is booked for, which an edit takes out of the alternates. */
const knownDates = (promotion: Locked) => [...new Set([...namedDates(promotion), bookedDate(promotion)])];

/** Staff may move a promotion among the dates its partner named, and take alternates away. */
function refuseUnnamed(promotion: Locked, { requested_date, alternate_dates = [] }: Edit['fields']) {
  const known = knownDates(promotion);
  if (requested_date && !known.includes(requested_date)) throw notNamed('requested_date');
  if (alternate_dates.some((date) => !known.includes(date))) throw notNamed('alternate_dates');
}

/** The booking as it would be. Its date is no alternate any more; where staff moved it, the other dates named stay. */
function wantedOf(promotion: Locked, fields: Edit['fields'], by: By) {
  const booking = bookingOf(promotion);
  const requested_date = fields.requested_date ?? booking.requested_date;
  const named = by.role === 'user' ? knownDates(promotion) : promotion.alternate_dates.map(dateText);
  const alternates = named.filter((date) => date !== requested_date);
  return {
    requested_date,
    category_id: fields.category_id ?? booking.category_id,
    alternate_dates: fields.alternate_dates ?? alternates,
    deal_ends_on: fields.deal_ends_on ?? dateText(promotion.deal_ends_on),
    current_price_cents: fields.current_price_cents ?? booking.current_price_cents,
    sale_price_cents: fields.sale_price_cents ?? booking.sale_price_cents,
  };
}

/** What was there may have passed meanwhile, which is no reason to refuse another change. */
const newAlternates = ({ alternate_dates }: Locked, fields: Edit['fields']) => {
  const known = alternate_dates.map(dateText);
  return (fields.alternate_dates ?? []).filter((date) => !known.includes(date));
};

/** An approved promotion holds a place; its add-ons follow the date and category either way. */
async function movePlace(tx: Tx, promotion: Locked, to: { requested_date: string; category_id: number }) {
  const from = { date: bookedDate(promotion), category_id: promotion.category_id };
  const target = { date: to.requested_date, category_id: to.category_id };
  if (from.date === target.date && from.category_id === target.category_id) return;
  await lockPlaces(tx, [from, target]);
  if (promotion.approval_status === 'approved') {
    await releasePlace(tx, from);
    if (!(await takePlace(tx, target))) throw conflict(REASONS.date_full.explanation, { code: 'date_full' });
  }
  await moveAddons(tx, promotion.id, target);
}
