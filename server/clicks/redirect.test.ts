/** Tracked links over HTTP: simultaneous clicks, each stored before its redirect, with counts that equal a recount. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type CreatedPromotion, click, createPromotion, createStaff } from '#server/testing/factories.ts';
import type { Store } from '#shared/business.ts';
import { vancouverTime } from '../platform/clock.ts';
import { mac } from '../platform/signed.ts';
import { eraseReader } from '../readers/service.ts';
import { createLinkFollower, MAX_NEWSLETTER_CLICKS_PER_READER } from './redirect.ts';
import { honeypotToken, linkKey, linkToken } from './token.ts';

const AMAZON = 'https://www.amazon.com/dp/B0ABCDEFGH';
const KOBO = 'https://www.kobo.com/us/en/ebook/the-quiet-harbor';

let server: TestServer;
let sent: CreatedPromotion[];
let newsletter_id: number;

beforeAll(async () => {
  server = await startTestServer();
  const staff = await createStaff(server);
  sent = [await createPromotion(server), await createPromotion(server)];
  for (const { id } of sent) await staff.post(`/promotions/${id}/approve`).expect(200);
  await server.advanceTo('2026-12-02T18:30:00Z');
  await server.deps.pool.query("insert into readers (status) select 'pending' from generate_series(1, 902)");
  newsletter_id = (await server.deps.db.promotion.findFirstOrThrow({ where: { id: sent[0]!.id } })).newsletter_id!;
});
afterAll(() => server.close());

const keyOf = (reader_id: number, newsletter = newsletter_id) =>
  linkKey(server.deps.config.appSecret, { newsletter_id: newsletter, reader_id });
const tokenOf = (reader_id: number, promotion_id: number, store: Store = 'amazon') =>
  linkToken(keyOf(reader_id), promotion_id, store);
const siteToken = (promotion_id: number) => linkToken(keyOf(0, 0), promotion_id, 'kobo');
const logs = () => server.deps.db.clickLog.findMany({ orderBy: { id: 'asc' } });

it('stores 500 simultaneous clicks, each with its reader and store, and redirects each to its own address', async () => {
  const [first, second] = sent.map(({ id }) => id) as [number, number];
  const requested = Array.from({ length: 500 }, (_, index) => {
    const promotion_id = index % 3 ? first : second;
    const store: Store = index % 2 ? 'kobo' : 'amazon';
    const isSite = index % 10 === 0;
    return { reader_id: isSite ? null : index + 1, promotion_id, store: isSite ? ('kobo' as const) : store };
  });
  const locations = await Promise.all(
    requested.map(async ({ reader_id, promotion_id, store }) => {
      const token = reader_id ? tokenOf(reader_id, promotion_id, store) : siteToken(promotion_id);
      return (await click(server, token).expect(302)).headers.location;
    }),
  );
  expect(locations).toEqual(requested.map(({ store }) => (store === 'kobo' ? KOBO : AMAZON)));
  const stored = (await logs()).map(({ reader_id, promotion_id, store }) => ({ reader_id, promotion_id, store }));
  const sorted = (rows: typeof stored) => rows.map((row) => JSON.stringify(row)).sort();
  expect(sorted(stored)).toEqual(sorted(requested));
  // Simultaneous clicks share commits.
  const { rows } = await server.deps.pool.query('select count(distinct xmin::text)::int as commits from click_logs');
  expect(rows[0].commits).toBeLessThan(500);
});

it('redirects only to the store’s own site, with the address normalized by the URL parser', async () => {
  const { db } = server.deps;
  const id = sent[1]!.id;
  const { reviewed_store_urls } = await db.promotion.findUniqueOrThrow({ where: { id } });
  const locationOf = async (amazon: string) => {
    await db.promotion.update({
      where: { id },
      data: { reviewed_store_urls: { ...(reviewed_store_urls as object), amazon } },
    });
    const res = await click(server, tokenOf(901, id));
    return [res.status, res.headers.location];
  };
  expect(await locationOf('https://evil.example/')).toEqual([404, undefined]);
  expect(await locationOf('https://someone@www.amazon.com/')).toEqual([404, undefined]);
  expect(await locationOf('https://www.amazon.com\\@evil.example/')).toEqual([
    302,
    'https://www.amazon.com/@evil.example/',
  ]);
  await db.promotion.update({ where: { id }, data: { reviewed_store_urls: reviewed_store_urls as object } });
});

it('redirects a loop of clicks through one email, but stores only so many', async () => {
  const follow = createLinkFollower(server.deps);
  const visit = { ua_class: 'person', ip: '203.0.113.9' } as const;
  const token = tokenOf(3, sent[0]!.id);
  await Promise.all(Array.from({ length: MAX_NEWSLETTER_CLICKS_PER_READER }, () => follow(token, visit)));
  const before = (await logs()).length;
  expect(await follow(token, visit)).toBe(AMAZON);
  expect(await follow(honeypotToken(keyOf(3)), visit)).toBe('/');
  expect(await follow(linkToken(keyOf(3), 2_000_000_000, 'amazon'), visit)).toBeNull();
  expect(await logs()).toHaveLength(before);
  expect(await follow(tokenOf(4, sent[0]!.id), visit)).toBe(AMAZON);
  expect(await logs()).toHaveLength(before + 1);
});

it('stores the clicks of one visitor in order', async () => {
  const before = (await logs()).length;
  for (const store of ['kobo', 'amazon', 'kobo'] as const)
    await click(server, tokenOf(900, sent[0]!.id, store)).expect(302);
  expect((await logs()).slice(before).map(({ store }) => store)).toEqual(['kobo', 'amazon', 'kobo']);
});

it('answers 404 and stores nothing for forged links and links of another newsletter', async () => {
  const before = await logs();
  const good = tokenOf(1, sent[0]!.id);
  const forged = good.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
  const elsewhere = linkToken(keyOf(1, newsletter_id + 1), sent[0]!.id, 'amazon');
  const noSuchStore = tokenOf(1, sent[0]!.id, 'google_play');
  const noSuchPromotion = tokenOf(1, 2_000_000_000);
  const requested = [forged, elsewhere, noSuchStore, noSuchPromotion, good];
  const statuses = await Promise.all(requested.map(async (token) => (await click(server, token)).status));
  expect(statuses).toEqual([404, 404, 404, 404, 302]);
  expect((await logs()).slice(before.length)).toMatchObject([{ reader_id: 1, store: 'amazon' }]);
});

it('stores keyed hashes of the network and the ranges around it', async () => {
  const follow = createLinkFollower(server.deps);
  const hashesFrom = async (ip: string) => {
    await follow(tokenOf(902, sent[0]!.id), { ua_class: 'person', ip });
    const { ip_hash, subnet_hash, site_hash } = (await logs()).at(-1)!;
    return [ip_hash, subnet_hash, site_hash].map((hash) => hash && Buffer.from(hash).toString('hex'));
  };
  const secret = server.deps.config.appSecret;
  const hash = (purpose: string, network: string) => mac(secret, purpose, network).toString('hex');
  expect(await hashesFrom('203.0.113.7')).toEqual([hash('ip', '203.0.113.7'), hash('subnet', '203.0.113.0/24'), null]);
  expect(await hashesFrom('2001:db8:7:12ab::5')).toEqual([
    hash('ip', '2001:db8:7:12ab::/64'),
    hash('subnet', '2001:db8:7:1200::/56'),
    hash('site', '2001:db8:7::/48'),
  ]);
});

it('stores the clicks of an erased reader without the reader and the hashes', async () => {
  const { deps } = server;
  const { id, uuid } = await deps.db.reader.create({ data: { email: 'erased@gmail.com' } });
  const follow = createLinkFollower(deps);
  const visit = { ua_class: 'person', ip: '2001:db8:7:12ab::5' } as const;
  await eraseReader(deps, uuid);
  const before = (await logs()).length;
  expect(await follow(tokenOf(id, sent[0]!.id), visit)).toBe(AMAZON);
  await follow(honeypotToken(keyOf(id)), visit);
  const nothing = { reader_id: null, ip_hash: null, subnet_hash: null, site_hash: null };
  expect((await logs()).slice(before)).toMatchObject([
    { ...nothing, promotion_id: sent[0]!.id, newsletter_id },
    { ...nothing, promotion_id: null, newsletter_id },
  ]);
});

it('stores clicks on the hidden link without a promotion, and redirects to the home page', async () => {
  const response = await click(server, honeypotToken(keyOf(7))).expect(302);
  expect(response.headers.location).toBe('/');
  expect((await logs()).at(-1)).toMatchObject({ promotion_id: null, store: null, newsletter_id, reader_id: 7 });
});

it('counts by hour, store, and source, and by Vancouver day, as a recount does', async () => {
  // 00:30 in UTC is 17:30 in Vancouver, on the day before.
  for (const instant of ['2026-12-03T00:30:00Z', '2026-12-03T06:59:59Z', '2026-12-03T07:00:00Z']) {
    server.clock.set(new Date(instant));
    await Promise.all([1, 2, 3].map((reader) => click(server, tokenOf(reader, sent[1]!.id)).expect(302)));
    await click(server, siteToken(sent[1]!.id)).expect(302);
  }
  const { db } = server.deps;
  const counted = new Map<string, number>();
  const days = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string) => sums.set(key, (sums.get(key) ?? 0) + 1);
  for (const { promotion_id, store, source, clicked_at } of await logs()) {
    if (promotion_id === null) continue;
    add(counted, `${promotion_id} ${clicked_at.toISOString().slice(0, 13)} ${store} ${source}`);
    add(days, `${vancouverTime(clicked_at).date} ${source}`);
  }
  const rollups = await db.clickRollup.findMany();
  expect(
    new Map(
      rollups.map((row) => [
        `${row.promotion_id} ${row.hour.toISOString().slice(0, 13)} ${row.store} ${row.source}`,
        row.clicks,
      ]),
    ),
  ).toEqual(counted);
  const storedDays = await db.clickDay.findMany();
  expect(new Map(storedDays.map((row) => [`${row.day.toISOString().slice(0, 10)} ${row.source}`, row.clicks]))).toEqual(
    days,
  );
  expect([days.get('2026-12-03 newsletter'), days.get('2026-12-03 site')]).toEqual([3, 1]);

  const { body } = await sent[1]!.partner.get(`/promotions/${sent[1]!.id}/clicks`).expect(200);
  const ofPromotion = [...counted].filter(([key]) => key.startsWith(`${sent[1]!.id} `));
  const sum = (entries: typeof ofPromotion) => entries.reduce((total, [, clicks]) => total + clicks, 0);
  expect(body).toMatchObject({
    raw: sum(ofPromotion.filter(([key]) => key.endsWith('newsletter'))),
    site: sum(ofPromotion.filter(([key]) => key.endsWith('site'))),
    billable: 0,
    excluded: [],
  });
  expect(sum(body.clicks.map(({ clicks }: { clicks: number }) => ['', clicks]))).toBe(body.raw);
  expect(body.clicks.filter(({ hour }: { hour: string }) => hour === '2026-12-03T07:00:00.000Z')).toEqual([
    { hour: '2026-12-03T07:00:00.000Z', store: 'amazon', clicks: 3 },
  ]);
});

it('repeats a statement that the database rolled back, and answers 503 while it can’t store clicks', async () => {
  const before = (await logs()).length;
  const databaseError = (code: string) => Object.assign(new Error('canceling statement due to lock timeout'), { code });
  const query = vi.spyOn(server.deps.pool, 'query');
  query.mockRejectedValueOnce(databaseError('55P03') as never);
  await click(server, tokenOf(1, sent[0]!.id)).expect(302);
  query.mockRejectedValueOnce(new Error('Connection terminated unexpectedly') as never);
  const response = await click(server, tokenOf(2, sent[0]!.id)).expect(503);
  expect(response.headers).not.toHaveProperty('location');
  query.mockRestore();
  expect((await logs()).slice(before).map(({ reader_id }) => reader_id)).toEqual([1]);
});
