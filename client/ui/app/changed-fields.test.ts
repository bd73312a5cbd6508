import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

const before = { requested_date: '2026-11-27', alternate_dates: ['2026-11-29'], sale_price_cents: 99 };

it('sends only the changed fields', () => {
  expect(changedFields(before, { ...before, sale_price_cents: 0 })).toEqual({ sale_price_cents: 0 });
  expect(changedFields(before, { ...before, alternate_dates: [] })).toEqual({ alternate_dates: [] });
});

it('treats an equal list as unchanged', () => {
  expect(changedFields(before, { ...before, alternate_dates: ['2026-11-29'] })).toEqual({});
});
