import { expect, it } from 'vitest';
import type { Promotion } from '#shared/promotions.ts';
import { type RecentDecision, withDecision, withOutcome } from './recent-decisions.ts';

const decided = (id: number) => ({ promotion: { id } as Promotion, decision: { kind: 'approve', body: {} } }) as const;

it('keeps the last ten decisions, newest first', () => {
  const list = Array.from({ length: 12 }, (_, id) => decided(id)).reduce<RecentDecision[]>(withDecision, []);
  expect(list.map(({ promotion }) => promotion.id)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
});

it('records the outcome of one decision, also if its promotion was decided twice', () => {
  const [first, second] = [decided(1), decided(1)];
  const list = withOutcome(withDecision(withDecision([], first), second), first, 'undone');
  expect(list.map(({ outcome }) => outcome)).toEqual([null, 'undone']);
});
