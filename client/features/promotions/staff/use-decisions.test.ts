import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { LANE_COUNTS } from '#client/api/lane-counts.ts';
import type { Promotion } from '#shared/promotions.ts';
import { invalidateRelated, partnerRecordKey, promotionKey } from './use-decisions.ts';

it('reloads the record of a decided promotion’s partner, and no other partner’s', () => {
  const client = new QueryClient();
  const keys = [promotionKey(1), partnerRecordKey(7), partnerRecordKey(8), LANE_COUNTS];
  for (const key of keys) client.setQueryData(key, {});
  invalidateRelated(client, { id: 1, book_id: 2, category_id: 3, partner_id: 7 } as Promotion);
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false, true]);
});
