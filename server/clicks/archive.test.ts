/** The archive of clicks: Parquet files that other programs read, complete whenever `_SUCCESS` exists. */
import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPromotion } from '#server/testing/factories.ts';
import { archiveLastMonth, archiveMonth, archiveRefusal } from './archive.ts';

let server: TestServer;
let promotion_id: number;
beforeAll(async () => {
  server = await startTestServer({ env: { CLICK_ARCHIVE: '1' } });
  promotion_id = (await createPromotion(server)).id;
});
afterAll(() => server.close());
beforeEach(() => server.deps.pool.query('truncate click_logs'));

const addClicks = (count: number, first = '2026-10-31T23:59:50Z') =>
  server.deps.pool.query(
    `insert into click_logs (promotion_id, source, store, clicked_at, ip_hash, ua_class, billable, invalid_reason)
     select $1, 'newsletter', 'kobo', $2::timestamptz + n * interval '1 s', '\\x01', 'person', n % 2 = 0, case n % 2 when 1 then 'duplicate'::"InvalidReason" end
     from generate_series(1, $3::int) n order by n`,
    [promotion_id, first, count],
  );

async function keys() {
  const found: string[] = [];
  for await (const key of server.deps.blobs.list('clicks/')) found.push(key);
  return found;
}
const NOVEMBER = 'clicks/month=2026-11/';
async function read(name: string) {
  const { buffer, byteOffset, byteLength } = (await server.deps.blobs.get(NOVEMBER + name))!;
  const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const columns = parquetSchema(await parquetMetadataAsync(file)).children.map(({ element }) => element.name);
  return { columns, rows: await parquetReadObjects({ file }) };
}

it('archives each click of the month once, in parts, without its reader or network', async () => {
  await addClicks(15);
  expect(await archiveMonth(server.deps, '2026-11', 4)).toBe(6);
  expect(await keys()).toEqual([`${NOVEMBER}_SUCCESS`, `${NOVEMBER}part-0001.parquet`, `${NOVEMBER}part-0002.parquet`]);
  const [first, second] = [await read('part-0001.parquet'), await read('part-0002.parquet')];
  expect(first.columns).toEqual([
    ...['id', 'clicked_at', 'promotion_id', 'newsletter_id', 'source', 'store', 'ua_class', 'billable'],
    'invalid_reason',
  ]);
  expect(
    [...first.rows, ...second.rows].map(({ clicked_at }) => (clicked_at as Date).toISOString().slice(11, 19)),
  ).toEqual([...['00:00:00', '00:00:01', '00:00:02', '00:00:03'], ...['00:00:04', '00:00:05']]);
  expect(first.rows.slice(0, 2)).toMatchObject([
    {
      promotion_id,
      newsletter_id: null,
      source: 'newsletter',
      store: 'kobo',
      ua_class: 'person',
      billable: true,
      invalid_reason: null,
    },
    { billable: false, invalid_reason: 'duplicate' },
  ]);
});

it('rewrites a month that an earlier attempt left incomplete, and removes parts that it no longer needs', async () => {
  await addClicks(30);
  await archiveMonth(server.deps, '2026-11', 4);
  await server.deps.pool.query(`delete from click_logs where clicked_at >= '2026-11-01T00:00:04Z'`);
  const { blobs } = server.deps;
  const failingBlobs = {
    ...blobs,
    put: async (key: string, content: Buffer | string) => {
      if (key.endsWith('_SUCCESS')) throw new Error('killed');
      await blobs.put(key, content);
    },
  };
  await expect(archiveMonth({ ...server.deps, blobs: failingBlobs }, '2026-11', 4)).rejects.toThrow('killed');
  expect(await keys()).not.toContain(`${NOVEMBER}_SUCCESS`);
  expect(await archiveMonth(server.deps, '2026-11', 4)).toBe(4);
  expect(await keys()).toEqual([`${NOVEMBER}_SUCCESS`, `${NOVEMBER}part-0001.parquet`]);
});

it('archives each month once, a week after it ended, if the installation keeps an archive', async () => {
  await addClicks(15);
  await server.deps.blobs.remove(`${NOVEMBER}_SUCCESS`);
  const run = async (instant: string, archive = true) => {
    await archiveLastMonth({
      ...server.deps,
      now: () => new Date(instant),
      config: { ...server.deps.config, CLICK_ARCHIVE: archive },
    });
    return (await keys()).includes(`${NOVEMBER}_SUCCESS`);
  };
  expect(await run('2026-12-07T23:59:59Z')).toBe(false);
  expect(await run('2026-12-08T00:00:00Z', false)).toBe(false);
  expect(await run('2026-12-08T00:00:00Z')).toBe(true);
  await addClicks(1, '2026-11-20T00:00:00Z');
  await run('2026-12-09T00:00:00Z');
  expect((await read('part-0001.parquet')).rows).toHaveLength(6);
});

it('refuses months with clicks that aren’t judged yet or are already deleted, so that no stored file is lost', () => {
  const now = new Date('2026-11-29T12:00:00Z');
  const refused = (month: string) => archiveRefusal(month, now);
  expect(refused('2026-11')).toBe(
    'The clicks of 2026-11 aren’t all judged yet. The latest month that can be stored is 2026-10.',
  );
  expect([refused('2026-10'), refused('2025-11')]).toEqual([null, null]);
  expect(refused('2025-10')).toBe('Clicks of 2025-10 have been deleted, so the month can’t be stored again.');
});
