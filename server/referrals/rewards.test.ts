import { describe, expect, it } from 'vitest';
import { availableAt, cashableCents, isRewarded, rewardCents, wasCredited } from './rewards.ts';

it.each([
  [6000, 1200],
  [3150, 630],
  [1000, 200],
  [53, 11],
  [52, 10],
  [50, 10],
  [0, 0],
])('a payment of %i cents earns %i cents', (paid, reward) => {
  expect(rewardCents(paid)).toBe(reward);
});

describe('the twelve months after sign-up', () => {
  const signed_up_at = new Date('2026-03-05T12:00:00Z');
  it.each([
    ['2026-03-05T12:00:00Z', true],
    ['2027-03-05T11:59:59.999Z', true],
    ['2027-03-05T12:00:00Z', false],
  ])('a payment on %s earns a reward: %s', (paid_at, rewarded) => {
    expect(isRewarded({ signed_up_at, paid_at: new Date(paid_at) })).toBe(rewarded);
  });
});

it('makes a reward available after thirty days', () => {
  expect(availableAt(new Date('2026-12-06T17:00:00Z'))).toEqual(new Date('2027-01-05T17:00:00Z'));
});

it('recognizes credited rewards, even after they were taken back completely', () => {
  expect(wasCredited({ state: 'pending', reward_invoice_id: null })).toBe(false);
  expect(wasCredited({ state: 'clawed_back', reward_invoice_id: null })).toBe(false);
  expect(wasCredited({ state: 'clawed_back', reward_invoice_id: 7 })).toBe(true);
  expect(wasCredited({ state: 'available', reward_invoice_id: null })).toBe(true);
});

it.each([
  ['all available rewards', { credit_cents: 9000, owed_cents: 0, available_cents: 6000 }, 6000],
  ['only unspent credit', { credit_cents: 5500, owed_cents: 0, available_cents: 6000 }, 5500],
  ['the rest after debts are deducted', { credit_cents: 5500, owed_cents: 300, available_cents: 6000 }, 5200],
  ['zero instead of a negative amount', { credit_cents: 100, owed_cents: 300, available_cents: 6000 }, 0],
])('pays out %s', (_, facts, cents) => {
  expect(cashableCents(facts)).toBe(cents);
});
