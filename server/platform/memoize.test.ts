import { expect, it } from 'vitest';
import { settableClock } from './clock.ts';
import { lazy, memoize, memoizeByObject, memoizeFor, singleFlight } from './memoize.ts';

const START = new Date('2026-12-01T15:00:00Z');
const later = (ms: number) => new Date(START.getTime() + ms);
const itself = (name: string) => name;

/** A memo with at most two results and a lifetime of a minute, and the inputs it was called with. */
function setUp() {
  const clock = settableClock(START, { frozen: true });
  const made: string[] = [];
  const make = async (name: string) => {
    made.push(name);
    if (name === 'broken' && made.length === 1) throw new Error('away');
    return `${name} ${made.length}`;
  };
  const options = { key: itself, max: 2, ttlMs: 60_000, now: clock.now };
  const ask = memoizeFor(make, { ...options, isKept: (text) => !text.startsWith('missing') });
  return { clock, made, ask };
}

it('creates a lazy value on first use and only once, even if it is null', () => {
  let calls = 0;
  const value = lazy(() => {
    calls += 1;
    return null;
  });
  expect(calls).toBe(0);
  expect([value(), value()]).toEqual([null, null]);
  expect(calls).toBe(1);
});

it('computes each key once, and evicts the least recently used when there are too many', () => {
  const made: number[] = [];
  const double = memoize(
    (n: number) => {
      made.push(n);
      return 2 * n;
    },
    { key: (n) => n, max: 2 },
  );
  expect([1, 2, 1].map(double)).toEqual([2, 4, 2]);
  expect(made).toEqual([1, 2]);
  expect([3, 1, 2].map(double)).toEqual([6, 2, 4]);
  expect(made).toEqual([1, 2, 3, 2]);
});

it('keeps all results without a maximum', () => {
  const made: number[] = [];
  const same = memoize((n: number) => made.push(n), { key: String });
  const names = Array.from({ length: 5_000 }, (_, index) => index);
  names.forEach(same);
  names.forEach(same);
  expect(made).toHaveLength(5_000);
});

it('computes one result per object, even for equal ones', () => {
  const same = memoizeByObject(({ id }: { id: number }) => ({ id }));
  const [a, b] = [{ id: 1 }, { id: 1 }];
  expect(same(a)).toBe(same(a));
  expect(same(a)).not.toBe(same(b));
});

it('shares a running call by its key, and calls again after it ended or failed', async () => {
  const started: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const work = singleFlight((name: string) => {
    started.push(name);
    return new Promise<number>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve(ends.length)));
    });
  }, itself);
  const both = [work('a'), work('a')];
  const other = work('b');
  expect(started).toEqual(['a', 'b']);
  ends[0]!(new Error('away'));
  ends[1]!();
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await other).toBe(2);
  const again = work('a');
  ends[2]!();
  expect(await again).toBe(3);
  expect(started).toEqual(['a', 'b', 'a']);
});

it('stores a result until it expires, and computes it once for concurrent calls', async () => {
  const { clock, made, ask } = setUp();
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  clock.set(later(59_999));
  expect(ask.has('a')).toBe(true);
  expect(await ask('a')).toBe('a 1');
  clock.set(later(60_000));
  expect(ask.has('a')).toBe(false);
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a 3', 'a 3']);
  expect(made).toEqual(['a', 'b', 'a']);
});

it("stores neither failures nor results that it shouldn't keep", async () => {
  const { ask } = setUp();
  await expect(ask('broken')).rejects.toThrow('away');
  expect(await ask('broken')).toBe('broken 2');
  expect(await ask('missing')).toBe('missing 3');
  expect(ask.has('missing')).toBe(false);
  expect(await ask('missing')).toBe('missing 4');
});

it('evicts the least recently used result', async () => {
  const { made, ask } = setUp();
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

it('stores nothing with a lifetime of zero', async () => {
  const made: string[] = [];
  const make = async (name: string) => made.push(name);
  const ask = memoizeFor(make, { key: itself, max: 2, ttlMs: 0, now: () => START });
  expect([await ask('a'), await ask('a')]).toEqual([1, 2]);
});
