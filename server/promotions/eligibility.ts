/**
 * The submission rules, one code each, for the /promotion-requirements page, the form's live check, and the submission
 * itself. A rule returns true, false, or null while the form has too little to decide. See
 * docs/product.md#promotions-booking.
 */
import { MAX_BOOKING_DAYS_AHEAD } from '#shared/business.ts';
import { addDays, daysBetween } from '#shared/dates.ts';
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
  promotion_today: string;
  /** Staff may still book the newsletter that closes next. */
  by_staff: boolean;
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
  /** Dates of this book's other promotions, without canceled and declined ones. */
  same_book_dates: readonly string[];
  /** Dates of the author's other promotions, without canceled and declined ones. */
  same_author_dates: readonly string[];
  places_left: number | null;
  has_valid_card: boolean;
  has_unpaid_promotion: boolean;
  has_open_dispute: boolean;
};

type RuleVerdict = boolean | null;

const onDate = (facts: EligibilityFacts, holds: (date: string) => boolean): RuleVerdict =>
  facts.requested_date === undefined ? null : holds(facts.requested_date);

const RULES: Record<RuleCode, (facts: EligibilityFacts) => RuleVerdict> = {
  price_too_high: ({ sale_price_cents: price }) => (price === undefined ? null : price <= MAX_DEAL_PRICE_CENTS),
  discount_too_small: ({ sale_price_cents: price, current_price_cents: current }) =>
    price === undefined || current === undefined ? null : isDiscountEnough(price, current),
  too_short: ({ book, category }) =>
    category ? book.page_count === null || book.page_count >= category.min_pages : null,
  rating_too_low: ({ book }) =>
    (book.rating_count ?? 0) < MIN_RATING_COUNT || book.rating_avg === null || book.rating_avg >= MIN_RATING,
  repeat_too_soon: (facts) =>
    onDate(facts, (date) => facts.same_book_dates.every((other) => Math.abs(daysBetween(other, date)) >= REPEAT_DAYS)),
  author_twice: (facts) => onDate(facts, (date) => !facts.same_author_dates.includes(date)),
  no_store_link: ({ book }) => storesOf(book).length > 0,
  store_mismatch: ({ book }) => Object.keys(storeLinkProblems(book)).length === 0,
  pre_order: (facts) => onDate(facts, (date) => facts.book.published_on === null || facts.book.published_on <= date),
  date_full: (facts) => onDate(facts, () => facts.places_left === null || facts.places_left > 0),
  date_past: (facts) => onDate(facts, (date) => date >= addDays(facts.promotion_today, facts.by_staff ? 0 : 1)),
  date_too_far: (facts) => onDate(facts, (date) => date <= addDays(facts.promotion_today, MAX_BOOKING_DAYS_AHEAD)),
  no_card: ({ has_valid_card }) => has_valid_card,
  unpaid_promotion: ({ has_unpaid_promotion }) => !has_unpaid_promotion,
  open_dispute: ({ has_open_dispute }) => !has_open_dispute,
  adult_category: ({ book: { content_rating: rating }, category }) =>
    category ? (category.is_adult ? rating === 'adult' || rating === 'mature' : rating !== 'adult') : null,
};

type RuleResult = { code: RuleCode; passed: RuleVerdict; message: string };

/** `codes` are the rules to check. */
export const checkEligibility = (facts: EligibilityFacts, codes: readonly RuleCode[] = RULE_CODES): RuleResult[] =>
  codes.map((code) => ({ code, passed: RULES[code](facts), message: REASONS[code].explanation }));

/** Rules about the date alone; whether it has a free slot is decided when one is taken. */
const DATE_RULES: readonly RuleCode[] = ['repeat_too_soon', 'author_twice', 'pre_order', 'date_past', 'date_too_far'];

/** Fields whose change is checked by the rules again. */
export type Booking = {
  requested_date: string;
  category_id: number;
  current_price_cents: number;
  sale_price_cents: number;
};

/**
 * The rules that a change must satisfy. Unchanged fields aren't checked again: their day may have filled up or come
 * close.
 */
export function rulesOfChange(before: Booking, after: { [field in keyof Booking]?: Booking[field] | undefined }) {
  const differs = (field: keyof Booking) => after[field] !== undefined && after[field] !== before[field];
  const hasNewDate = differs('requested_date');
  const needsPlace = hasNewDate || differs('category_id');
  if (!needsPlace && !differs('sale_price_cents') && !differs('current_price_cents')) return [];
  return RULE_CODES.filter(
    (code) => (hasNewDate || !DATE_RULES.includes(code)) && (needsPlace || code !== 'date_full'),
  );
}

/** The rules that this date would break instead of the requested one. */
export const failedRulesOn = (facts: EligibilityFacts, date: string): RuleCode[] =>
  DATE_RULES.filter((code) => RULES[code]({ ...facts, requested_date: date }) === false);

/** The form field that each rule concerns; the others concern the whole promotion. */
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

/** {field: [explanation]} of the failed rules; complete sentences, so those without a field go under `base`. */
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
      ({ date, code }) => `The alternative date ${date} isn’t available. ${REASONS[code].explanation}`,
    );
  return { problems, errors };
}
