import { expect, it } from 'vitest';
import { inGroups } from './groups.ts';

/** A worker that ends when the test says so; `groups` are the ones it was given. */
function worker(most = 100) {
  const groups: number[][] = [];
  const ends: { end: () => void; fail: (reason: Error) => void }[] = [];
  const double = inGroups((group: readonly number[]) => {
    groups.push([...group]);
    return new Promise<number[]>((resolve, reject) => {
      ends.push({ end: () => resolve(group.map((one) => one * 2)), fail: reject });
    });
  }, most);
  const settle = async (how: 'end' | 'fail', reason = new Error('no room on the disk')) => {
    ends.shift()![how](reason);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { double, groups, settle };
}

it('lets who comes alone begin at once, and those who come meanwhile wait for one group', async () => {
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

it('answers nobody before the work of their group is done', async () => {
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

it('makes no group larger than it may be, in the order of coming', async () => {
  const { double, groups, settle } = worker(3);
  const all = [1, 2, 3, 4, 5, 6, 7, 8].map((one) => double(one));
  for (let left = 4; left > 0; left--) await settle('end');
  expect(groups).toEqual([[1], [2, 3, 4], [5, 6, 7], [8]]);
  expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
});

it('fails for the whole group and for no other', async () => {
  const { double, settle } = worker();
  const [first, ...others] = [1, 2, 3].map((one) => double(one).catch((error: Error) => error.message));
  await settle('end');
  const late = double(4);
  await settle('fail');
  await settle('end');
  expect(await Promise.all([first, ...others, late])).toEqual([2, 'no room on the disk', 'no room on the disk', 8]);
});
