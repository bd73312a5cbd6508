import { describe, expect, it } from 'vitest';
import type { Discount } from '#shared/discounts.ts';
import { discountText, limitTexts, stateOf, usesText, windowText } from './discount-labels.ts';

const discount: Discount = {
  id: 1,
  code: 'WELCOME25',
  kind: 'percent',
  value: 25,
  starts_at: '2026-11-01T18:00:00.000Z',
  ends_at: '2026-12-01T18:00:00.000Z',
  usage_limit: 5,
  per_partner_limit: 1,
  book_id: null,
  partner_id: null,
  category_id: null,
  first_promotion_only: false,
  min_cost_cents: null,
  enabled: true,
  used_count: 4,
  created_at: '2026-10-01T18:00:00.000Z',
};

describe('the state of a code', () => {
  const at = (now: string, more: Partial<Discount> = {}) => stateOf({ ...discount, ...more }, now);

  it('follows the code’s window, which includes its start but not its end', () => {
    expect(at('2026-11-01T17:59:59.999Z')).toBe('scheduled');
    expect(at('2026-11-01T18:00:00.000Z')).toBe('active');
    expect(at('2026-12-01T17:59:59.999Z')).toBe('active');
    expect(at('2026-12-01T18:00:00.000Z')).toBe('ended');
  });

  it('is “used up” after the last use, and “disabled” once the code is disabled', () => {
    expect(at('2026-11-20T00:00:00.000Z', { used_count: 5 })).toBe('used up');
    expect(at('2026-11-20T00:00:00.000Z', { enabled: false })).toBe('disabled');
  });

  it('stays “active” without an end date and a usage limit', () => {
    expect(at('2040-01-01T00:00:00.000Z', { ends_at: null, usage_limit: null, used_count: 900 })).toBe('active');
  });
});

it('shows the value and the uses', () => {
  expect(discountText(discount)).toBe('25% off');
  expect(discountText({ kind: 'fixed_cents', value: 1000 })).toBe('$10.00 off');
  expect(usesText(discount)).toBe('4 of 5 used');
  expect(usesText({ used_count: 6, usage_limit: null })).toBe('6 used');
});

it('shows the dates', () => {
  expect(windowText(discount)).toBe('from Nov 1, 2026, 11:00 AM Pacific Time until Dec 1, 2026, 11:00 AM Pacific Time');
  expect(windowText({ starts_at: null, ends_at: null })).toBe('no expiration');
});

it('lists the restrictions', () => {
  expect(limitTexts(discount)).toEqual(['once per partner']);
  const narrow = { per_partner_limit: 3, first_promotion_only: true, min_cost_cents: 2000, partner_id: 11, book_id: 4 };
  expect(limitTexts({ ...discount, ...narrow, category_id: 2 })).toEqual([
    '3 times per partner',
    'first promotion only',
    'minimum cost $20.00',
    'one book',
    'partner 11',
    'one category',
  ]);
});
