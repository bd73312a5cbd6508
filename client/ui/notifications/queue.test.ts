import { expect, it, vi } from 'vitest';
import { createNoticeQueue, type Notice } from './notify.ts';

function setUp() {
  const queue = createNoticeQueue();
  const shown: string[] = [];
  const show = ({ text }: Notice) => void shown.push(text);
  return { queue, shown, show };
}

it('shows three at a time and the next one when one has closed', () => {
  const { queue, shown, show } = setUp();
  queue.attach(show);
  for (const text of ['a', 'b', 'c', 'd', 'e']) queue.push('info', text);
  expect(shown).toEqual(['a', 'b', 'c']);
  queue.closed('info: b');
  expect(shown).toEqual(['a', 'b', 'c', 'd']);
});

it('keeps notices until its host is there, and asks for the host once something waits', () => {
  const { queue, shown, show } = setUp();
  const load = vi.fn();
  queue.whenNeeded(load);
  expect(load).not.toHaveBeenCalled();
  queue.push('error', 'early');
  expect(load).toHaveBeenCalledOnce();
  queue.attach(show);
  expect(shown).toEqual(['early']);
});

it('asks for the host also when the notice came first', () => {
  const { queue } = setUp();
  const load = vi.fn();
  queue.push('error', 'early');
  queue.whenNeeded(load);
  expect(load).toHaveBeenCalledOnce();
});

it('does not repeat words that are still to be read', () => {
  const { queue, shown, show } = setUp();
  queue.attach(show);
  queue.push('error', 'same');
  queue.push('error', 'same');
  expect(shown).toEqual(['same']);
  queue.closed('error: same');
  queue.push('error', 'same');
  expect(shown).toEqual(['same', 'same']);
});
