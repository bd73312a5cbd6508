import { describe, expect, it } from 'vitest';
import { breakEvenOf, isReducedTo35, type PricedBook, royaltyCents } from './break-even.ts';

const book: PricedBook = { price_cents: 99, plan: 'kdp35', file_mb: 0.4, other_percent: 70 };
const terms = { cpc_cents: 40, addon_cents: [], max_cost_cents: 6000, discount: null };

describe('the royalty on one copy', () => {
  // The first seven are the table in content/marketing-guide/amazon-book-marketing.md, with six cents of delivery.
  it.each<[string, Partial<PricedBook>, number]>([
    ['$0.99 at 35%', {}, 35],
    ['$1.99 at 35%', { price_cents: 199 }, 70],
    ['$2.99 at 70%', { price_cents: 299, plan: 'kdp70' }, 205],
    ['$3.99 at 70%', { price_cents: 399, plan: 'kdp70' }, 275],
    ['$4.99 at 70%', { price_cents: 499, plan: 'kdp70' }, 345],
    ['$9.99 at 70%', { price_cents: 999, plan: 'kdp70' }, 695],
    ['$12.99, reduced to 35%', { price_cents: 1299, plan: 'kdp70' }, 455],
    ['$2.98, reduced to 35%', { price_cents: 298, plan: 'kdp70' }, 104],
    ['$0.99 in a Countdown Deal at 70%', { plan: 'kdp70_countdown' }, 65],
    ['$2.99 as a 15 MB file', { price_cents: 299, plan: 'kdp70', file_mb: 15 }, 52],
    ['$0.99 as a 15 MB file in a Countdown Deal', { plan: 'kdp70_countdown', file_mb: 15 }, 0],
    ['$3.99 at 60% of another store', { price_cents: 399, plan: 'other', other_percent: 60 }, 239],
    ['a free book', { price_cents: 0, plan: 'kdp70_countdown' }, 0],
  ])('of %s', (_, change, cents) => {
    expect(royaltyCents({ ...book, ...change })).toBe(cents);
  });

  it('falls to 35% on the 70% plan outside its price range, but not in a Countdown Deal', () => {
    expect(isReducedTo35({ ...book, plan: 'kdp70' })).toBe(true);
    expect(isReducedTo35({ ...book, plan: 'kdp70_countdown' })).toBe(false);
    expect(isReducedTo35({ ...book, plan: 'kdp70', price_cents: 299 })).toBe(false);
    expect(isReducedTo35({ ...book, plan: 'kdp70', price_cents: 1000 })).toBe(true);
  });
});

describe('a series', () => {
  // 48 of 100 buyers read on and bring $9.85 each: $0.35 + $4.728 a buyer.
  const series = { ...book, conversion_percent: 20, read_on_percent: 48, later_cents: 985 };

  it('can pay as much for a click as the click earns', () => {
    expect(breakEvenOf(series, terms, [40, 150, 400])).toEqual({
      royalty_cents: 35,
      buyer_cents: 508,
      // 20% of $5.078 is $1.0156.
      max_cpc_cents: 101,
      clicks_to_break_even: 0,
      outcomes: [
        { clicks: 40, copies: 8, earned_cents: 4062, cost_cents: 1600, profit_cents: 2462 },
        { clicks: 150, copies: 30, earned_cents: 15234, cost_cents: 6000, profit_cents: 9234 },
        // The cap: 400 clicks would cost $160.
        { clicks: 400, copies: 80, earned_cents: 40624, cost_cents: 6000, profit_cents: 34624 },
      ],
    });
  });
});

describe('a single book', () => {
  const single = { ...book, conversion_percent: 10, read_on_percent: 0, later_cents: 0 };

  it('loses money until the cap makes further clicks free, except while the cost is waived', () => {
    const result = breakEvenOf(single, terms, [0, 1, 100, 1714, 1715]);
    expect(result).toMatchObject({ royalty_cents: 35, buyer_cents: 35, max_cpc_cents: 3, clicks_to_break_even: 1715 });
    expect(result.outcomes.map(({ profit_cents }) => profit_cents)).toEqual([
      0,
      // The 40 cents of a single click are waived.
      4,
      350 - 4000,
      5999 - 6000,
      6003 - 6000,
    ]);
  });

  it('never breaks even if it’s free', () => {
    expect(breakEvenOf({ ...single, price_cents: 0 }, { ...terms, cpc_cents: 15 }, [200])).toMatchObject({
      max_cpc_cents: 0,
      clicks_to_break_even: null,
      outcomes: [{ cost_cents: 3000, profit_cents: -3000 }],
    });
  });

  it('doesn’t lose a cent of the maximum click price to binary fractions', () => {
    // 64.6% of $5.00 is $3.23; as a binary fraction slightly less.
    const exact = { ...single, plan: 'other' as const, price_cents: 500, other_percent: 100, conversion_percent: 64.6 };
    expect(breakEvenOf(exact, terms, [])).toMatchObject({ max_cpc_cents: 323 });
  });

  it('breaks even at exactly the maximum click price', () => {
    const exact = { ...single, plan: 'other' as const, price_cents: 400, other_percent: 100 };
    expect(breakEvenOf(exact, terms, [100])).toMatchObject({
      max_cpc_cents: 40,
      clicks_to_break_even: 0,
      outcomes: [{ profit_cents: 0 }],
    });
  });
});
