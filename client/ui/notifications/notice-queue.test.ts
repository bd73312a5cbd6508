import { expect, it, vi } from 'vitest';
import { createNoticeQueue } from './notice-queue.ts';
import { notify, showNotices } from './notify.ts';

function setUp() {
  const queue = createNoticeQueue();
  return { ...queue, texts: () => queue.shown().map(({ text }) => text) };
}

it('shows three at a time and the next one when one has closed', () => {
  const { push, close, texts } = setUp();
  for (const text of ['a', 'b', 'c', 'd', 'e']) push('info', text);
  expect(texts()).toEqual(['a', 'b', 'c']);
  close('info: b');
  expect(texts()).toEqual(['a', 'c', 'd']);
});

it('tells its listener of every change', () => {
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

it('closes a success after its time, and keeps an error until the next page', () => {
  const { push, shown, timeUp, closeOverdue, texts } = setUp();
  push('success', 'Saved.');
  push('error', 'Refused.');
  for (const notice of shown()) timeUp(notice);
  expect(texts()).toEqual(['Refused.']);
  push('error', 'New.');
  closeOverdue();
  expect(texts()).toEqual(['New.']);
});

it('gives an overdue error’s room to a newer notice', () => {
  const { push, shown, timeUp, texts } = setUp();
  for (const text of ['a', 'b', 'c']) push('error', text);
  push('success', 'Saved.');
  expect(texts()).toEqual(['a', 'b', 'c']);
  timeUp(shown()[1]!);
  expect(texts()).toEqual(['a', 'c', 'Saved.']);
});

it('shows an overdue error as new when it comes again, so that it is announced again', () => {
  const { push, shown, timeUp } = setUp();
  push('error', 'Refused.');
  const first = shown()[0]!;
  timeUp(first);
  push('error', 'Refused.');
  expect(shown()).toHaveLength(1);
  expect(shown()[0]).not.toBe(first);
});

it('keeps notices until their queue has loaded', () => {
  notify.error('early');
  const pushed: string[][] = [];
  showNotices((...notice) => void pushed.push(notice));
  notify.success('later');
  expect(pushed.slice(-2)).toEqual([
    ['error', 'early'],
    ['success', 'later'],
  ]);
});
