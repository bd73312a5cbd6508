/** Partitions of deliveries: created ahead, read one at a time, and dropped when they are old; the counts stay. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyBatch } from '#server/platform/purge-history.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { checkRetention } from '../../scripts/doctor/database.ts';
import { maintainDeliveries } from './delivery-partitions.ts';

const READERS = 3;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.deps.db.reader.createMany({
    data: Array.from({ length: READERS }, (_, n) => ({ email: `reader-${n}@example.test`, stores: [] })),
  });
});
afterAll(() => server.close());

const query = async <Row>(sql: string, values: unknown[] = []) =>
  (await server.deps.pool.query(sql, values)).rows as Row[];

/** Returns {partition: ids of its newsletters with deliveries} for all partitions. */
async function newslettersByTable() {
  const rows = await query<{ name: string; ids: number[] }>(
    `select inhrelid::regclass::text as name,
       array(select distinct newsletter_id from deliveries d where d.tableoid = inhrelid order by 1) as ids
     from pg_inherits where inhparent = 'deliveries'::regclass order by (regexp_match(inhrelid::regclass::text, '\\d+'))[1]::int nulls first, 1`,
  );
  return Object.fromEntries(rows.map(({ name, ids }) => [name, ids]));
}

/** Inserts a newsletter with a delivery to every reader: the first is uncertain, the others are accepted. */
async function insertNewsletter(id: number, date: string, status = 'sent') {
  await query(
    `insert into newsletters (id, newsletter_date, kind, status, delivered_count) values ($1, $2, 'daily', $3::"NewsletterStatus", ${READERS})
     on conflict (newsletter_date, kind) do update set id = $1, status = excluded.status, delivered_count = ${READERS}`,
    [id, date, status],
  );
  await query(
    `insert into newsletter_ranges (newsletter_id, number, is_engaged, after_reader, last_reader, deliveries, accepted, uncertain)
     values ($1, 1, false, 0, 100000, ${READERS}, ${READERS - 1}, 1)`,
    [id],
  );
  await query(
    `insert into deliveries (newsletter_id, reader_id, state)
     select $1, id, (case when id = min(id) over () then 'uncertain' else 'accepted' end)::"DeliveryState" from readers`,
    [id],
  );
}

const maintainAt = async (instant: string) => {
  server.clock.set(new Date(instant));
  await maintainDeliveries(server.deps);
};

it('creates partitions ahead, except for a range that already has rows in the default partition', async () => {
  await insertNewsletter(69, '2027-01-01');
  await insertNewsletter(300, '2027-09-01');
  await query('delete from newsletters where id > 300 or id < 69');
  expect(await newslettersByTable()).toEqual({ deliveries_before: [69], deliveries_rest: [300] });
  await maintainAt('2027-09-01T10:00:00Z');
  await insertNewsletter(140, '2027-03-01');
  await insertNewsletter(174, '2027-04-01');
  await insertNewsletter(175, '2027-04-02');
  expect(await newslettersByTable()).toEqual({
    deliveries_before: [69],
    deliveries_rest: [300],
    deliveries_70: [],
    deliveries_105: [],
    deliveries_140: [140, 174],
    deliveries_175: [175],
    deliveries_210: [],
    deliveries_245: [],
    deliveries_315: [],
    deliveries_350: [],
  });
});

it('has the same number of keys and indexes and the same options in every partition', async () => {
  const rows = await query<{ name: string; indexes: number; keys: number; options: string[] }>(
    `select c.relname as name, c.reloptions as options,
       (select count(*)::int from pg_index where indrelid = c.oid and indisvalid) as indexes,
       (select count(*)::int from pg_constraint where conrelid = c.oid and contype in ('p', 'f')) as keys
     from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'deliveries'::regclass`,
  );
  expect(rows).toHaveLength(10);
  const options = ['fillfactor=70', 'autovacuum_vacuum_scale_factor=0.02'];
  for (const row of rows) expect(row).toEqual({ name: row.name, indexes: 3, keys: 3, options });
});

it('reads one partition for a newsletter, and finds and erases a reader’s rows in all of them', async () => {
  const plan = await query<{ 'QUERY PLAN': string }>(
    'explain select * from deliveries where newsletter_id = 175 and reader_id > 5 order by reader_id limit 10',
  );
  const tables = plan.flatMap((row) => /\bon (deliveries_\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
  expect(tables).toEqual(['deliveries_175']);
  const { db } = server.deps;
  const { id, uuid } = await db.reader.create({
    data: { email: 'leaving@example.test', stores: [], status: 'active', confirmed_at: server.clock.now() },
  });
  for (const newsletter_id of [69, 174, 175, 300])
    await db.delivery.create({ data: { newsletter_id, reader_id: id, state: 'queued' } });
  await db.reader.delete({ where: { uuid } });
  expect(await db.delivery.count({ where: { reader_id: id } })).toBe(0);
  const ranges = await db.newsletterRange.findMany({ orderBy: { newsletter_id: 'asc' } });
  expect(ranges.map(({ newsletter_id, erased }) => [newsletter_id, erased])).toEqual([
    [69, 1],
    [140, 0],
    [174, 1],
    [175, 1],
    [300, 1],
  ]);
});

it('drops an unused partition whose first newsletter is over 400 days old, and deletes other old rows', async () => {
  const rows = historyBatch.rows;
  historyBatch.rows = 2;
  const counts = () => server.deps.db.newsletterRange.findMany({ orderBy: { newsletter_id: 'asc' } });
  const before = await counts();
  // 400 days after 2027-03-01 is 2028-04-04.
  await maintainAt('2028-04-04T10:00:00Z');
  expect(Object.keys(await newslettersByTable())).toContain('deliveries_140');
  expect((await newslettersByTable()).deliveries_before).toBeUndefined();
  await query("update newsletters set status = 'sending' where id = 174");
  await maintainAt('2028-04-05T10:00:00Z');
  expect((await newslettersByTable()).deliveries_140).toEqual([174]);
  expect(await counts()).toEqual(before);
  expect(await checkRetention(server.deps)).toMatchObject({ verdict: 'good' });
  await query("update newsletters set status = 'sent' where id = 174");
  await maintainAt('2028-04-05T10:00:00Z');
  expect(Object.keys(await newslettersByTable())).not.toContain('deliveries_140');

  // Newsletter 175 is old, but 176 in the same partition is from last week.
  await insertNewsletter(176, '2029-10-01');
  await maintainAt('2029-10-08T10:00:00Z');
  expect(await newslettersByTable()).toMatchObject({ deliveries_175: [176], deliveries_rest: [] });
  historyBatch.rows = rows;

  const after = await counts();
  expect(after.filter(({ newsletter_id }) => newsletter_id !== 176)).toEqual(before);
  expect(after.map(({ accepted, uncertain }) => [accepted, uncertain])).toEqual(Array(6).fill([2, 1]));
});

it('drops a partition that no newsletter falls into once a later newsletter is old enough', async () => {
  await query(
    `create table deliveries_400 partition of deliveries for values from (400) to (435);
     create table deliveries_435 partition of deliveries for values from (435) to (470)`,
  );
  // 400 days after 2029-11-01 is 2030-12-06.
  await insertNewsletter(440, '2029-11-01', 'sent');
  await maintainAt('2030-12-06T10:00:00Z');
  expect(Object.keys(await newslettersByTable())).toContain('deliveries_400');
  await maintainAt('2030-12-07T10:00:00Z');
  expect(Object.keys(await newslettersByTable())).not.toContain('deliveries_400');
});
