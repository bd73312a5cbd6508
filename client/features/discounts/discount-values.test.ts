import { expect, it } from 'vitest';
import { fieldErrorsOf } from '#shared/validation.ts';
import { bodyOf, DiscountForm, NEW_DISCOUNT } from './discount-values.ts';

const filled = { ...NEW_DISCOUNT, code: 'SPRING10', value: 10 };
const problems = (values: object) => {
  const parsed = DiscountForm.safeParse({ ...filled, ...values });
  return parsed.success ? [] : Object.keys(fieldErrorsOf(parsed.error));
};

it('sends null for an empty end or minimum cost, and times as instants', () => {
  expect(bodyOf({ ...filled, starts_at: '2026-11-21T10:00', usage_limit: 5 })).toEqual({
    code: 'SPRING10',
    kind: 'percent',
    value: 10,
    starts_at: '2026-11-21T17:00:00.000Z',
    ends_at: null,
    usage_limit: 5,
    per_partner_limit: 1,
    book_id: null,
    partner_id: null,
    category_id: null,
    first_promotion_only: false,
    min_cost_cents: null,
    enabled: true,
  });
});

it('accepts a simple code, and rejects an empty one', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ code: '', value: '' }).sort()).toEqual(['code', 'value']);
});

it('refuses an empty limit per partner', () => {
  expect(problems({ per_partner_limit: '' })).toEqual(['per_partner_limit']);
});

it('rejects more than 100 percent off', () => {
  expect(problems({ value: 101 })).toEqual(['value']);
  expect(problems({ kind: 'fixed_cents', value: 101 })).toEqual([]);
});

it('rejects an end that isn’t after the start', () => {
  expect(problems({ starts_at: '2026-11-21T10:00', ends_at: '2026-11-21T10:00' })).toEqual(['ends_at']);
  expect(problems({ starts_at: '2026-11-21T10:00', ends_at: '2026-11-21T10:01' })).toEqual([]);
});
