import { expect, it } from 'vitest';
import { batchConcurrent } from './batch-concurrent.ts';

/** A worker whose calls end or fail when the test calls `settle`. `batches` are the batches it was called with. */
function worker(max = 100) {
  const batches: number[][] = [];
  const ends: { end: () => void; fail: (reason: Error) => void }[] = [];
  const double = batchConcurrent((batch: readonly number[]) => {
    batches.push([...batch]);
    return new Promise<number[]>((resolve, reject) => {
      ends.push({ end: () => resolve(batch.map((number) => number * 2)), fail: reject });
    });
  }, max);
  const settle = async (outcome: 'end' | 'fail', reason = new Error('disk full')) => {
    ends.shift()![outcome](reason);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { double, batches, settle };
}

it('starts the first item right away, and batches the items that arrive until it is done', async () => {
  const { double, batches, settle } = worker();
  const first = double(1);
  expect(batches).toEqual([[1]]);
  const others = [double(2), double(3), double(4)];
  expect(batches).toEqual([[1]]);
  await settle('end');
  expect(batches).toEqual([[1], [2, 3, 4]]);
  expect(await first).toBe(2);
  await settle('end');
  expect(await Promise.all(others)).toEqual([4, 6, 8]);
  void double(5);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

it('resolves no item before its batch is done', async () => {
  const { double, settle } = worker();
  const results: number[] = [];
  void double(1).then((result) => results.push(result));
  void double(2).then((result) => results.push(result));
  await new Promise((resolve) => setImmediate(resolve));
  expect(results).toEqual([]);
  await settle('end');
  expect(results).toEqual([2]);
  await settle('end');
  expect(results).toEqual([2, 4]);
});

it('limits the size of a batch and keeps the order of arrival', async () => {
  const { double, batches, settle } = worker(3);
  const all = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => double(number));
  for (let left = 4; left > 0; left--) await settle('end');
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7], [8]]);
  expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
});

it('rejects all items of a failed batch and no others', async () => {
  const { double, settle } = worker();
  const [first, ...others] = [1, 2, 3].map((number) => double(number).catch((error: Error) => error.message));
  await settle('end');
  const next = double(4);
  await settle('fail');
  await settle('end');
  expect(await Promise.all([first, ...others, next])).toEqual([2, 'disk full', 'disk full', 8]);
});
