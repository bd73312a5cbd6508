import { expect, it } from 'vitest';
import { settableClock } from './clock.ts';
import { lazy, memoize, memoizeByObject, memoizeFor, memoizeSuccess, shareNextRun, singleFlight } from './memoize.ts';

const START = new Date('2026-12-01T15:00:00Z');
const later = (ms: number) => new Date(START.getTime() + ms);
const identity = (name: string) => name;

/** A memo of at most two results, each for a minute, with the inputs that were computed. */
function setUp() {
  const clock = settableClock(START, { frozen: true });
  const inputs: string[] = [];
  const make = async (name: string) => {
    inputs.push(name);
    if (name === 'broken' && inputs.length === 1) throw new Error('away');
    return `${name} ${inputs.length}`;
  };
  const options = { key: identity, max: 2, ttlMs: 60_000, now: clock.now };
  const cached = memoizeFor(make, { ...options, shouldStore: (text) => !text.startsWith('missing') });
  return { clock, inputs, cached };
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
  const inputs: number[] = [];
  const double = memoize(
    (n: number) => {
      inputs.push(n);
      return 2 * n;
    },
    { key: (n) => n, max: 2 },
  );
  expect([1, 2, 1].map(double)).toEqual([2, 4, 2]);
  expect(inputs).toEqual([1, 2]);
  expect([3, 1, 2].map(double)).toEqual([6, 2, 4]);
  expect(inputs).toEqual([1, 2, 3, 2]);
});

it('keeps all results without a maximum', () => {
  const inputs: number[] = [];
  const record = memoize((n: number) => inputs.push(n), { key: String });
  const numbers = Array.from({ length: 5_000 }, (_, index) => index);
  numbers.forEach(record);
  numbers.forEach(record);
  expect(inputs).toHaveLength(5_000);
});

it('calls again for a key after a failure, but only once at a time and after a success', async () => {
  let calls = 0;
  const read = memoizeSuccess(
    async (name: string) => {
      calls += 1;
      if (calls === 1) throw new Error('too many open files');
      return `${name} ${calls}`;
    },
    { key: identity },
  );
  const failed = await Promise.allSettled([read('font'), read('font')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await read('font'), await read('font')]).toEqual(['font 2', 'font 2']);
});

it('shares the next run among calls during a run, so that no result is older than its call', async () => {
  let value = 0;
  const ends: PromiseWithResolvers<void>[] = [];
  const read = shareNextRun(
    async ({ fails = false }: { name: string; fails?: boolean }) => {
      const result = value;
      const end = Promise.withResolvers<void>();
      ends.push(end);
      await end.promise;
      if (fails) throw new Error('away');
      return result;
    },
    ({ name }) => name,
  );
  const first = read({ name: 'a', fails: true });
  const other = read({ name: 'b' });
  value = 1;
  const [second, third] = [read({ name: 'a' }), read({ name: 'a' })];
  expect(ends).toHaveLength(2);
  value = 2;
  ends[0]!.resolve();
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => ends.length).toBe(3);
  for (const end of ends) end.resolve();
  expect(await Promise.all([other, second, third])).toEqual([0, 2, 2]);
  const fourth = read({ name: 'a' });
  ends[3]!.resolve();
  expect(await fourth).toBe(2);
});

it('computes one result per object, even for equal ones', () => {
  const copy = memoizeByObject(({ id }: { id: number }) => ({ id }));
  const [a, b] = [{ id: 1 }, { id: 1 }];
  expect(copy(a)).toBe(copy(a));
  expect(copy(a)).not.toBe(copy(b));
});

it('shares a running call by its key, and calls again after it ended or failed', async () => {
  const started: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const work = singleFlight((name: string) => {
    started.push(name);
    return new Promise<number>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve(ends.length)));
    });
  }, identity);
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
  const { clock, inputs, cached } = setUp();
  expect(await Promise.all([cached('a'), cached('a'), cached('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  clock.set(later(59_999));
  expect(cached.has('a')).toBe(true);
  expect(await cached('a')).toBe('a 1');
  clock.set(later(60_000));
  expect(cached.has('a')).toBe(false);
  expect(await Promise.all([cached('a'), cached('a')])).toEqual(['a 3', 'a 3']);
  expect(inputs).toEqual(['a', 'b', 'a']);
});

it("stores neither failures nor results that it shouldn't keep", async () => {
  const { cached } = setUp();
  await expect(cached('broken')).rejects.toThrow('away');
  expect(await cached('broken')).toBe('broken 2');
  expect(await cached('missing')).toBe('missing 3');
  expect(cached.has('missing')).toBe(false);
  expect(await cached('missing')).toBe('missing 4');
});

it('evicts the least recently used result', async () => {
  const { inputs, cached } = setUp();
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await cached(name);
  expect(inputs).toEqual(['a', 'b', 'c', 'b']);
});

it('stores nothing with a lifetime of zero', async () => {
  const inputs: string[] = [];
  const make = async (name: string) => inputs.push(name);
  const cached = memoizeFor(make, { key: identity, max: 2, ttlMs: 0, now: () => START });
  expect([await cached('a'), await cached('a')]).toEqual([1, 2]);
});
