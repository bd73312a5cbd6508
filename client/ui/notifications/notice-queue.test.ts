import { expect, it, vi } from 'vitest';
import { createNoticeQueue } from './notice-queue.ts';

function setUp() {
  const queue = createNoticeQueue();
  return { ...queue, texts: () => queue.shown().map(({ text }) => text) };
}

it('shows three at a time, and the next one when one closes', () => {
  const { push, close, texts } = setUp();
  for (const text of ['a', 'b', 'c', 'd', 'e']) push('info', text);
  expect(texts()).toEqual(['a', 'b', 'c']);
  close('info: b');
  expect(texts()).toEqual(['a', 'c', 'd']);
});

it('calls its listener after every change', () => {
  const { push, close, subscribe } = setUp();
  const listener = vi.fn();
  subscribe(listener);
  push('error', 'early');
  close('error: early');
  expect(listener).toHaveBeenCalledTimes(2);
});

it('doesn’t repeat a text that is still shown', () => {
  const { push, close, texts } = setUp();
  push('error', 'same');
  push('error', 'same');
  expect(texts()).toEqual(['same']);
  close('error: same');
  push('error', 'same');
  expect(texts()).toEqual(['same']);
});

it('closes errors, queued ones too, and keeps the others', () => {
  const { push, closeErrors, texts } = setUp();
  push('error', 'a');
  push('success', 'b');
  for (const text of ['c', 'd']) push('error', text);
  push('info', 'e');
  closeErrors();
  expect(texts()).toEqual(['b', 'e']);
});

it('shows notices added before the queue loaded', async () => {
  // Test files share their modules, so another one may have loaded the queue.
  vi.resetModules();
  const { notify, connectNoticeQueue } = await import('./notify.ts');
  notify.error('early');
  const pushed: string[][] = [];
  connectNoticeQueue({ push: (...notice) => void pushed.push(notice), closeErrors: () => {} });
  notify.success('later');
  expect(pushed).toEqual([
    ['error', 'early'],
    ['success', 'later'],
  ]);
});
