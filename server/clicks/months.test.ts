/**
 * Monthly partitions of clicks: created ahead, filled from `click_logs_rest`, and dropped once the whole month is more
 * than 400 days old; the counts stay.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPromotion, tablesChangedBy } from '#server/testing/factories.ts';
import { purgeClicks } from './months.ts';

let server: TestServer;
let promotion_id: number;
beforeAll(async () => {
  server = await startTestServer();
  promotion_id = (await createPromotion(server)).id;
});
afterAll(() => server.close());

const clickAt = (...instants: string[]) =>
  server.deps.db.clickLog.createMany({
    data: instants.map((clicked_at) => ({
      promotion_id,
      source: 'site',
      store: 'kobo',
      clicked_at,
      ua_class: 'person',
    })),
  });

/** Returns {partition: times of its clicks, oldest first} for all partitions. */
async function clicksByTable() {
  const { rows } = await server.deps.pool.query<{ name: string; clicks: Date[] | null }>(
    `select inhrelid::regclass::text as name,
       (select array_agg(clicked_at order by clicked_at) from click_logs c where c.tableoid = inhrelid) as clicks
     from pg_inherits where inhparent = 'click_logs'::regclass order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, clicks }) => [name, (clicks ?? []).map((at) => at.toISOString())]));
}
const purgeAt = async (instant: string) => {
  server.clock.set(new Date(instant));
  await purgeClicks(server.deps);
};

describe('the table of clicks', () => {
  it('has partitions through the month after next, and stores later clicks in click_logs_rest', async () => {
    await clickAt('2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00.000Z', '2026-11-30T23:59:59.999Z');
    expect(Object.keys(await clicksByTable())).toEqual(['click_logs_rest']);
    await purgeAt('2026-12-01T11:45:00Z');
    await clickAt('2026-12-01T12:00:00.000Z', '2027-03-01T00:00:00.000Z');
    expect(await clicksByTable()).toEqual({
      click_logs_2026_10: ['2026-10-31T23:59:59.999Z'],
      click_logs_2026_11: ['2026-11-01T00:00:00.000Z', '2026-11-30T23:59:59.999Z'],
      click_logs_2026_12: ['2026-12-01T12:00:00.000Z'],
      click_logs_2027_01: [],
      click_logs_2027_02: [],
      click_logs_rest: ['2027-03-01T00:00:00.000Z'],
    });
  });

  it('has the same number of keys and indexes in every partition', async () => {
    const { rows } = await server.deps.pool.query(
      `select inhrelid::regclass::text as name,
         (select count(*)::int from pg_index where indrelid = inhrelid and indisvalid) as indexes,
         (select count(*)::int from pg_constraint where conrelid = inhrelid and contype in ('p', 'f')) as keys
       from pg_inherits where inhparent = 'click_logs'::regclass`,
    );
    expect(rows).toHaveLength(6);
    for (const { name, indexes, keys } of rows) expect([name, indexes, keys]).toEqual([name, 6, 2]);
  });

  it('deletes each click the night after its 400 days, but keeps the counts', async () => {
    const hour = new Date('2026-10-31T23:00:00.000Z');
    const { db } = server.deps;
    await db.clickRollup.create({ data: { promotion_id, hour, store: 'kobo', source: 'site', clicks: 1 } });
    await db.clickVerdict.create({ data: { promotion_id, store: 'kobo', outcome: 'billable', clicks: 1 } });
    await db.clickDay.create({ data: { day: new Date('2026-10-31'), source: 'site', clicks: 1 } });

    // 400 days after 2026-10-31 is 2027-12-05.
    await purgeAt('2027-12-05T23:59:59.999Z');
    expect((await clicksByTable()).click_logs_2026_10).toEqual(['2026-10-31T23:59:59.999Z']);
    await purgeAt('2027-12-06T00:00:00.000Z');
    const october = await clicksByTable();
    expect(october).not.toHaveProperty('click_logs_2026_10');
    expect(october.click_logs_2026_11).toEqual(['2026-11-01T00:00:00.000Z', '2026-11-30T23:59:59.999Z']);
    await purgeAt('2027-12-20T11:45:00Z');
    expect((await clicksByTable()).click_logs_2026_11).toEqual(['2026-11-30T23:59:59.999Z']);
    await purgeAt('2028-01-10T11:45:00Z');
    const all = await clicksByTable();
    expect(Object.values(all).flat()).toEqual(['2027-03-01T00:00:00.000Z']);
    expect(Object.keys(all)).not.toContain('click_logs_2026_11');

    expect(await Promise.all([db.clickRollup.count(), db.clickVerdict.count(), db.clickDay.count()])).toEqual([
      1, 1, 1,
    ]);
    expect(await tablesChangedBy(server, () => purgeClicks(server.deps))).toEqual([]);
  });

  it('can drop and create partitions while clicks arrive', async () => {
    const clicking = Promise.all(Array.from({ length: 200 }, () => clickAt('2028-01-10T12:00:00.000Z')));
    await purgeAt('2028-06-10T11:45:00Z');
    await clicking;
    const tables = await clicksByTable();
    expect(tables.click_logs_2028_01).toHaveLength(200);
    expect(tables).not.toHaveProperty('click_logs_2027_02');
    expect(tables).toHaveProperty('click_logs_2028_08');
  });
});
