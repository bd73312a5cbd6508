import { expect, it } from 'vitest';
import type { Database } from '#server/platform/database.ts';
import type { DeliveryResult } from './deliver-one.ts';
import { createSendProgress } from './send-progress.ts';

const resultOf = (state: 'accepted' | 'bounced', event: DeliveryResult['event']) =>
  ({ outcome: { state }, event, transportError: null }) as DeliveryResult;
/** Adds results faster than they are saved, so no database is needed. */
const problemOf = (...results: DeliveryResult[]) =>
  createSendProgress({ db: {} as Database }, { id: 1, warm_up_id: null }).add(results);
const times = (count: number, result: DeliveryResult) => Array.from({ length: count }, () => result);

it('pauses after 20 refusals without a delivery, but not for emails that were only deferred', async () => {
  const [refused, unknown] = [resultOf('bounced', null), resultOf('bounced', 'hard_bounce')];
  expect(await problemOf(...times(19, refused))).toBeNull();
  expect(await problemOf(...times(10, refused), ...times(10, unknown))).toBe(
    'The mail server refused 20 emails and accepted none.',
  );
  expect(await problemOf(...times(30, refused), resultOf('accepted', null))).toBeNull();
  expect(await problemOf(...times(30, resultOf('bounced', 'soft_bounce')))).toBeNull();
});
