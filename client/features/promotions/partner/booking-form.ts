import type { useForm } from '@mantine/form';
import type { QueryClient } from '@tanstack/react-query';
import { promotionsQuery } from '#client/api/partner-promotions.ts';
import { partnerBookQuery } from '#client/features/books/partner/partner-api.ts';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import type { Book } from '#shared/books.ts';
import { dealEnd, defaultEnd, lastDay } from '#shared/deal-dates.ts';
import type { DiscountTerms } from '#shared/discounts.ts';
import { formatCents } from '#shared/money.ts';
import { costOf, highestCost } from '#shared/promotion-cost.ts';
import type { Estimate, Promotion, PromotionCheck, PromotionInput, PromotionPatch } from '#shared/promotions.ts';
import type { ReviewedField } from '#shared/reviewed-facts.ts';
import { bookedDate, otherDates } from '../cutoff.ts';

type Cents = number | '';
export type BookingValues = {
  book_id: string;
  category_id: string;
  requested_date: string;
  alternate_dates: string[];
  deal_ends_on: string;
  /** False if the deal's end follows the dates. */
  is_deal_end_chosen: boolean;
  current_price_cents: Cents;
  sale_price_cents: Cents;
  addon_ids: number[];
  discount_code: string;
  partner_note: string;
  blurb_override: string;
};

export const MAX_ALTERNATES = 5;

export const NEW_BOOKING: BookingValues = {
  book_id: '',
  category_id: '',
  requested_date: '',
  alternate_dates: [],
  deal_ends_on: '',
  is_deal_end_chosen: false,
  current_price_cents: '',
  sale_price_cents: '',
  addon_ids: [],
  discount_code: '',
  partner_note: '',
  blurb_override: '',
};

/** A booked promotion's form values. The date is the approved one, or else the requested one. */
export function bookingValues(promotion: Promotion): BookingValues {
  const dates = { requested_date: bookedDate(promotion), alternate_dates: otherDates(promotion) };
  const terms = latestTerms(promotion);
  return {
    book_id: String(promotion.book_id),
    ...dates,
    is_deal_end_chosen: terms.deal_ends_on !== defaultEnd(datesOf(dates)),
    addon_ids: promotion.addons.filter(({ state }) => state !== 'released').map(({ addon_id }) => addon_id),
    discount_code: '',
    partner_note: promotion.partner_note ?? '',
    ...terms,
  };
}

/** The partner's latest terms: the booking, with changes after an approval that staff haven't reviewed. */
function latestTerms(promotion: Promotion) {
  const changes = promotion.changed_since_review?.changes ?? [];
  const latest = <Field extends ReviewedField & keyof Promotion>(field: Field) => {
    const change = changes.find((one) => one.field === field);
    return (change ? change.proposed : promotion[field]) as Promotion[Field];
  };
  return {
    category_id: String(latest('category_id')),
    deal_ends_on: latest('deal_ends_on'),
    current_price_cents: latest('current_price_cents'),
    sale_price_cents: latest('sale_price_cents'),
    blurb_override: latest('blurb_override') ?? '',
  };
}

type Prefilled = { book: Book; last: Promotion | undefined };
export type Prices = Pick<BookingValues, 'current_price_cents' | 'sale_price_cents'>;

/**
 * Fills in the book, and the prices and category of its last promotion, so that promoting again needs only a date.
 * Fields changed since `before` stay. If the book has no last promotion, prices that another book filled in
 * (`filledPrices`) become empty.
 */
export function prefill(
  values: BookingValues,
  { book, last }: Prefilled,
  { before = values, filledPrices = NEW_BOOKING }: { before?: BookingValues; filledPrices?: Prices } = {},
): BookingValues {
  const priceOf = (field: keyof Prices) => {
    if (values[field] !== before[field]) return values[field];
    return last?.[field] ?? (values[field] === filledPrices[field] ? '' : values[field]);
  };
  return {
    ...values,
    book_id: String(book.id),
    category_id:
      values.category_id === before.category_id ? String(last?.category_id ?? book.category_id) : values.category_id,
    current_price_cents: priceOf('current_price_cents'),
    sale_price_cents: priceOf('sale_price_cents'),
  };
}

type Dates = Pick<BookingValues, 'requested_date' | 'alternate_dates'>;
const datesOf = ({ requested_date, alternate_dates }: Dates) => [requested_date, ...alternate_dates];

/** Sets the dates. The deal's end follows them, unless it was chosen and isn't before the last of them. */
function withDates(values: BookingValues, dates: Dates): BookingValues {
  const deal_ends_on = values.is_deal_end_chosen
    ? dealEnd(values.deal_ends_on, datesOf(dates))
    : defaultEnd(datesOf(dates));
  const is_deal_end_chosen = values.is_deal_end_chosen && deal_ends_on === values.deal_ends_on;
  return { ...values, ...dates, deal_ends_on, is_deal_end_chosen };
}

/** Sets the date and removes it from the alternatives. */
export const withDate = (values: BookingValues, requested_date: string): BookingValues =>
  withDates(values, {
    requested_date,
    alternate_dates: values.alternate_dates.filter((date) => date !== requested_date),
  });

/** Adds an alternative date unless there are five, or removes it if it's there. */
export function withAlternate(values: BookingValues, date: string): BookingValues {
  const others = values.alternate_dates.filter((other) => other !== date);
  const isNew = others.length === values.alternate_dates.length;
  if (isNew && others.length >= MAX_ALTERNATES) return values;
  const alternate_dates = isNew ? [...others, date].sort() : others;
  return withDates(values, { requested_date: values.requested_date, alternate_dates });
}

/** True if the deal ends on its last newsletter date: readers who open the email the day after would miss it. */
export const endsOnLastDay = (values: BookingValues) =>
  values.deal_ends_on !== '' && values.deal_ends_on === lastDay(datesOf(values));

/** The request body. Blank required fields are undefined, so that validation reports them as missing. */
export const bookingBody = (values: BookingValues): PromotionInput => ({
  ...patchBody(values),
  book_id: numberOf(values.book_id)!,
  addon_ids: values.addon_ids,
  discount_code: values.discount_code,
});

export const patchBody = (values: BookingValues) =>
  ({
    category_id: numberOf(values.category_id)!,
    requested_date: values.requested_date || undefined!,
    alternate_dates: values.alternate_dates,
    deal_ends_on: values.deal_ends_on || undefined!,
    current_price_cents: numberOf(values.current_price_cents)!,
    sale_price_cents: numberOf(values.sale_price_cents)!,
    partner_note: values.partner_note,
    blurb_override: values.blurb_override,
  }) satisfies PromotionPatch;

/** Only the changed fields: an unchanged date isn't checked again, and only another date or category needs a slot. */
export const changeBody = (before: BookingValues, after: BookingValues): PromotionPatch =>
  changedFields(patchBody(before), patchBody(after));

/** The body of the live check, or null if no book is chosen. */
export function checkBody(values: BookingValues, promotion_id?: number): PromotionCheck | null {
  const book_id = numberOf(values.book_id);
  if (book_id === undefined) return null;
  return {
    book_id,
    category_id: numberOf(values.category_id),
    requested_date: values.requested_date || undefined,
    deal_ends_on: values.deal_ends_on || undefined,
    current_price_cents: numberOf(values.current_price_cents),
    sale_price_cents: numberOf(values.sale_price_cents),
    promotion_id,
  };
}

const numberOf = (value: string | number) => (value === '' ? undefined : Number(value));

/** The parts of Mantine's form that the booking fields use. */
export type BookingForm = Pick<
  ReturnType<typeof useForm<BookingValues>>,
  'getInputProps' | 'getValues' | 'setValues' | 'setFieldValue' | 'errors'
>;

/** Loads the book and its last promotion. Returns null if the book can't be loaded: the partner fills in the values. */
export async function loadPrefill(client: QueryClient, book_id: number): Promise<Prefilled | null> {
  const latest = promotionsQuery({ book_id, per: 1, sort_col: 'booked_date', sort_dir: 'desc' });
  const [book, last] = await Promise.all([
    client.fetchQuery(partnerBookQuery(book_id)).catch(() => null),
    client.fetchQuery(latest).catch(() => null),
  ]);
  return book && { book, last: last?.promotions[0] };
}

type ClickEstimate = Pick<Estimate, 'cpc_cents' | 'max_cost_cents' | 'typical_low_clicks' | 'typical_high_clicks'>;

/** The maximum cost of a booking, and the range of typical costs, before credit. */
export function forecastCost(estimate: ClickEstimate, addon_cents: readonly number[], discount: DiscountTerms | null) {
  const { cpc_cents, max_cost_cents } = estimate;
  const terms = { cpc_cents, max_cost_cents, addon_cents, discount };
  const typical = [estimate.typical_low_clicks, estimate.typical_high_clicks].map(
    (clicks) => costOf(terms, clicks).total_cents,
  );
  return { most: highestCost(terms), low_cents: Math.min(...typical), high_cents: Math.max(...typical) };
}

/** '10% off', '$5.00 off promotions that cost at least $20.00'. */
export function discountText({ kind, value, min_cost_cents }: DiscountTerms) {
  const amountOff = kind === 'percent' ? `${value}% off` : `${formatCents(value)} off`;
  return min_cost_cents ? `${amountOff} promotions that cost at least ${formatCents(min_cost_cents)}` : amountOff;
}

/**
 * 'typically $20.25 to $25.20', or a single amount if both ends are equal. If the amount is zero but the maximum
 * isn't, says 'less than $1': small amounts are waived, and a small warm-up cap may leave less than one expected click.
 */
export const typicalText = ({ most, low_cents, high_cents }: ReturnType<typeof forecastCost>) =>
  low_cents === high_cents
    ? `typically ${high_cents || !most.total_cents ? formatCents(high_cents) : 'less than $1'}`
    : `typically ${formatCents(low_cents)} to ${formatCents(high_cents)}`;
