import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import { approvedBookOf } from '#server/testing/approved-book.ts';
import { createBook, insertPartners, type PartnerClient, visitor } from '#server/testing/factories.ts';
import { DAY_MS } from '#shared/durations.ts';

const MYSTERY = 1;
const THRILLER = 4;

let server: TestServer;
let partner: PartnerClient;
let book: { id: number };
beforeAll(async () => {
  server = await startTestServer();
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  book = await createBook(partner);
});
afterAll(() => server.close());

let minutes = 0;
/** Advances the clock by a minute, because the numbers are cached that long. */
const fetchFresh = async (path: 'statistics' | 'pricing') => {
  server.clock.set(new Date(START.getTime() + ++minutes * 60_000));
  return (await visitor(server).get(`/${path}`).expect(200)).body[path];
};
const categoryIn = (figures: { categories: { category_id: number }[] }, id: number) =>
  figures.categories.find(({ category_id }) => category_id === id) as never as Record<string, unknown>;

let serial = 0;
const createReader = (data: object, category_ids = [MYSTERY]) =>
  server.deps.db.reader.create({
    data: {
      email: `reader-${++serial}@example.test`,
      status: 'active',
      confirmed_at: new Date('2026-11-15T12:00:00Z'),
      ...data,
      categories: { create: category_ids.map((category_id) => ({ category_id })) },
    },
  });

/** Creates a sent promotion with the figures and invoice of a settled one: this many clicks and cents. */
async function createSettledPromotion(
  clicks_billable: number,
  subtotal_cents: number,
  { date = '2026-11-20', free = false } = {},
) {
  const { db } = server.deps;
  const price_type = free ? ('free' as const) : ('discounted' as const);
  const day = new Date(`${date}T00:00:00Z`);
  const { id } = await db.promotion.create({
    data: {
      partner_id: partner.id,
      book_id: book.id,
      category_id: MYSTERY,
      price_type,
      requested_date: day,
      promotion_date: day,
      deal_ends_on: day,
      sent_at: day,
      approval_status: 'approved',
      ...(await approvedBookOf(db, book.id)),
      current_price_cents: 499,
      sale_price_cents: free ? 0 : 99,
      cpc_cents: 40,
      max_cost_cents: 6000,
    },
  });
  const stat = { category_id: MYSTERY, price_type, promotion_date: day, delivered: 1000, clicks_per_thousand: 1 };
  await db.promotionStat.create({ data: { ...stat, promotion_id: id, clicks_billable } });
  await db.invoice.create({
    data: {
      partner_id: partner.id,
      promotion_id: id,
      number: ++serial,
      date: day,
      lines: [],
      subtotal_cents,
      discount_cents: subtotal_cents,
      total_cents: 0,
      status: 'paid',
      paid_at: day,
    },
  });
}

it('counts confirmed, subscribed readers without a bounce in 90 days', async () => {
  const now = START.getTime();
  await createReader({});
  await createReader({ last_bounce_at: new Date(now - 91 * DAY_MS) }, [MYSTERY, THRILLER]);
  await createReader({ last_bounce_at: new Date(now - 89 * DAY_MS) });
  await createReader({ confirmed_at: null });
  for (const status of ['pending', 'unsubscribed', 'bounced', 'complained']) await createReader({ status });
  const statistics = await fetchFresh('statistics');
  expect(statistics.totals.active_readers).toBe(2);
  expect(categoryIn(statistics, MYSTERY)).toMatchObject({ slug: 'mystery', name: 'Mystery', active_readers: 2 });
  expect(categoryIn(statistics, THRILLER)).toMatchObject({ active_readers: 1 });
  expect(categoryIn(await fetchFresh('pricing'), MYSTERY)).toMatchObject({ active_readers: 2 });
});

describe('medians', () => {
  it('are null for up to four promotions, and separate for free books', async () => {
    for (const clicks of [10, 20, 90, 100]) await createSettledPromotion(clicks, clicks * 40);
    await createSettledPromotion(500, 6000, { free: true });
    expect(categoryIn(await fetchFresh('pricing'), MYSTERY)).toMatchObject({
      discounted: {
        cpc_cents: 40,
        sample_size: 4,
        typical_cost_cents: null,
        low_clicks: null,
        median_clicks: null,
        high_clicks: null,
      },
      free: { cpc_cents: 15, sample_size: 1, median_clicks: null, typical_cost_cents: null },
    });
  });

  it('are the middle of five values, between the quartiles', async () => {
    await createSettledPromotion(30, 1200);
    const pricing = categoryIn(await fetchFresh('pricing'), MYSTERY);
    // 10, 20, 30, 90, and 100 clicks.
    expect(pricing.discounted).toEqual({
      cpc_cents: 40,
      sample_size: 5,
      typical_cost_cents: 1200,
      low_clicks: 20,
      median_clicks: 30,
      high_clicks: 90,
    });
    expect(categoryIn(await fetchFresh('statistics'), MYSTERY).discounted).toEqual(pricing.discounted);
  });
});

it("sums months of Vancouver's calendar, the current one last", async () => {
  const { db } = server.deps;
  await createSettledPromotion(7, 280, { date: '2026-10-31' });
  await createReader({ confirmed_at: new Date('2026-11-01T06:59:59Z') });
  await createReader({ confirmed_at: new Date('2026-11-01T07:00:00Z') });
  const newsletter = { status: 'sent' as const, sent_at: new Date('2026-10-05T17:00:00Z'), delivered_count: 321 };
  await db.newsletter.create({ data: { ...newsletter, newsletter_date: new Date('2026-10-05') } });
  await db.newsletter.create({ data: { newsletter_date: new Date('2026-10-06'), delivered_count: 99 } });
  const onDay = (day: string, source: 'newsletter' | 'site', clicks: number) =>
    db.clickDay.create({ data: { day: new Date(day), source, clicks } });
  await onDay('2025-12-31', 'site', 1_000);
  await onDay('2026-10-01', 'newsletter', 40);
  await onDay('2026-10-31', 'newsletter', 5);
  await onDay('2026-10-31', 'site', 3);
  await onDay('2026-12-01', 'site', 2);
  const { months, totals } = await fetchFresh('statistics');
  expect(months.map(({ month }: { month: string }) => month)).toEqual([
    ...['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09'],
    ...['2026-10', '2026-11', '2026-12'],
  ]);
  expect(months[9]).toEqual({
    month: '2026-10',
    new_readers: 1,
    mails_delivered: 321,
    promotions_sent: 1,
    billable_clicks: 7,
    clicks: 48,
  });
  expect(months[10]).toEqual({
    month: '2026-11',
    new_readers: 8,
    mails_delivered: 0,
    promotions_sent: 6,
    billable_clicks: 750,
    clicks: 0,
  });
  expect(months[11]).toMatchObject({ month: '2026-12', new_readers: 0, clicks: 2 });
  expect(totals).toEqual({
    active_readers: 4,
    newsletters_sent: 1,
    mails_delivered: 321,
    promotions_sent: 7,
    billable_clicks: 757,
  });
});

it('counts more emails than an integer of the database can hold', async () => {
  const { db } = server.deps;
  const { mails_delivered: before } = (await fetchFresh('statistics')).totals;
  const newsletter = { status: 'sent' as const, sent_at: new Date('2026-09-02T17:00:00Z') };
  for (const day of ['2026-09-01', '2026-09-02'])
    await db.newsletter.create({
      data: { ...newsletter, newsletter_date: new Date(day), delivered_count: 2_000_000_000 },
    });
  const { months, totals } = await fetchFresh('statistics');
  expect([months[8].mails_delivered, totals.mails_delivered - before]).toEqual([4_000_000_000, 4_000_000_000]);
});

it('states the method, and that the numbers are demo data', async () => {
  const pricing = await fetchFresh('pricing');
  expect(pricing).toMatchObject({ demo: true, max_cost_cents: 6000, min_charge_cents: 50, click_window_hours: 72 });
  expect(pricing.method).toContain('once at least five promotions are settled');
  expect(pricing.as_of).toBe(new Date(START.getTime() + minutes * 60_000).toISOString());
  expect(pricing.categories).toHaveLength(36);
  expect(categoryIn(pricing, MYSTERY)).toMatchObject({ daily_slots: 4, top_of_newsletter_addon_cents: 1000 });
  const sandbox = await startTestServer({ env: { DECKLE_DEMO: '0', DECKLE_SANDBOX: '1' } });
  expect((await visitor(sandbox).get('/statistics').expect(200)).body.statistics.demo).toBe(false);
  await sandbox.close();
});

it('computes the statistics once a minute', async () => {
  const before = await fetchFresh('statistics');
  await createReader({});
  const cached = (await visitor(server).get('/statistics?public=true').expect(200)).body.statistics;
  expect(cached).toEqual(before);
  expect((await fetchFresh('statistics')).totals.active_readers).toBe(before.totals.active_readers + 1);
  await visitor(server).get('/statistics?days=3').expect(422);
});
