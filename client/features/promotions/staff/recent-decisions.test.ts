import { expect, it } from 'vitest';
import type { Promotion } from '#shared/promotions.ts';
import { type RecentDecision, readDecisions, withDecisions, withOutcome } from './recent-decisions.ts';

const decided = (id: number, kind: RecentDecision['kind'] = 'approve') => ({ promotion: { id } as Promotion, kind });

it('keeps the last hundred decisions, newest first', () => {
  const list = Array.from({ length: 102 }, (_, id) => decided(id)).reduce<RecentDecision[]>(
    (list, one) => withDecisions(list, [one]),
    [],
  );
  expect(list).toHaveLength(100);
  expect(list.slice(0, 2).map(({ promotion }) => promotion.id)).toEqual([101, 100]);
});

it('keeps who was charged what, and which invoice was written off', () => {
  const promotion = { id: 1, partner: { name: 'Lantern Street Books' }, money: { invoiced: { total_cents: 3150 } } };
  const moneyOf = (kind: RecentDecision['kind'], facts: object) =>
    withDecisions([], [{ promotion: { ...promotion, ...facts } as Promotion, kind }])[0]!.money;
  expect(moneyOf('charge', {})).toBe('we charged Lantern Street Books $31.50');
  expect(moneyOf('cancel_approved', { sent_at: '2026-12-03T18:00:00.000Z' })).toBe('we wrote off the $31.50 invoice');
  expect(moneyOf('cancel_approved', { sent_at: null })).toBeUndefined();
});

it('records the outcome of one decision, even if its promotion was decided twice', () => {
  const first = withOutcome(withDecisions([], [decided(1)]), decided(1), 'undone');
  const list = withOutcome(withDecisions(first, [decided(1), decided(2)]), decided(1), 'done');
  expect(list.map(({ outcome }) => outcome)).toEqual(['done', null, 'undone']);
});

it('replaces an unknown outcome once it’s known', () => {
  const unknown = withOutcome(withDecisions([], [decided(1)]), decided(1), 'unknown');
  expect(withOutcome(unknown, decided(1), 'done').map(({ outcome }) => outcome)).toEqual(['done']);
});

it('records a bulk move as the kind of decision that the server made of it', () => {
  const list = withOutcome(
    withDecisions([], [decided(1, 'propose_date')]),
    decided(1, 'propose_date'),
    'done',
    'approve',
  );
  expect(list).toMatchObject([{ kind: 'approve', outcome: 'done' }]);
});

it('marks a pending decision of an earlier page load as unknown, and ignores text that isn’t JSON', () => {
  const text = JSON.stringify(withOutcome(withDecisions([], [decided(1), decided(2)], 'before'), decided(2), 'done'));
  expect(readDecisions(text, 'now').map(({ outcome }) => outcome)).toEqual(['unknown', 'done']);
  expect(readDecisions(text, 'before').map(({ outcome }) => outcome)).toEqual([null, 'done']);
  expect(readDecisions('{')).toEqual([]);
});
