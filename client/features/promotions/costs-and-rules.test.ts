import { expect, it } from 'vitest';
import type { Estimate } from '#shared/promotions.ts';
import { discountText, forecastCost, typicalText } from './partner/booking-form.ts';
import { fixLinkFor, groupRules, ruleTitle } from './rules.ts';

const estimate: Estimate = {
  category_id: 6,
  price_type: 'discounted',
  cpc_cents: 40,
  max_cost_cents: 6000,
  typical_low_cents: 2000,
  typical_high_cents: 5600,
  typical_low_clicks: 50,
  typical_high_clicks: 140,
  readers: 337,
  warm_up_readers: null,
  warm_up_note: null,
  sample_size: 13,
  basis: 'history',
};
const totalsOf = (...facts: Parameters<typeof forecastCost>) => {
  const { most, low_cents, high_cents } = forecastCost(...facts);
  return [most.total_cents, low_cents, high_cents];
};

it('caps the sum of clicks and add-ons', () => {
  expect(totalsOf(estimate, [], null)).toEqual([6000, 2000, 5600]);
  expect(totalsOf(estimate, [1000], null)).toEqual([6000, 3000, 6000]);
});

it('takes the discount off last, and rounds it to the nearest cent', () => {
  const quarter = { kind: 'percent', value: 25, min_cost_cents: null } as const;
  // 51 clicks at $0.25 cost $12.75, and $22.75 with the add-on. A quarter of that is $5.6875.
  expect(totalsOf({ ...estimate, cpc_cents: 25, typical_low_clicks: 51 }, [1000], quarter)).toEqual([4500, 1706, 3375]);
  const five = { kind: 'fixed_cents', value: 500, min_cost_cents: null } as const;
  expect(totalsOf({ ...estimate, typical_low_clicks: 7 }, [], five)).toEqual([5500, 0, 5100]);
});

it('takes nothing off below the minimum cost of a code', () => {
  const half = { kind: 'percent', value: 50, min_cost_cents: 3000 } as const;
  // With half off, the maximum of $60.00 becomes $30.00. With 90% off, the most that the partner can pay is $29.60, for
  // 74 clicks, which cost less than the code's minimum.
  expect(totalsOf(estimate, [], half)).toEqual([3000, 2000, 2800]);
  expect(totalsOf(estimate, [], { ...half, value: 90 })).toEqual([2960, 560, 2000]);
  expect(discountText(half)).toBe('50% off promotions that cost at least $30.00');
});

it('waives small totals, as the invoice does', () => {
  const code = { kind: 'fixed_cents', value: 1980, min_cost_cents: null } as const;
  expect(totalsOf(estimate, [], code)).toEqual([4020, 0, 3620]);
});

it('shows both ends of a typical range, or a single amount', () => {
  const { most } = forecastCost(estimate, [], null);
  expect(typicalText({ most, low_cents: 2025, high_cents: 2520 })).toBe('typically $20.25 to $25.20');
  expect(typicalText({ most, low_cents: 6000, high_cents: 6000 })).toBe('typically $60.00');
  expect(discountText({ kind: 'percent', value: 10, min_cost_cents: null })).toBe('10% off');
  expect(discountText({ kind: 'fixed_cents', value: 500, min_cost_cents: null })).toBe('$5.00 off');
});

it('doesn’t promise $0.00 when a small warm-up cap leaves less than one expected click', () => {
  const tiny = { ...estimate, typical_low_clicks: 0, typical_high_clicks: 0 };
  expect(typicalText(forecastCost(tiny, [], null))).toBe('typically less than $1');
  expect(typicalText(forecastCost(tiny, [1000], null))).toBe('typically $10.00');
  const free = { kind: 'percent', value: 100, min_cost_cents: null } as const;
  expect(typicalText(forecastCost(tiny, [], free))).toBe('typically $0.00');
});

it('groups the rules into failed, open, and met', () => {
  const rule = (code: string, passed: boolean | null) => ({ code, passed, message: '' });
  const { failed, open, met } = groupRules([rule('no_card', false), rule('date_full', null), rule('too_short', true)]);
  expect([failed, open, met].map((rules) => rules.map(({ code }) => code))).toEqual([
    ['no_card'],
    ['date_full'],
    ['too_short'],
  ]);
});

it('names a rule’s requirement and the page to fix it', () => {
  expect(ruleTitle({ code: 'no_card' })).toBe('A valid default card');
  expect(ruleTitle({ code: 'brand_new_rule' })).toBe('brand new rule');
  expect(fixLinkFor({ code: 'unpaid_promotion' }, 27)).toEqual({ to: '/partners/billing', label: 'Go to billing' });
  expect(fixLinkFor({ code: 'open_dispute' }, 27)).toEqual({ to: '/contact', label: 'Write to us' });
  expect(fixLinkFor({ code: 'too_short' }, 27)).toEqual({ to: '/partners/books/27/edit', label: 'Edit the book' });
  expect(fixLinkFor({ code: 'price_too_high' }, 27)).toBeNull();
});
