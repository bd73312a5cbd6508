import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { LANE_COUNTS } from '#client/api/lane-counts.ts';
import type { Promotion } from '#shared/promotions.ts';
import { invalidateRelated, partnerRecordKey, promotionKey, resultOfLostDecision } from './use-decisions.ts';

it('reloads the record of a decided promotion’s partner, and no other partner’s', () => {
  const client = new QueryClient();
  const keys = [promotionKey(1), partnerRecordKey(7), partnerRecordKey(8), LANE_COUNTS];
  for (const key of keys) client.setQueryData(key, {});
  invalidateRelated(client, { id: 1, book_id: 2, category_id: 3, partner_id: 7 } as Promotion);
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false, true]);
});

it('reloads the free slots of the promotion’s category and of all categories, but not of another category', () => {
  const client = new QueryClient();
  const keys = [3, 'all categories', 4].map((category) => ['user', 'promotion counts', category, '2026-12-02']);
  for (const key of keys) client.setQueryData(key, []);
  invalidateRelated(client, { id: 1, book_id: 2, category_id: 3, partner_id: 7 } as Promotion);
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false]);
});

describe('after a lost response', () => {
  const before = { display_status: 'awaiting review', updated_at: '2026-12-01T15:00:00.000Z', paid_at: null } as const;
  const decided = { display_status: 'awaiting partner feedback', updated_at: '2026-12-01T15:00:04.000Z' } as const;
  const last_event = {
    id: 1,
    actor: 'user',
    actor_name: 'Nora',
    action: 'ask_feedback',
    to: '',
    seconds_ago: 3,
  } as const;
  const sent = { kind: 'partner_feedback', by: 'Nora', since: 3 } as const;

  it('accepts only the editor’s own event since the decision was sent', () => {
    const resultWith = (event: object) =>
      resultOfLostDecision(before, { ...before, ...decided, last_event: { ...last_event, ...event } }, sent);
    expect(resultWith({})).toBe('decided');
    expect(
      [{ actor_name: 'Sam' }, { actor: 'partner' }, { action: 'approve' }, { seconds_ago: 4 }].map(resultWith),
    ).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(resultOfLostDecision(before, { ...before, ...decided }, sent)).toBe('unknown');
  });

  it('says that nothing changed only if neither the version nor the status did', () => {
    const resultOf = (current: object) => resultOfLostDecision(before, { ...before, ...current }, sent);
    expect(resultOf({})).toBe('unchanged');
    expect(resultOf({ updated_at: decided.updated_at })).toBe('unknown');
    expect(resultOf({ display_status: decided.display_status })).toBe('unknown');
  });

  it('never says that a declined charge succeeded, or that an unanswered one wasn’t made', () => {
    const unpaid = { ...before, display_status: 'payment failed' } as const;
    const charge = { ...sent, kind: 'charge' } as const;
    const event = { ...last_event, action: 'charge' };
    const paid = { ...unpaid, ...decided, paid_at: decided.updated_at };
    expect(resultOfLostDecision(unpaid, { ...paid, last_event: event }, charge)).toBe('decided');
    expect(resultOfLostDecision(unpaid, { ...unpaid, last_event: event }, charge)).toBe('unknown');
    expect(resultOfLostDecision(unpaid, unpaid, charge)).toBe('unknown');
  });
});
