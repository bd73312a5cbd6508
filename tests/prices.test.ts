/** docs/product.md#clicks-and-billing: the exact cost of promotions, from the booking to the partner's invoice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPartner, createPromotion, createStaff, type PartnerClient } from '#server/testing/factories.ts';

const TOP_SPOT_ADDON_ID = 1;
const CUTOFF = '2026-12-03T17:00:00Z';
const WINDOW_END = '2026-12-06T17:00:00Z';
/**
 * Categories whose top spot costs ten dollars. Each case has its own category, since a category has one top spot per
 * newsletter.
 */
const CATEGORIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14];

type Case = {
  name: string;
  clicks: number;
  cpc_cents: number;
  hasTopSpot?: true;
  /** Percent, or percent and the minimum cost. */
  discount?: [percent: number, min_cost_cents?: number];
  credit_cents?: number;
  referred?: true;
  /** Subtotal, discount, credit, and total, in cents. */
  invoice: [number, number, number, number];
  lines: number[];
  remaining_credit_cents?: number;
  use?: 'consumed' | 'released';
};

const CASES: Case[] = [
  { name: '210 clicks at 15 c', clicks: 210, cpc_cents: 15, invoice: [3150, 0, 0, 3150], lines: [3150] },
  { name: '500 clicks at 15 c', clicks: 500, cpc_cents: 15, invoice: [6000, 0, 0, 6000], lines: [7500, -1500] },
  {
    name: '130 clicks at 40 c and the top spot',
    clicks: 130,
    cpc_cents: 40,
    hasTopSpot: true,
    invoice: [6000, 0, 0, 6000],
    lines: [5200, 1000, -200],
  },
  {
    name: '130 clicks at 40 c and the top spot, with 25 percent off',
    clicks: 130,
    cpc_cents: 40,
    hasTopSpot: true,
    discount: [25],
    use: 'consumed',
    invoice: [6000, 1500, 0, 4500],
    lines: [5200, 1000, -200, -1500],
  },
  {
    name: 'no clicks and the top spot',
    clicks: 0,
    cpc_cents: 15,
    hasTopSpot: true,
    invoice: [1000, 0, 0, 1000],
    lines: [0, 1000],
  },
  { name: 'no clicks', clicks: 0, cpc_cents: 15, invoice: [0, 0, 0, 0], lines: [0] },
  {
    name: '210 clicks with ten dollars of credit',
    clicks: 210,
    cpc_cents: 15,
    credit_cents: 1000,
    invoice: [3150, 0, 1000, 2150],
    lines: [3150, -1000],
    remaining_credit_cents: 0,
  },
  {
    name: '210 clicks with more credit than they cost',
    clicks: 210,
    cpc_cents: 15,
    credit_cents: 4000,
    invoice: [3150, 0, 3150, 0],
    lines: [3150, -3150],
    remaining_credit_cents: 850,
  },
  {
    name: '3 clicks, which are waived and use up neither credit nor code',
    clicks: 3,
    cpc_cents: 15,
    credit_cents: 500,
    discount: [25],
    use: 'released',
    // A quarter of 45 cents is 11.25.
    invoice: [45, 11, 0, 0],
    lines: [45, -11, -34],
    remaining_credit_cents: 500,
  },
  {
    name: 'a remainder of 30 cents after the credit, which is waived',
    clicks: 210,
    cpc_cents: 15,
    credit_cents: 3120,
    invoice: [3150, 0, 3120, 0],
    lines: [3150, -3120, -30],
    remaining_credit_cents: 0,
  },
  {
    name: '25 percent off, with half a cent rounded up',
    clicks: 6,
    cpc_cents: 15,
    discount: [25],
    use: 'consumed',
    // A quarter of 90 cents is 22.5.
    invoice: [90, 23, 0, 67],
    lines: [90, -23],
  },
  {
    name: 'a code with a minimum of twenty dollars, on a cost of ten',
    clicks: 0,
    cpc_cents: 15,
    hasTopSpot: true,
    discount: [25, 2000],
    use: 'released',
    invoice: [1000, 0, 0, 1000],
    lines: [0, 1000],
  },
  {
    name: 'the first promotion of a referred partner',
    clicks: 210,
    cpc_cents: 15,
    referred: true,
    invoice: [3150, 0, 1000, 2150],
    lines: [3150, -1000],
    remaining_credit_cents: 0,
  },
];

let server: TestServer;
const booked = new Map<string, { id: number; partner: PartnerClient }>();

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.deps;
  const staff = await createStaff(server, 'admin');
  const referrer = await createPartner(server, { card: 'pm_card_mastercard' });
  for (const [index, testCase] of CASES.entries()) {
    const category_id = CATEGORIES[index]!;
    const { cpc_cents, discount, credit_cents = 0 } = testCase;
    await db.category.update({ where: { id: category_id }, data: { cpc_discounted_cents: cpc_cents } });
    const partner = await createPartner(server);
    const referrer_id = testCase.referred ? referrer.id : null;
    await db.partner.update({ where: { id: partner.id }, data: { credit_cents, referrer_id } });
    const discount_code = `CODE-${index}`;
    if (discount) {
      const [value, min_cost_cents] = discount;
      await staff.post('/discounts').send({ code: discount_code, kind: 'percent', value, min_cost_cents }).expect(201);
    }
    const { id } = await createPromotion(server, {
      partner,
      category_id,
      days: 2,
      book: { category_id },
      ...(testCase.hasTopSpot ? { addon_ids: [TOP_SPOT_ADDON_ID] } : {}),
      ...(discount ? { discount_code } : {}),
    });
    await staff.post(`/promotions/${id}/approve`).expect(200);
    booked.set(testCase.name, { id, partner });
  }
  // Change the prices after booking: existing bookings must keep theirs.
  await db.category.updateMany({ data: { cpc_discounted_cents: 99 } });
  await db.discount.updateMany({ data: { kind: 'fixed_cents', value: 1, min_cost_cents: 5900 } });
  await server.advanceTo(CUTOFF);
  for (const { name, clicks } of CASES) await addClicks(booked.get(name)!.id, clicks);
  await server.advanceTo(WINDOW_END);
}, 180_000);
afterAll(() => server.close());

/**
 * Inserts one click for each of `readers` readers, an hour after the send. Promotions don't share readers, since clicks
 * on many deals in a short time aren't billable.
 */
const addClicks = (id: number, readers: number) =>
  server.deps.pool.query(
    `with crowd as (
       insert into readers (id, status) select $1::int * 1000 + n, 'unsubscribed' from generate_series(1, $2::int) n on conflict do nothing)
     insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ua_class)
     select p.id, p.newsletter_id, p.id * 1000 + reader, 'newsletter', 'amazon', p.sent_at + interval '1 hour', 'person'
     from promotions p, generate_series(1, $2::int) as reader where p.id = $1`,
    [id, readers],
  );

describe.each(CASES)('$name', ({ name, clicks, invoice, lines, remaining_credit_cents, use, discount }) => {
  const [subtotal_cents, discount_cents, credit_cents, total_cents] = invoice;

  it('is billed and charged to the cent', async () => {
    const { id, partner } = booked.get(name)!;
    const res = await partner.get(`/invoices?promotion_id=${id}`).expect(200);
    expect(res.body.invoices).toMatchObject([
      { invoice_type: 'promotion', status: 'paid', subtotal_cents, discount_cents, credit_cents, total_cents },
    ]);
    const [promotionInvoice] = res.body.invoices as { lines: { amount_cents: number }[] }[];
    expect(promotionInvoice!.lines.map(({ amount_cents }) => amount_cents)).toEqual(lines);
    const { promotion } = (await partner.get(`/promotions/${id}`).expect(200)).body;
    expect(promotion).toMatchObject({ clicks_billable: clicks, display_status: 'successfully sent' });
    const attempts = await server.deps.db.chargeAttempt.findMany({ where: { promotion_id: id } });
    expect(attempts.map(({ amount_cents, state }) => [amount_cents, state])).toEqual(
      total_cents ? [[total_cents, 'succeeded']] : [],
    );
  });

  it.runIf(remaining_credit_cents !== undefined)('keeps unused credit', async () => {
    const { partner } = booked.get(name)!;
    const { body } = await partner.get('/partner-auth/validate_token').expect(200);
    expect(body.data.credit_cents).toBe(remaining_credit_cents);
  });

  it.runIf(discount)('consumes the code if it reduced what was charged, and releases it otherwise', async () => {
    const { id } = booked.get(name)!;
    const { state, discount_id } = await server.deps.db.discountUse.findUniqueOrThrow({ where: { promotion_id: id } });
    const { used_count } = await server.deps.db.discount.findUniqueOrThrow({ where: { id: discount_id } });
    expect([state, used_count]).toEqual([use, use === 'consumed' ? 1 : 0]);
  });
});

it('gives the referred partner ten dollars once, with an invoice', async () => {
  const { partner } = booked.get('the first promotion of a referred partner')!;
  const { body } = await partner.get('/referrals').expect(200);
  expect(body.referrals).toMatchObject([{ kind: 'welcome', amount_cents: 1000, state: 'available' }]);
  expect(body.totals.available_cents).toBe(0);
  const invoices = (await partner.get('/invoices?sort_col=id&sort_dir=asc').expect(200)).body.invoices;
  expect(invoices.map(({ invoice_type }: { invoice_type: string }) => invoice_type)).toEqual([
    'credit_adjustment',
    'promotion',
  ]);
});
