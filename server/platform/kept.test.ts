import { expect, it } from 'vitest';
import { settableClock } from './clock.ts';
import { keptFor } from './kept.ts';

const START = new Date('2026-12-01T15:00:00Z');
const later = (ms: number) => new Date(START.getTime() + ms);

it('makes one answer a minute, however many ask', async () => {
  const clock = settableClock(START, { frozen: true });
  let made = 0;
  const ask = keptFor(60_000, clock.now, async () => ++made);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  clock.set(later(59_999));
  expect(await ask()).toBe(1);
  clock.set(later(60_000));
  expect(await Promise.all([ask(), ask()])).toEqual([2, 2]);
});

it('keeps no failure', async () => {
  let made = 0;
  const ask = keptFor(
    60_000,
    () => START,
    async () => {
      if (++made === 1) throw new Error('away');
      return made;
    },
  );
  await expect(ask()).rejects.toThrow('away');
  expect(await ask()).toBe(2);
});
