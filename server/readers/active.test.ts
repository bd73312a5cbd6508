/**
 * The stored counts of active readers equal a count of the readers after every kind of change, even concurrent ones.
 * Readers with a recent bounce are left out when the counts are read.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { seededRandom } from '#server/platform/random.ts';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import { DAY_MS } from '#shared/durations.ts';
import { activeReaderCounts, sumReaderCounts } from './active.ts';

let server: TestServer;
let insertReadersSql: string;
beforeAll(async () => {
  server = await startTestServer();
  insertReadersSql = `insert into readers (email, status, confirmed_at)
    select 'r' || i || '@example.test', (array['active', 'active', 'pending', 'unsubscribed'])[1 + i % 4]::"ReaderStatus", now()
    from generate_series(1, 200) i`;
});
afterAll(() => server.close());
beforeEach(async () => {
  await run('truncate readers cascade');
  await run(insertReadersSql);
  await run(
    'insert into reader_categories select r.id, c.id from readers r join categories c on (r.id + c.id) % 3 = 0',
  );
});

const run = (sql: string) => server.deps.pool.query(sql);
const numbers = async (from: string) =>
  (
    await run(`
      select category_id, frequency, free_only, sum(readers)::int as readers from ${from} rows
      group by 1, 2, 3 having sum(readers) <> 0 order by 1, 2, 3`)
  ).rows;
const counted = () =>
  numbers(`(select c.category_id, frequency, free_only, 1 as readers
    from readers r cross join lateral (select 0 as category_id union all select category_id from reader_categories where reader_id = r.id) c
    where status = 'active')`);
const expectCorrectCounts = async () => expect(await numbers('reader_counts')).toEqual(await counted());

const readers = (condition: string) => `(select id from readers where ${condition})`;
/** A statement for each kind of change to readers and their categories. `part` is an SQL condition on readers' ids. */
const CHANGES = (part: string) => [
  `insert into readers (email, status, confirmed_at) select 'n' || gen_random_uuid() || '@example.test', 'active', now() from generate_series(1, 3)`,
  `with made as (insert into readers (email, status, confirmed_at)
     select 'c' || gen_random_uuid() || '@example.test', 'active', now() from generate_series(1, 3) returning id)
   insert into reader_categories select made.id, c.id from made cross join (select id from categories order by id limit 4) c`,
  `update readers set status = 'active', confirmed_at = now() where status = 'pending' and ${part}`,
  `update readers set status = 'unsubscribed', free_only = true where ${part}`,
  `update readers set frequency = case frequency when 'daily' then 'weekly' else 'daily' end::"Frequency" where ${part}`,
  `update readers set free_only = not free_only, country = 'CA' where ${part}`,
  `update readers set country = 'US' where ${part}`,
  `delete from reader_categories where category_id % 2 = 0 and reader_id in ${readers(part)}`,
  `insert into reader_categories select r.id, c.id from readers r cross join categories c where r.${part} on conflict do nothing`,
  `delete from readers where ${part}`,
];

it('keeps the counts right through every kind of change, in a random order', async () => {
  await expectCorrectCounts();
  const random = seededRandom(20261128);
  for (let step = 0; step < 60; step++) {
    await run(random.pick(CHANGES(`id % 7 = ${random.between(0, 6)}`)));
    if (random.chance(0.2)) await sumReaderCounts(server.deps);
    await expectCorrectCounts();
  }
});

it('keeps the counts right when a reader changes while their categories change', async () => {
  const [reader] = (await run(`select id from readers where status = 'pending' order by id limit 1`)).rows;
  const confirming = await server.deps.pool.connect();
  try {
    await confirming.query('begin');
    await confirming.query(`update readers set status = 'active' where id = ${reader.id}`);
    const choosing = run(
      `insert into reader_categories select ${reader.id}, id from categories on conflict do nothing`,
    );
    await expect.poll(() => countLockWaits(server.deps)).toBe(1);
    await confirming.query('commit');
    await choosing;
  } finally {
    confirming.release();
  }
  await expectCorrectCounts();
});

it('keeps the counts right under many concurrent changes, while their rows are added up', async () => {
  const random = seededRandom(7);
  const orders = Array.from({ length: 7 }, (_, remainder) => random.shuffle(CHANGES(`id % 7 = ${remainder}`)));
  await Promise.all([
    ...orders.map(async (changes) => {
      for (const change of changes) await run(change);
    }),
    ...Array.from({ length: 20 }, () => sumReaderCounts(server.deps)),
  ]);
  await expectCorrectCounts();
  await sumReaderCounts(server.deps);
  await expectCorrectCounts();
  const { rows } = await run(
    'select count(*)::int as size, count(distinct (category_id, frequency, free_only))::int as keys from reader_counts',
  );
  expect(rows[0].size).toBe(rows[0].keys);
});

it('leaves out readers whose email bounced in the last 90 days', async () => {
  const bounced = new Date(START.getTime() - 90 * DAY_MS);
  await server.deps.pool.query(`update readers set last_bounce_at = $1 where status = 'active' and id % 2 = 0`, [
    bounced,
  ]);
  const activeAt = async (now: Date) =>
    (
      await server.deps.db.$queryRaw<[{ readers: number }]>`
      select sum(readers)::int as readers from ${activeReaderCounts(now)} active where category_id = 0`
    )[0].readers;
  expect(await activeAt(START)).toBe(50);
  expect(await activeAt(new Date(START.getTime() + 1))).toBe(100);
});
