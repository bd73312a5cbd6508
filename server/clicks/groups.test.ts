import { expect, it } from 'vitest';
import { inGroups } from './groups.ts';

/** A worker that ends when the test says so; `groups` are those it got. */
function worker(most = 100) {
  const groups: number[][] = [];
  const ends: { end: () => void; fail: (reason: Error) => void }[] = [];
  const double = inGroups((group: readonly number[]) => {
    groups.push([...group]);
    return new Promise<number[]>((resolve, reject) => {
      ends.push({ end: () => resolve(group.map((one) => one * 2)), fail: reject });
    });
  }, most);
  const settle = async (how: 'end' | 'fail', reason = new Error('disk full')) => {
    ends.shift()![how](reason);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { double, groups, settle };
}

it('starts the first item right away, and collects the next ones until it is done', async () => {
  const { double, groups, settle } = worker();
  const first = double(1);
  expect(groups).toEqual([[1]]);
  const others = [double(2), double(3), double(4)];
  expect(groups).toEqual([[1]]);
  await settle('end');
  expect(groups).toEqual([[1], [2, 3, 4]]);
  expect(await first).toBe(2);
  await settle('end');
  expect(await Promise.all(others)).toEqual([4, 6, 8]);
  void double(5);
  expect(groups).toEqual([[1], [2, 3, 4], [5]]);
});

it('answers no item before its group is done', async () => {
  const { double, settle } = worker();
  const answered: number[] = [];
  void double(1).then((answer) => answered.push(answer));
  void double(2).then((answer) => answered.push(answer));
  await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toEqual([]);
  await settle('end');
  expect(answered).toEqual([2]);
  await settle('end');
  expect(answered).toEqual([2, 4]);
});

it('limits the size of a group and keeps the order of arrival', async () => {
  const { double, groups, settle } = worker(3);
  const all = [1, 2, 3, 4, 5, 6, 7, 8].map((one) => double(one));
  for (let left = 4; left > 0; left--) await settle('end');
  expect(groups).toEqual([[1], [2, 3, 4], [5, 6, 7], [8]]);
  expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
});

it('rejects a whole failed group and no other', async () => {
  const { double, settle } = worker();
  const [first, ...others] = [1, 2, 3].map((one) => double(one).catch((error: Error) => error.message));
  await settle('end');
  const late = double(4);
  await settle('fail');
  await settle('end');
  expect(await Promise.all([first, ...others, late])).toEqual([2, 'disk full', 'disk full', 8]);
});
