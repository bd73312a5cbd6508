import { NO_COVER } from '#client/ui/Cover.tsx';
import { formatCount } from '#shared/counts.ts';
import { isAboveListPrice, listPriceOf } from '#shared/list-price.ts';
import { formatCents } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import { isUndecided } from '#shared/status.ts';
import type { RuleCode } from '#shared/submission-rules.ts';
import { isDatePassed, isEmailUnverified } from './approval.ts';

type Facts = Pick<
  Promotion,
  | 'display_status'
  | 'open_dates'
  | 'card'
  | 'partner'
  | 'failed_rules'
  | 'changed_since_review'
  | 'at_risk'
  | 'book'
  | 'current_price_cents'
>;
/** `rules`: the failed ones in a few words each, if `text` only counts them. */
export type Verdict = { tone: 'good' | 'bad' | 'plain'; text: string; rules?: readonly string[] };

export const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const bad = (text: string): Verdict => ({ tone: 'bad', text });

/** Failed rules in a few words. */
const BRIEF_RULES: Record<RuleCode, string> = {
  price_too_high: 'price too high',
  discount_too_small: 'discount too small',
  too_short: 'too short',
  rating_too_low: 'rating too low',
  repeat_too_soon: 'repeated too soon',
  author_twice: 'author twice that day',
  no_store_link: 'no store link',
  store_mismatch: 'wrong store link',
  pre_order: 'pre-order',
  date_full: 'date full',
  date_past: 'date passed',
  date_too_far: 'date too far ahead',
  no_card: 'no valid card',
  unpaid_promotion: 'unpaid promotion',
  open_dispute: 'disputed charge',
  adult_category: 'wrong category',
};

const briefRule = (code: RuleCode, { card }: Pick<Promotion, 'card'>) =>
  code === 'no_card' && card?.other_valid_card ? 'card invalid' : BRIEF_RULES[code];

/** A promotion's verdict in a few words, for the list: its first problem, "rules met", "changed", or its status. */
export function verdictOf(promotion: Facts): Verdict {
  const { display_status, card, failed_rules = [], changed_since_review, at_risk } = promotion;
  if (!isUndecided(display_status)) {
    if (at_risk) return bad('won’t be sent');
    return { tone: 'plain', text: changed_since_review ? 'changed' : display_status };
  }
  if (display_status === 'awaiting partner feedback') return { tone: 'plain', text: 'awaiting partner' };
  if (isDatePassed(promotion)) return bad('date passed');
  if (card === null || card?.is_chargeable === false) return bad(briefRule('no_card', promotion));
  if (isEmailUnverified(promotion)) return bad('email unverified');
  if (failed_rules.length > 1)
    return {
      ...bad(`fails ${failed_rules.length} rules`),
      rules: failed_rules.map((code) => briefRule(code, promotion)),
    };
  if (failed_rules[0]) return bad(briefRule(failed_rules[0], promotion));
  if (contradictingPrice(promotion) !== null) return bad('check price');
  const missing = missingParts(promotion);
  return missing ? bad(missing) : { tone: 'good', text: 'rules met' };
}

/** 'Fails 2 rules: too short, no store link', or '' */
export const failedRulesText = (promotion: Pick<Promotion, 'failed_rules' | 'card'>) =>
  promotion.failed_rules?.length ? `Fails ${rulesText(promotion.failed_rules, promotion)}` : '';

const rulesText = (codes: readonly RuleCode[], promotion: Pick<Promotion, 'card'>) =>
  `${formatCount(codes.length, 'rule')}: ${codes.map((code) => briefRule(code, promotion)).join(', ')}`;

/** Why changes after an approval can't be approved as they are, or ''. */
export function changesProblem(promotion: Pick<Promotion, 'actions' | 'failed_rules' | 'card'>): string {
  const { actions, failed_rules } = promotion;
  if (!actions.includes('keep_approved') || actions.includes('accept_changes')) return '';
  if (!failed_rules) return 'The changes can’t be approved as they are.';
  if (!failed_rules.length)
    return 'These changes conflict with the deal’s end date, the discount code, or the top spot. Keep the approved version, or ask the partner.';
  return `The changes fail ${rulesText(failed_rules, promotion)}`;
}

/** The store's regular price in cents if it's clearly lower than the one the partner claims, otherwise null. */
function contradictingPrice({ book, current_price_cents }: Pick<Promotion, 'book' | 'current_price_cents'>) {
  const listed_cents = book ? listPriceOf(book) : null;
  return isAboveListPrice(current_price_cents, listed_cents) ? listed_cents : null;
}

/** The book's missing parts: 'no cover', 'no author', or 'no cover and no author'; '' if none. */
function missingParts({ book }: Pick<Promotion, 'book'>) {
  const parts = [book?.cover_url === NO_COVER && 'no cover', book?.author_id === null && 'no author'];
  return parts.filter(Boolean).join(' and ');
}

/** The reasons to ask before an approval: 'Fails 1 rule: too short. The store’s regular price is $4.99', or '' */
export function doubtsText(promotion: Pick<Promotion, 'failed_rules' | 'card' | 'book' | 'current_price_cents'>) {
  const listed_cents = contradictingPrice(promotion);
  const price = listed_cents === null ? '' : `The store’s regular price is ${formatCents(listed_cents)}`;
  const missing = missingParts(promotion);
  return [failedRulesText(promotion), price, missing && `The book has ${missing}`].filter(Boolean).join('. ');
}

/** The failed rules in a few words each, or another reason why the promotion can't be approved in bulk. */
export function problemText(promotion: Facts) {
  const { text, rules } = verdictOf(promotion);
  return rules?.join(', ') ?? text;
}
