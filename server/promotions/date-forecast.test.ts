import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { approvedBookOf } from '#server/testing/approved-book.ts';
import {
  createBook,
  createPartner,
  createPromotion,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  promotionInput,
} from '#server/testing/factories.ts';
import type { DateForecast } from '#shared/promotions.ts';

const CRIME_FICTION = 4;

let server: TestServer;
let partner: PartnerClient;
let book_id: number;
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-30T18:30:00Z') });
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  ({ id: book_id } = await createBook(partner));
});
afterAll(() => server.close());
/** Ends the hour for which medians are memoized. The business date stays Tuesday, December 1st. */
const anHourLater = () => server.clock.set(new Date(server.clock.now().getTime() + 3_600_000));
beforeEach(async () => {
  await server.deps.db.promotionStat.deleteMany();
  anHourLater();
});

/** Inserts results with these clicks, of promotions on a day of November. November 1st, 2026 is a Sunday. */
async function insertResults(clicks: readonly number[], { day = 3, category_id = MYSTERY, year = 2026 } = {}) {
  const { db } = server.deps;
  const date = new Date(Date.UTC(year, 10, day));
  for (const clicks_billable of clicks) {
    const { id } = await db.promotion.create({
      data: {
        ...{ partner_id: partner.id, book_id, category_id, price_type: 'discounted', approval_status: 'approved' },
        ...{ requested_date: date, promotion_date: date, deal_ends_on: date, sent_at: date, cancelled_at: date },
        ...{ current_price_cents: 499, sale_price_cents: 99, cpc_cents: 40, max_cost_cents: 6000 },
        ...(await approvedBookOf(db, book_id)),
      },
    });
    const result = { promotion_id: id, category_id, price_type: 'discounted' as const, promotion_date: date };
    await db.promotionStat.create({ data: { ...result, delivered: 1000, clicks_billable, clicks_per_thousand: 0 } });
  }
}

const forecast = async (query = '', client = partner): Promise<DateForecast> =>
  (await client.get(`/promotions/date_forecast?category_id=${MYSTERY}&price_type=discounted${query}`).expect(200)).body
    .date_forecast;
const on = ({ dates }: DateForecast, day: string) => dates.find(({ date }) => date === day);

it('expects the category’s median on every date while weekdays can’t be compared', async () => {
  await insertResults([10, 20, 30, 40, 90], { day: 3 });
  const found = await forecast();
  expect(found.sample_size).toBe(5);
  expect(new Set(found.dates.map(({ expected_clicks }) => expected_clicks))).toEqual(new Set([30]));
  // The newsletter of Tuesday, December 1st is open, but only staff can still fill it.
  expect([found.dates[0]!.date, found.dates.at(-1)!.date]).toEqual(['2026-12-02', '2027-03-01']);
  expect(found.best).toEqual({ date: '2026-12-02', expected_clicks: 30, places_left: 4 });
});

it('adjusts the median by the weekday’s factor across all categories', async () => {
  await insertResults([20, 20, 20, 20, 20], { day: 3 });
  // The median of crime fiction is 40: its Sundays had 1.5 times as many clicks, its Tuesdays half as many.
  await insertResults([60, 60, 60, 60, 60], { day: 1, category_id: CRIME_FICTION });
  await insertResults([20, 20, 20, 20, 20], { day: 3, category_id: CRIME_FICTION });
  const found = await forecast();
  // Tuesdays' ratios are five of 1 and five of 0.5; Sundays' are five of 1.5.
  expect(on(found, '2026-12-06')).toMatchObject({ expected_clicks: 30 });
  expect(on(found, '2026-12-08')).toMatchObject({ expected_clicks: 15 });
  expect(on(found, '2026-12-09')).toMatchObject({ expected_clicks: 20 });
  expect(found.best).toMatchObject({ date: '2026-12-06', expected_clicks: 30 });
});

it('makes no forecast from fewer than five promotions, and ignores ones from more than a year ago', async () => {
  await insertResults([10, 20, 30, 40], { day: 3 });
  await insertResults([90], { day: 3, year: 2025 });
  const found = await forecast();
  expect(found.sample_size).toBe(4);
  expect(on(found, '2026-12-06')).toMatchObject({ expected_clicks: null });
  expect(found.best).toMatchObject({ date: '2026-12-02', expected_clicks: null });
});

it('counts the year’s results at most once an hour', async () => {
  await insertResults([10, 20, 30, 40, 50]);
  expect((await forecast()).sample_size).toBe(5);
  await insertResults([10, 20, 30, 40, 50]);
  expect((await forecast()).sample_size).toBe(5);
  anHourLater();
  expect((await forecast()).sample_size).toBe(10);
});

it('never suggests a full date, or one that the book’s rules forbid', async () => {
  const owner = await createPartner(server);
  const booked = await createPromotion(server, { partner: owner, days: 3 });
  const full = { newsletter_date: new Date('2026-12-02'), category_id: MYSTERY };
  await server.deps.db.newsletterPromotionCount.update({
    where: { newsletter_date_category_id: full },
    data: { capacity: 0 },
  });
  expect((await forecast('', owner)).best).toMatchObject({ date: '2026-12-03' });
  const own = await forecast(`&book_id=${booked.book.id}`, owner);
  // Its next promotion may run 30 days after the one on December 4th.
  expect(own.best).toMatchObject({ date: '2027-01-03' });
});

it('doesn’t count a promotion against itself when its date is changed', async () => {
  const owner = await createPartner(server);
  const { id, book } = await createPromotion(server, { partner: owner, days: 3 });
  const { best } = await forecast(`&book_id=${book.id}&promotion_id=${id}`, owner);
  // December 2nd is full.
  expect(best).toMatchObject({ date: '2026-12-03' });
  await owner.patch(`/promotions/${id}`).send({ requested_date: best!.date }).expect(200);

  const later = promotionInput(server, book.id, { requested_date: '2027-01-20', deal_ends_on: '2027-01-23' });
  const { promotion } = (await owner.post('/promotions').send(later).expect(201)).body;
  expect((await forecast(`&promotion_id=${promotion.id}`, owner)).best).toMatchObject({ date: '2027-01-02' });
});

it('answers 404 for another partner’s book or promotion', async () => {
  await partner.get(`/promotions/date_forecast?category_id=1&price_type=free&book_id=${book_id}`).expect(200);
  const other = await createPartner(server);
  await other.get(`/promotions/date_forecast?category_id=1&price_type=free&book_id=${book_id}`).expect(404);
  const { id } = await createPromotion(server, { days: 5 });
  await other.get(`/promotions/date_forecast?category_id=1&price_type=free&promotion_id=${id}`).expect(404);
});
