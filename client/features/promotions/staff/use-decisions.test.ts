import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { LANE_COUNTS } from '#client/api/lane-counts.ts';
import type { Promotion } from '#shared/promotions.ts';
import { invalidateRelated, isOwnDecision, partnerRecordKey, promotionKey } from './use-decisions.ts';

it('reloads the record of a decided promotion’s partner, and no other partner’s', () => {
  const client = new QueryClient();
  const keys = [promotionKey(1), partnerRecordKey(7), partnerRecordKey(8), LANE_COUNTS];
  for (const key of keys) client.setQueryData(key, {});
  invalidateRelated(client, { id: 1, book_id: 2, category_id: 3, partner_id: 7 } as Promotion);
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false, true]);
});

it('after a lost response, accepts only the editor’s own event since the decision was sent', () => {
  const last_event = {
    id: 1,
    actor: 'user',
    actor_name: 'Nora',
    action: 'ask_feedback',
    to: '',
    seconds_ago: 3,
  } as const;
  const sent = { kind: 'partner_feedback', by: 'Nora', since: 3 } as const;
  const isOwn = (event: object, facts = sent as Parameters<typeof isOwnDecision>[1]) =>
    isOwnDecision({ last_event: { ...last_event, ...event } }, facts);
  expect(isOwn({})).toBe(true);
  expect(
    [{ actor_name: 'Sam' }, { actor: 'partner' }, { action: 'approve' }, { seconds_ago: 4 }].map((event) =>
      isOwn(event),
    ),
  ).toEqual([false, false, false, false]);
  expect(isOwnDecision({}, sent)).toBe(false);
});
