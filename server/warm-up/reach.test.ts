/** Estimates for partners while a warm-up runs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPartner, createPromotion, createStaff, MYSTERY } from '#server/testing/factories.ts';
import { insertReaders } from '../../tests/faults/warm-up-list.ts';

let server: TestServer;
let partner: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  partner = await createPartner(server);
  admin = await createStaff(server, 'admin');
  const { db, pool } = server.deps;
  await insertReaders(pool, { gmail: 800, other: 200 }, { confirmed_at: new Date('2026-01-01') });
  for (const day of [1, 2, 3, 4, 5]) {
    const date = new Date(`2026-11-0${day}`);
    await db.newsletter.create({
      data: { newsletter_date: date, status: 'sent', sent_at: date, deliveries_total: 500, delivered_count: 500 },
    });
    const { id } = await createPromotion(server);
    const stat = { promotion_id: id, category_id: MYSTERY, price_type: 'discounted' as const, promotion_date: date };
    await db.promotionStat.create({
      data: { ...stat, delivered: 500, clicks_billable: 50, clicks_per_thousand: 100 },
    });
  }
});
afterAll(() => server.close());

const query = `category_id=${MYSTERY}&price_type=discounted`;
const estimates = async () => {
  const forecast = (await partner.get(`/promotions/date_forecast?${query}`).expect(200)).body.date_forecast;
  const { estimate } = (await partner.get(`/promotions/estimate?${query}`).expect(200)).body;
  const { statistics } = (await partner.get('/statistics').expect(200)).body;
  const { pricing } = (await partner.get('/pricing').expect(200)).body;
  const category = (list: { category_id: number }[]) => list.find(({ category_id }) => category_id === MYSTERY)!;
  return {
    readers: [forecast, estimate, statistics, pricing].map(({ warm_up_readers }) => warm_up_readers),
    expected: forecast.dates.map(({ expected_clicks }: { expected_clicks: number }) => expected_clicks).slice(0, 6),
    note: forecast.warm_up_note,
    typical: [estimate.typical_low_clicks, estimate.typical_high_clicks],
    statistics: (category(statistics.categories) as unknown as { discounted: { median_clicks: number } }).discounted
      .median_clicks,
    pricing: (category(pricing.categories) as unknown as { discounted: { high_clicks: number } }).discounted
      .high_clicks,
    subscribers: statistics.totals.active_readers,
  };
};

it('reduces estimates for partners to the readers that each date’s newsletter will reach', async () => {
  const all = {
    expected: [50, 50, 50, 50, 50, 50],
    note: null,
    typical: [50, 50],
    statistics: 50,
    pricing: 50,
    subscribers: 1_000,
  };
  expect(await estimates()).toEqual({ readers: [null, null, null, null], ...all });
  const { id } = (await admin.post('/warm_ups').send({ first_cap: 100, growth_percent: 150 }).expect(201)).body.warm_up;
  server.clock.set(new Date(server.clock.now().getTime() + 61_000));
  // The next newsletter reaches 100 readers instead of the usual 500, and each later one 50% more.
  const note =
    'Deckle is warming up a new sending domain: until Monday December 7th, 2026, newsletters reach only part of the list.';
  expect(await estimates()).toEqual({
    ...{ readers: [100, 100, 100, 100], expected: [15, 23, 34, 50, 50, 50], typical: [10, 10] },
    ...{ statistics: 10, pricing: 10, subscribers: 1_000, note },
  });
  const where = { newsletter_date: new Date('2026-12-01') };
  await server.deps.db.newsletter.updateMany({ where, data: { status: 'sent', sent_at: server.clock.now() } });
  server.clock.set(new Date(server.clock.now().getTime() + 61_000));
  // Today's newsletter is closed early, so the next one is tomorrow's.
  expect((await estimates()).readers).toEqual([150, 150, 150, 150]);
  await server.deps.db.newsletter.updateMany({ where, data: { status: 'draft', sent_at: null } });
  const on = async (date: string) =>
    (await partner.get(`/promotions/estimate?${query}&date=${date}`).expect(200)).body.estimate;
  expect(await on('2026-12-04')).toMatchObject({ warm_up_readers: 338, typical_high_clicks: 34, warm_up_note: note });
  expect(await on('2027-01-12')).toMatchObject({ warm_up_readers: null, typical_high_clicks: 50, warm_up_note: null });
  await admin.post(`/warm_ups/${id}/end`).expect(200);
  server.clock.set(new Date(server.clock.now().getTime() + 61_000));
  expect(await estimates()).toEqual({ readers: [null, null, null, null], ...all });
});
