import { expect, it } from 'vitest';
import type { Estimate } from '#shared/promotions.ts';
import { discountText, estimatedCost, typicalText } from './partner/booking-form.ts';
import { mendingPlace, ruleTitle, sortedRules } from './rules.ts';

const estimate: Estimate = {
  category_id: 6,
  price_type: 'discounted',
  cpc_cents: 40,
  max_cost_cents: 6000,
  typical_low_cents: 2025,
  typical_high_cents: 5600,
  readers: 337,
  sample_size: 13,
  basis: 'history',
};

it('keeps clicks and add-ons together under the ceiling', () => {
  expect(estimatedCost(estimate, 0, null)).toEqual({ most_cents: 6000, low_cents: 2025, high_cents: 5600 });
  expect(estimatedCost(estimate, 1000, null)).toEqual({ most_cents: 6000, low_cents: 3025, high_cents: 6000 });
});

it('takes the discount off at the end, percent rounded half up', () => {
  expect(
    estimatedCost({ ...estimate, typical_low_cents: 2018 }, 1000, { kind: 'percent', value: 25, min_cost_cents: null }),
  ).toEqual({
    most_cents: 4500,
    low_cents: 2263,
    high_cents: 4500,
  });
  expect(
    estimatedCost({ ...estimate, typical_low_cents: 300 }, 0, {
      kind: 'fixed_cents',
      value: 500,
      min_cost_cents: null,
    }),
  ).toEqual({
    most_cents: 5500,
    low_cents: 0,
    high_cents: 5100,
  });
});

it('takes nothing off below the least cost of a code, as the invoice will not', () => {
  const code = { kind: 'percent', value: 50, min_cost_cents: 3000 } as const;
  expect(estimatedCost(estimate, 0, code)).toEqual({ most_cents: 3000, low_cents: 2025, high_cents: 2800 });
  expect(discountText(code)).toBe('50% off from $30.00');
});

it('asks nothing where the invoice will be too small to be asked for', () => {
  const code = { kind: 'fixed_cents', value: 1980, min_cost_cents: null } as const;
  expect(estimatedCost(estimate, 0, code)).toEqual({ most_cents: 4020, low_cents: 0, high_cents: 3620 });
});

it('names both ends of what is typical, or the one amount', () => {
  expect(typicalText({ low_cents: 2025, high_cents: 2520 })).toBe('typically $20.25 to $25.20');
  expect(typicalText({ low_cents: 6000, high_cents: 6000 })).toBe('typically $60.00');
  expect(discountText({ kind: 'percent', value: 10, min_cost_cents: null })).toBe('10% off');
  expect(discountText({ kind: 'fixed_cents', value: 500, min_cost_cents: null })).toBe('$5.00 off');
});

it('parts the rules into failed, open and met', () => {
  const rule = (code: string, passed: boolean | null) => ({ code, passed, message: '' });
  const { failed, open, met } = sortedRules([rule('no_card', false), rule('date_full', null), rule('too_short', true)]);
  expect([failed, open, met].map((rules) => rules.map(({ code }) => code))).toEqual([
    ['no_card'],
    ['date_full'],
    ['too_short'],
  ]);
});

it('says what a rule wants and where it can be mended', () => {
  expect(ruleTitle({ code: 'no_card' })).toBe('A valid default card');
  expect(ruleTitle({ code: 'brand_new_rule' })).toBe('brand new rule');
  expect(mendingPlace({ code: 'unpaid_promotion' }, 27)).toEqual({ to: '/partners/billing', label: 'Go to billing' });
  expect(mendingPlace({ code: 'open_dispute' }, 27)).toEqual({ to: '/contact', label: 'Write to us' });
  expect(mendingPlace({ code: 'too_short' }, 27)).toEqual({ to: '/partners/books/27/edit', label: 'Edit the book' });
  expect(mendingPlace({ code: 'price_too_high' }, 27)).toBeNull();
});
