/**
 * The submission rules, one code each, for the form's live check, submissions, changes, and the review by staff. A rule
 * returns true, false, or null while the form has too little to decide. See docs/product.md#promotions-booking.
 */
import { MAX_BOOKING_DAYS_AHEAD } from '#shared/business.ts';
import { addDays, daysBetween } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { REASONS } from '#shared/reasons.ts';
import { storeLinkProblems, storesOf } from '#shared/stores.ts';
import {
  isDiscountEnough,
  MAX_DEAL_PRICE_CENTS,
  MIN_RATING,
  MIN_RATING_COUNT,
  REPEAT_DAYS,
  RULE_CODES,
  type RuleCode,
} from '#shared/submission-rules.ts';

export type EligibilityFacts = {
  business_date: string;
  /** Staff may still book the newsletter that closes next. */
  is_staff: boolean;
  requested_date?: string | undefined;
  sale_price_cents?: number | undefined;
  current_price_cents?: number | undefined;
  book: {
    page_count: number | null;
    rating_avg: number | null;
    rating_count: number | null;
    published_on: string | null;
    content_rating: string;
    amazon_url: string | null;
    ibooks_url: string | null;
    barnes_and_noble_url: string | null;
    google_play_url: string | null;
    kobo_url: string | null;
  };
  category?: { min_pages: number; is_adult: boolean } | undefined;
  /** Dates of this book's other promotions, except those canceled, declined, or unable to send. */
  same_book_dates: readonly string[];
  /** Dates of promotions of the author's other books, with the same exceptions. */
  same_author_dates: readonly string[];
  places_left: number | null;
  has_valid_card: boolean;
  has_unpaid_promotion: boolean;
  has_open_dispute: boolean;
};

/** Facts for the rules about the date alone. */
export type DateFacts = Pick<
  EligibilityFacts,
  'business_date' | 'is_staff' | 'same_book_dates' | 'same_author_dates'
> & { book: Pick<EligibilityFacts['book'], 'published_on'> };

type RuleVerdict = boolean | null;

/** Rules about the date alone. `date_full` isn't among them, because it also depends on the category. */
const DATE_RULES = {
  repeat_too_soon: ({ same_book_dates }, date) =>
    same_book_dates.every((other) => Math.abs(daysBetween(other, date)) >= REPEAT_DAYS),
  author_twice: ({ same_author_dates }, date) => !same_author_dates.includes(date),
  pre_order: ({ book: { published_on } }, date) => published_on === null || published_on <= date,
  date_past: ({ business_date, is_staff }, date) => date >= addDays(business_date, is_staff ? 0 : 1),
  date_too_far: ({ business_date }, date) => date <= addDays(business_date, MAX_BOOKING_DAYS_AHEAD),
} satisfies { [code in RuleCode]?: (facts: DateFacts, date: string) => boolean };
type DateRule = keyof typeof DATE_RULES;
const DATE_RULE_CODES = Object.keys(DATE_RULES) as DateRule[];
const isDateRule = (code: RuleCode): code is DateRule => code in DATE_RULES;

const RULES: Record<Exclude<RuleCode, DateRule>, (facts: EligibilityFacts) => RuleVerdict> = {
  price_too_high: ({ sale_price_cents: price }) => (price === undefined ? null : price <= MAX_DEAL_PRICE_CENTS),
  discount_too_small: ({ sale_price_cents: price, current_price_cents: current }) =>
    price === undefined || current === undefined ? null : isDiscountEnough(price, current),
  too_short: ({ book, category }) =>
    category ? book.page_count === null || book.page_count >= category.min_pages : null,
  rating_too_low: ({ book }) =>
    (book.rating_count ?? 0) < MIN_RATING_COUNT || book.rating_avg === null || book.rating_avg >= MIN_RATING,
  no_store_link: ({ book }) => storesOf(book).length > 0,
  store_mismatch: ({ book }) => Object.keys(storeLinkProblems(book)).length === 0,
  date_full: ({ requested_date, places_left }) =>
    requested_date === undefined ? null : places_left === null || places_left > 0,
  no_card: ({ has_valid_card }) => has_valid_card,
  unpaid_promotion: ({ has_unpaid_promotion }) => !has_unpaid_promotion,
  open_dispute: ({ has_open_dispute }) => !has_open_dispute,
  adult_category: ({ book: { content_rating: rating }, category }) =>
    category ? (category.is_adult ? rating === 'adult' || rating === 'mature' : rating !== 'adult') : null,
};

const verdictOf = (code: RuleCode, facts: EligibilityFacts): RuleVerdict => {
  if (!isDateRule(code)) return RULES[code](facts);
  return facts.requested_date === undefined ? null : DATE_RULES[code](facts, facts.requested_date);
};

type RuleResult = { code: RuleCode; passed: RuleVerdict; message: string };

/** Checks the rules in `codes`, or all of them. */
export const checkEligibility = (facts: EligibilityFacts, codes: readonly RuleCode[] = RULE_CODES): RuleResult[] =>
  codes.map((code) => ({ code, passed: verdictOf(code, facts), message: REASONS[code].explanation }));

/** Fields that are checked against the rules again when they change. */
export type Booking = {
  requested_date: string;
  category_id: number;
  current_price_cents: number;
  sale_price_cents: number;
};

type ChangeFacts = {
  has_new_rating?: boolean | undefined;
  own_slot?: Pick<Booking, 'requested_date' | 'category_id'> | undefined;
};

/**
 * The rules that a change must satisfy. A new content rating adds the rule about it. An unchanged date isn't checked
 * again, because it may have filled up or become too close since the booking. But a new category needs a free slot,
 * unless the change returns to `own_slot`, which the promotion has.
 */
export function rulesOfChange(
  before: Booking,
  after: { [field in keyof Booking]?: Booking[field] | undefined },
  { has_new_rating = false, own_slot }: ChangeFacts = {},
): RuleCode[] {
  const differs = (field: keyof Booking) => after[field] !== undefined && after[field] !== before[field];
  const hasNewDate = differs('requested_date');
  const needsSlot = hasNewDate || differs('category_id');
  if (!needsSlot && !differs('sale_price_cents') && !differs('current_price_cents'))
    return has_new_rating ? ['adult_category'] : [];
  const { requested_date, category_id } = { ...before, ...after };
  const hasSlot = requested_date === own_slot?.requested_date && category_id === own_slot?.category_id;
  return RULE_CODES.filter(
    (code) => (hasNewDate || !isDateRule(code)) && (code !== 'date_full' || (needsSlot && !hasSlot)),
  );
}

/** The rules about the date that `date` breaks. */
export const failedRulesOn = (facts: DateFacts, date: string): RuleCode[] =>
  DATE_RULE_CODES.filter((code) => !DATE_RULES[code](facts, date));

/** The form field that a rule concerns, if there is one. */
const FIELDS: Partial<Record<RuleCode, string>> = {
  price_too_high: 'sale_price_cents',
  discount_too_small: 'sale_price_cents',
  repeat_too_soon: 'requested_date',
  author_twice: 'requested_date',
  date_full: 'requested_date',
  date_past: 'requested_date',
  date_too_far: 'requested_date',
  pre_order: 'requested_date',
  adult_category: 'category_id',
};

/** {field: [explanation]} of the failed rules, with those without a field under `base`. */
export function eligibilityErrors(results: readonly RuleResult[]): { [field: string]: string[] } {
  const errors: { [field: string]: string[] } = {};
  for (const { code, passed, message } of results) {
    if (passed !== false) continue;
    const field = FIELDS[code] ?? 'base';
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

/** Rules that alternates break, and error messages that name the date. */
export function alternateProblems(facts: EligibilityFacts, dates: readonly string[]) {
  const problems = dates.flatMap((date) => failedRulesOn(facts, date).map((code) => ({ date, code })));
  const errors: { [field: string]: string[] } = {};
  if (problems.length)
    errors.alternate_dates = problems.map(
      ({ date, code }) => `The alternative date ${formatDate(date)} isn’t available. ${REASONS[code].explanation}`,
    );
  return { problems, errors };
}
