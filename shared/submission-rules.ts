/**
 * Codes and limits of the submission rules: the server enforces them (server/promotions/eligibility.ts), and
 * /promotion-requirements explains them. Their texts are in reasons.ts.
 */
import { REASON_CODES, type ReasonCode } from './reasons.ts';

export const MAX_DEAL_PRICE_CENTS = 499;
/** Prices that are accepted without a discount, as permanent prices. */
export const PERMANENT_PRICES_CENTS: readonly number[] = [0, 99];
/** True if the deal is at least half off, or if the current price is a permanent one and stays the same. */
export const isDiscountEnough = (sale_cents: number, current_cents: number) =>
  sale_cents * 2 <= current_cents || (sale_cents === current_cents && PERMANENT_PRICES_CENTS.includes(sale_cents));
export const MIN_RATING = 3;
/** Fewer ratings than this aren't enough to refuse a book. */
export const MIN_RATING_COUNT = 5;
export const REPEAT_DAYS = 30;

export const RULE_CODES = [
  'price_too_high',
  'discount_too_small',
  'too_short',
  'rating_too_low',
  'repeat_too_soon',
  'author_twice',
  'no_store_link',
  'store_mismatch',
  'pre_order',
  'date_full',
  'date_past',
  'date_too_far',
  'no_card',
  'unpaid_promotion',
  'open_dispute',
  'adult_category',
] as const satisfies readonly ReasonCode[];
export type RuleCode = (typeof RULE_CODES)[number];

/** Decline codes that need an editor's judgment. */
export const EDITOR_CODES = REASON_CODES.filter((code): code is EditorCode => !isRuleCode(code));
type EditorCode = Exclude<ReasonCode, RuleCode>;

function isRuleCode(code: ReasonCode): code is RuleCode {
  return RULE_CODES.some((rule) => rule === code);
}
