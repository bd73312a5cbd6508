import { expect, it } from 'vitest';
import type { Database } from '#server/platform/database.ts';
import type { DeliveryResult } from './deliver-one.ts';
import { createSendProgress } from './send-progress.ts';

const resultOf = (state: 'accepted' | 'bounced', event: DeliveryResult['event']) =>
  ({ outcome: { state }, event, stoppingError: null }) as DeliveryResult;
/** Adds results faster than they are saved, so no database is needed. */
const problemOf = (...results: DeliveryResult[]) => progressOf().add(results);
const progressOf = (delivered_count = 0, warm_up_id: number | null = null) =>
  createSendProgress({ db: {} as Database }, { id: 1, warm_up_id, delivered_count });
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

it('records soft bounces right away; hard ones wait for an accepted email, except in a warm-up', async () => {
  const progress = progressOf();
  const [soft, hard] = [resultOf('bounced', 'soft_bounce'), resultOf('bounced', 'hard_bounce')];
  expect(progress.bouncesOf([hard, soft])).toEqual([soft]);
  expect(progress.bouncesOf([resultOf('bounced', null), hard])).toEqual([]);
  expect(progress.bouncesOf([resultOf('accepted', null)])).toEqual([hard, hard]);
  expect(progress.bouncesOf([hard])).toEqual([]);
  expect(progress.lastBounces()).toEqual([hard]);
  expect(progressOf(0, 7).bouncesOf([hard, soft])).toEqual([hard, soft]);
});

it('records the last hard bounces of a run unless the relay has accepted nothing or the run ends in a pause', async () => {
  const hard = resultOf('bounced', 'hard_bounce');
  const [unproven, retry, paused] = [progressOf(), progressOf(500), progressOf(500)];
  for (const progress of [unproven, retry, paused]) progress.bouncesOf([hard]);
  await paused.add(times(20, hard));
  expect([unproven.lastBounces(), retry.lastBounces(), paused.lastBounces()]).toEqual([[], [hard], []]);
});
