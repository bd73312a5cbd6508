import { describe, expect, it } from 'vitest';
import type { Discount } from '#prisma';
import { type DiscountUseFacts, isUsable } from './rules.ts';

const NOON = new Date('2026-12-01T20:00:00.000Z');
const JUST_BEFORE = new Date('2026-12-01T19:59:59.999Z');
const JUST_AFTER = new Date('2026-12-01T20:00:00.001Z');

/** A code whose only restriction is one use per partner. */
const UNRESTRICTED: Discount = {
  id: 1,
  code: 'QUARTER',
  kind: 'percent',
  value: 25,
  starts_at: null,
  ends_at: null,
  usage_limit: null,
  per_partner_limit: 1,
  book_id: null,
  partner_id: null,
  category_id: null,
  first_promotion_only: false,
  min_cost_cents: null,
  enabled: true,
  used_count: 0,
  created_at: NOON,
  updated_at: NOON,
};
const USE: DiscountUseFacts = {
  now: NOON,
  partner_id: 7,
  book_id: 70,
  category_id: 3,
  uses_by_partner: 0,
  earlier_promotions: 0,
};

describe('a discount code', () => {
  it.each<[string, Partial<Discount>, Partial<DiscountUseFacts>, boolean]>([
    ['without any condition', {}, {}, true],
    ['that is disabled', { enabled: false }, {}, false],
    ['that begins this instant', { starts_at: NOON }, {}, true],
    ['that has not begun', { starts_at: JUST_AFTER }, {}, false],
    ['that ends this instant', { ends_at: NOON }, {}, false],
    ['that has not ended yet', { ends_at: JUST_AFTER }, {}, true],
    ['that has ended', { ends_at: JUST_BEFORE }, {}, false],
    ['with one use left', { usage_limit: 10, used_count: 9 }, {}, true],
    ['that is used up', { usage_limit: 10, used_count: 10 }, {}, false],
    ['without a limit, used many times', { usage_limit: null, used_count: 10_000 }, {}, true],
    ['that this partner has used once', {}, { uses_by_partner: 1 }, false],
    ['that a partner may use twice, once used', { per_partner_limit: 2 }, { uses_by_partner: 1 }, true],
    ['that a partner may use twice, twice used', { per_partner_limit: 2 }, { uses_by_partner: 2 }, false],
    ['for first promotions, at the first', { first_promotion_only: true }, { earlier_promotions: 0 }, true],
    ['for first promotions, at the second', { first_promotion_only: true }, { earlier_promotions: 1 }, false],
    ['for everybody, at the second', {}, { earlier_promotions: 1 }, true],
    ['of this partner', { partner_id: 7 }, {}, true],
    ['of another partner', { partner_id: 8 }, {}, false],
    ['for this book', { book_id: 70 }, {}, true],
    ['for another book', { book_id: 71 }, {}, false],
    ['for a book, if none is specified', { book_id: 70 }, { book_id: undefined }, false],
    ['for this category', { category_id: 3 }, {}, true],
    ['for another category', { category_id: 4 }, {}, false],
    ['for a category, if none is chosen yet', { category_id: 3 }, { category_id: undefined }, true],
  ])('%s', (_, discount, facts, usable) => {
    expect(isUsable({ ...UNRESTRICTED, ...discount }, { ...USE, ...facts })).toBe(usable);
  });
});
