/**
 * The earnings from a promotion's clicks, and the click price at which it breaks even. Pure, in US cents; the cost
 * comes from promotion-cost.ts, with its cap (docs/decisions/0100-break-even-from-one-buyer.md).
 */
import { type CostTerms, costOf } from './promotion-cost.ts';

export const ROYALTY_PLANS = ['kdp35', 'kdp70', 'kdp70_countdown', 'other'] as const;
export type RoyaltyPlan = (typeof ROYALTY_PLANS)[number];

/** Amazon's two royalty plans, according to the sources below. */
const KDP_TERMS = { low: 0.35, high: 0.7, high_from_cents: 299, high_to_cents: 999, delivery_cents_per_mb: 15 };

export const ROYALTY_SOURCES = [
  {
    title: 'eStorytellers on KDP royalties',
    url: 'https://estorytellers.com/blog/amazon-book-publishing-costs-usa',
    as_of: '2025',
    fact: 'From $2.99 to $9.99, KDP pays 70% of the price after a delivery fee of $0.15 per megabyte; at other prices, 35%.',
  },
  {
    title: 'KDP Help, how Countdown Deals work',
    url: 'https://kdp.amazon.com/en_US/help/topic/G201293780',
    as_of: null,
    fact: 'In a Kindle Countdown Deal, you keep the royalty rate you chose, even below $2.99.',
  },
] as const;

export type PricedBook = {
  price_cents: number;
  plan: RoyaltyPlan;
  /** File size in megabytes, for KDP's delivery fee. */
  file_mb: number;
  /** For the plan `other`: the store's royalty in percent of the price. */
  other_percent: number;
};

/** True if the 70% plan pays only 35%: the price is outside its range, and no Countdown Deal keeps the rate. */
export const isReducedTo35 = ({ plan, price_cents }: PricedBook) =>
  plan === 'kdp70' && (price_cents < KDP_TERMS.high_from_cents || price_cents > KDP_TERMS.high_to_cents);

/** The royalty on one copy, rounded to a cent. */
export function royaltyCents(book: PricedBook): number {
  const { price_cents, plan, file_mb, other_percent } = book;
  if (plan === 'other') return Math.round((price_cents * other_percent) / 100);
  if (plan === 'kdp35' || isReducedTo35(book)) return Math.round(price_cents * KDP_TERMS.low);
  const delivery = Math.round(file_mb * KDP_TERMS.delivery_cents_per_mb);
  return Math.round(Math.max(0, price_cents - delivery) * KDP_TERMS.high);
}

export type Expectations = PricedBook & {
  /** Sales from 100 billable clicks. */
  conversion_percent: number;
  /** Buyers in 100 who go on to the later books. */
  read_on_percent: number;
  /** Earnings per such buyer from all later books together. */
  later_cents: number;
};

/** `profit_cents` is negative for a loss. */
export type ClickOutcome = {
  clicks: number;
  copies: number;
  earned_cents: number;
  cost_cents: number;
  profit_cents: number;
};

export type BreakEven = {
  royalty_cents: number;
  /** Average earnings per buyer: the royalty plus the later books. */
  buyer_cents: number;
  /** The maximum click price without a loss, rounded down. */
  max_cpc_cents: number;
  /**
   * The promotion breaks even at this many clicks or more, without add-ons and discounts. If a click earns less than
   * its price, only the cap makes that possible. 0 if each click earns at least its price; null if clicks earn nothing.
   */
  clicks_to_break_even: number | null;
  outcomes: ClickOutcome[];
};

/** Calculates the break-even of a promotion, with an outcome for each of the given numbers of clicks. */
export function breakEvenOf(book: Expectations, terms: CostTerms, clicks: readonly number[]): BreakEven {
  const royalty_cents = royaltyCents(book);
  const buyer_cents = royalty_cents + (book.read_on_percent * book.later_cents) / 100;
  const click_cents = (book.conversion_percent * buyer_cents) / 100;
  return {
    royalty_cents,
    buyer_cents: Math.round(buyer_cents),
    max_cpc_cents: Math.floor(roundNoise(click_cents)),
    clicks_to_break_even: clicksToBreakEven(click_cents, terms),
    outcomes: clicks.map((count) => {
      const earned_cents = Math.round(roundNoise(count * click_cents));
      const cost_cents = costOf(terms, count).total_cents;
      return {
        clicks: count,
        copies: Math.round((count * book.conversion_percent) / 100),
        earned_cents,
        cost_cents,
        profit_cents: earned_cents - cost_cents,
      };
    }),
  };
}

function clicksToBreakEven(
  click_cents: number,
  { cpc_cents, max_cost_cents }: Pick<CostTerms, 'cpc_cents' | 'max_cost_cents'>,
) {
  if (roundNoise(click_cents) >= cpc_cents) return 0;
  return click_cents > 0 ? Math.ceil(roundNoise(max_cost_cents / click_cents)) : null;
}

/** Rounds off the error of binary fractions, which is smaller than a millionth of a cent. */
const roundNoise = (cents: number) => Math.round(cents * 1e6) / 1e6;
