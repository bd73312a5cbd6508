import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { approvedBookOf } from '#server/testing/approved-book.ts';
import { createBook, createPromotion, insertPartners, MYSTERY, type PartnerClient } from '#server/testing/factories.ts';
import { HOUR_MS } from '#shared/durations.ts';

let server: TestServer;
let partner: PartnerClient;
let book_id: number;
let promotion: { id: number };
beforeAll(async () => {
  server = await startTestServer();
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  ({ id: book_id } = await createBook(partner));
  promotion = await createPromotion(server, { partner });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.clickRollup.deleteMany();
  await server.deps.db.promotionStat.deleteMany();
});

/** Inserts a settled promotion with these clicks in the hours after 18:00 UTC. Sending ends `hours` after 18:40. */
async function insertSettled(
  clicks: Record<number, number>,
  {
    date = '2026-11-20',
    price = 'discounted' as 'free' | 'discounted',
    category_id = MYSTERY,
    site = 0,
    hours = 0,
  } = {},
) {
  const { db } = server.deps;
  const day = new Date(`${date}T00:00:00Z`);
  const sent_at = new Date(Date.parse(`${date}T18:40:00Z`) + hours * HOUR_MS);
  const { id } = await db.promotion.create({
    data: {
      ...{ partner_id: partner.id, book_id, category_id, price_type: price, approval_status: 'approved' },
      sent_at,
      ...{ requested_date: day, promotion_date: day, deal_ends_on: day, ...(await approvedBookOf(db, book_id)) },
      ...{ current_price_cents: 499, sale_price_cents: price === 'free' ? 0 : 99, cpc_cents: 40, max_cost_cents: 6000 },
    },
  });
  const result = { promotion_id: id, category_id, price_type: price, promotion_date: day };
  await db.promotionStat.create({ data: { ...result, delivered: 1000, clicks_billable: 0, clicks_per_thousand: 0 } });
  const hourOf = (hour: number) => new Date(Date.parse(`${date}T18:00:00Z`) + hour * HOUR_MS);
  await db.clickRollup.createMany({
    data: [
      ...Object.entries(clicks).map(([hour, count]) => ({
        ...{ promotion_id: id, hour: hourOf(Number(hour)), clicks: count },
        ...{ store: 'kobo' as const, source: 'newsletter' as const },
      })),
      { promotion_id: id, hour: hourOf(0), clicks: site, store: 'kobo', source: 'site' },
    ],
  });
  return id;
}

const usual = async () => (await partner.get(`/promotions/${promotion.id}/usual_clicks`).expect(200)).body.usual_clicks;

it('returns, for the end of each hour, the median of the newsletter clicks since the send', async () => {
  await insertSettled({ 0: 4, 1: 2, 70: 1 }, { hours: 3 });
  await insertSettled({ 0: 6, 2: 3 });
  await insertSettled({ 0: 5, 1: 5 }, { site: 90 });
  await insertSettled({ 1: 8 });
  await insertSettled({ 0: 9 });
  const { by_hour, ...rest } = await usual();
  expect(rest).toEqual({ category_id: MYSTERY, price_type: 'discounted', sample_size: 5, is_scaled: false });
  // After the first hour 0, 4, 5, 6, 9; after the second 6, 6, 8, 9, 10; after the third 6, 8, 9, 9, 10.
  expect(by_hour.slice(0, 4)).toEqual([5, 8, 9, 9]);
  expect(by_hour).toHaveLength(73);
  expect(by_hour[72]).toBe(9);
});

it('returns only the number of promotions if there are fewer than five', async () => {
  for (let i = 0; i < 4; i++) await insertSettled({ 0: 4 });
  expect(await usual()).toMatchObject({ sample_size: 4, by_hour: null });
});

it('compares only with promotions of the same category and price type, on the same date or earlier', async () => {
  for (let i = 0; i < 5; i++) await insertSettled({ 0: 4 });
  await insertSettled({ 0: 99 }, { price: 'free' });
  await insertSettled({ 0: 99 }, { category_id: 4 });
  await insertSettled({ 0: 99 }, { date: '2026-12-20' });
  const { sample_size, by_hour } = await usual();
  expect([sample_size, by_hour[0]]).toEqual([5, 4]);
});

it('uses the latest fifty promotions', async () => {
  for (let i = 0; i < 6; i++) await insertSettled({ 0: 90 }, { date: '2026-10-01' });
  for (let i = 0; i < 50; i++) await insertSettled({ 0: 4 });
  const { sample_size, by_hour } = await usual();
  expect([sample_size, by_hour[0], by_hour[72]]).toEqual([50, 4, 4]);
});

it('scales the clicks down in proportion to the emails if a warm-up limited the newsletter', async () => {
  const { db, now } = server.deps;
  for (let i = 0; i < 5; i++) await insertSettled({ 0: 40, 1: 20 });
  const { id: warm_up_id } = await db.warmUp.create({
    data: { domain: 'deckle.test', first_cap: 250, growth_percent: 150, started_at: now(), ended_at: now() },
  });
  const sent = { newsletter_date: new Date('2026-11-25'), status: 'sent', delivered_count: 250, warm_up_id } as const;
  const newsletter = await db.newsletter.create({ data: sent });
  await db.promotion.update({ where: { id: promotion.id }, data: { newsletter_id: newsletter.id } });
  const { by_hour, is_scaled } = await usual();
  // A quarter of the thousand emails that each of the others had.
  expect([is_scaled, ...by_hour.slice(0, 2)]).toEqual([true, 10, 15]);
});

it('starts the window with the first click, even if sending took hours, or else with the end of the send', async () => {
  const click_window_ends_at = new Date('2026-11-23T21:40:00Z');
  const windowStart = async (clicks: Record<number, number>) => {
    const id = await insertSettled(clicks, { hours: 3 });
    await server.deps.db.promotion.update({ where: { id }, data: { click_window_ends_at } });
    return (await partner.get(`/promotions/${id}/clicks`).expect(200)).body.window.from;
  };
  expect(await windowStart({ 1: 7, 3: 2 })).toBe('2026-11-20T19:00:00.000Z');
  expect(await windowStart({ 5: 1 })).toBe('2026-11-20T21:40:00.000Z');
});
