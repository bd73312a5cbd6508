/** Consistent costs: a promotion's cost is the same in the form, on screens, and in files, emails, and the API. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clicksQuery } from '#client/api/partner-promotions.ts';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from '#client/app/router.ts';
import { LastResultsPanel } from '#client/features/dashboard/LastResultsPanel.tsx';
import { bookingFacts } from '#client/features/promotions/partner/booking-facts.ts';
import { forecastCost } from '#client/features/promotions/partner/booking-form.ts';
import { ResultsPanel } from '#client/features/promotions/partner/ResultsPanel.tsx';
import { invoiceFacts } from '#client/features/promotions/staff/promotion-facts.ts';
import { PromotionList } from '#client/ui/app/PromotionList.tsx';
import { seededRandom } from '#server/platform/random.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createPromotion,
  createStaff,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { pdfText } from '#server/testing/pdf-text.ts';
import type { DiscountTerms } from '#shared/discounts.ts';
import type { Promotion, PromotionClicks } from '#shared/promotions.ts';

const TOP = 1;
const CUTOFF = '2026-12-03T17:00:00Z';
const DURING = '2026-12-04T17:00:00Z';
const WINDOW_END = '2026-12-06T17:00:00Z';
const CATEGORIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14];

type Case = {
  name: string;
  category_id: number;
  cpc_cents: number;
  hasTopSpot: boolean;
  discount: DiscountTerms | null;
  credit_cents: number;
  clicks: number;
};
/** Amounts in cents: the maximum, the cost so far, and the invoice. */
type Expected = { max: number; so_far: number; total: number };

const percent = (value: number, min_cost_cents: number | null = null) => ({
  kind: 'percent' as const,
  value,
  min_cost_cents,
});

/** Cases with expected values written by hand. The top spot costs $10.00 in these categories. */
const MANUAL_CASES: [Omit<Case, 'name' | 'category_id'>, Expected][] = [
  [
    { cpc_cents: 40, hasTopSpot: false, discount: percent(25), credit_cents: 0, clicks: 64 },
    { max: 4500, so_far: 1920, total: 1920 },
  ],
  [
    { cpc_cents: 15, hasTopSpot: true, discount: null, credit_cents: 4000, clicks: 129 },
    { max: 6000, so_far: 2935, total: 0 },
  ],
  [
    // 74 clicks cost $29.60, which is below the code's minimum. 100 clicks cost less: $40.00 minus $36.00.
    { cpc_cents: 40, hasTopSpot: false, discount: percent(90, 3000), credit_cents: 0, clicks: 100 },
    { max: 2960, so_far: 2960, total: 400 },
  ],
  [
    { cpc_cents: 15, hasTopSpot: false, discount: null, credit_cents: 0, clicks: 3 },
    { max: 6000, so_far: 0, total: 0 },
  ],
];

/** Calculates an invoice's total independently of the code under test. */
function totalOf(
  { cpc_cents, hasTopSpot, discount, credit_cents }: Omit<Case, 'name' | 'category_id' | 'clicks'>,
  clicks: number,
) {
  let total = clicks * cpc_cents + (hasTopSpot ? 1000 : 0);
  if (total > 6000) total = 6000;
  const applies = discount && total >= (discount.min_cost_cents ?? 0);
  if (applies && discount.kind === 'percent') total -= Math.round((total * discount.value) / 100 + 1e-9);
  if (applies && discount.kind === 'fixed_cents') total = Math.max(0, total - discount.value);
  if (total < 50) return 0;
  total = Math.max(0, total - credit_cents);
  return total < 50 ? 0 : total;
}

/** Calculates the expected amounts by trying every number of clicks. */
function expectedOf(facts: Omit<Case, 'name' | 'category_id'>): Expected {
  const withoutCredit = { ...facts, credit_cents: 0 };
  const highest = (clicks: number) =>
    Math.max(...Array.from({ length: clicks + 1 }, (_, count) => totalOf(withoutCredit, count)));
  return { max: highest(1500), so_far: highest(facts.clicks), total: totalOf(facts, facts.clicks) };
}

const random = seededRandom(2560);
const RANDOM_CASES = Array.from(
  { length: CATEGORIES.length - MANUAL_CASES.length },
  (): Omit<Case, 'name' | 'category_id'> => ({
    cpc_cents: random.between(5, 60),
    hasTopSpot: random.chance(0.5),
    discount: random.chance(0.7)
      ? {
          ...(random.chance(0.5)
            ? { kind: 'percent', value: random.between(1, 100) }
            : { kind: 'fixed_cents', value: random.between(1, 6000) }),
          min_cost_cents: random.chance(0.5) ? random.between(1, 6000) : null,
        }
      : null,
    credit_cents: random.chance(0.5) ? random.between(0, 4000) : 0,
    clicks: random.between(0, 200),
  }),
);
const CASES = [...MANUAL_CASES, ...RANDOM_CASES.map((facts) => [facts, expectedOf(facts)] as const)].map(
  ([facts, expected], index) => ({
    facts,
    expected,
    category_id: CATEGORIES[index]!,
    name: `${facts.clicks} clicks at ${facts.cpc_cents} c${facts.hasTopSpot ? ', top spot' : ''}, code ${JSON.stringify(facts.discount)}, credit ${facts.credit_cents}`,
  }),
);

type PromotionStages = { booked: Promotion; running: Promotion; settled: Promotion; partner: PartnerClient };

let server: TestServer;
let staff: Client;
const stages = new Map<string, PromotionStages>();
const clicksDuring = new Map<string, PromotionClicks>();
const csvDuring = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
  const { db } = server.deps;
  const ids = new Map<string, { id: number; partner: PartnerClient }>();
  for (const [index, { name, category_id, facts }] of CASES.entries()) {
    const data = { cpc_discounted_cents: facts.cpc_cents, top_of_newsletter_addon_cents: 1000 };
    await db.category.update({ where: { id: category_id }, data });
    const partner = await createPartner(server);
    await db.partner.update({ where: { id: partner.id }, data: { credit_cents: facts.credit_cents } });
    const code = `LINE-${index}`;
    if (facts.discount)
      await staff
        .post('/discounts')
        .send({ code, ...facts.discount })
        .expect(201);
    const { id } = await createPromotion(server, {
      partner,
      category_id,
      days: 2,
      book: { category_id, title: `Novel ${index}` },
      ...(facts.hasTopSpot ? { addon_ids: [TOP] } : {}),
      ...(facts.discount ? { discount_code: code } : {}),
    });
    ids.set(name, { id, partner });
  }
  const readAll = async () =>
    new Map(await Promise.all(CASES.map(async ({ name }) => [name, await read(name)] as const)));
  const read = async (name: string) => {
    const { id, partner } = ids.get(name)!;
    return (await partner.get(`/promotions/${id}?joins=book,category,discount`).expect(200)).body
      .promotion as Promotion;
  };
  const booked = await readAll();
  for (const { id } of ids.values()) await staff.post(`/promotions/${id}/approve`).expect(200);
  // A booking keeps the terms that its code had at submission.
  await db.discount.updateMany({ data: { kind: 'fixed_cents', value: 1, min_cost_cents: 5900 } });
  await server.advanceTo(CUTOFF);
  for (const { name, facts } of CASES) await addClicks(ids.get(name)!.id, facts.clicks);
  await server.advanceTo(DURING);
  const running = await readAll();
  for (const { name } of CASES) {
    const { id, partner } = ids.get(name)!;
    clicksDuring.set(name, (await partner.get(`/promotions/${id}/clicks`).expect(200)).body);
    csvDuring.set(name, (await partner.get('/promotions.csv').expect(200)).text);
  }
  await server.advanceTo(WINDOW_END);
  await server.settle();
  const settled = await readAll();
  for (const { name } of CASES)
    stages.set(name, {
      booked: booked.get(name)!,
      running: running.get(name)!,
      settled: settled.get(name)!,
      partner: ids.get(name)!.partner,
    });
}, 240_000);
afterAll(() => server.close());

/** Adds clicks of different readers, an hour after the send. */
async function addClicks(id: number, readers: number) {
  const { pool } = server.deps;
  await pool.query(
    `with crowd as (
       insert into readers (id, status) select $1::int * 1000 + n, 'unsubscribed' from generate_series(1, $2::int) n on conflict do nothing)
     insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ua_class)
     select p.id, p.newsletter_id, p.id * 1000 + reader, 'newsletter', 'amazon', p.sent_at + interval '1 hour', 'person'
     from promotions p, generate_series(1, $2::int) as reader where p.id = $1`,
    [id, readers],
  );
  await pool.query(
    `insert into click_rollups (promotion_id, hour, store, source, clicks)
     select promotion_id, date_trunc('hour', clicked_at, 'UTC'), store, source, count(*) from click_logs
     where promotion_id = $1 group by 1, 2, 3, 4`,
    [id],
  );
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const textOf = (html: string) =>
  html
    .replaceAll('&#x27;', "'")
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Renders a part of a signed-in screen as text. */
async function renderText(part: ReactElement, client = new QueryClient()) {
  const handler = createStaticHandler([{ path: '/', element: part }]);
  const context = await handler.query(new Request('http://deckle.test/'));
  if (context instanceof Response) throw new Error('unexpected redirect');
  const router = createStaticRouter(handler.dataRoutes, context);
  const provider = createElement(StaticRouterProvider, { router, context, hydrate: false });
  return textOf(renderToStaticMarkup(createElement(QueryClientProvider, { client }, provider)));
}

/** Returns the values of a CSV row by column. */
function rowOf(csv: string, id: number | string) {
  const [head, ...rows] = csv
    .replace('\uFEFF', '')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const row = rows.find(([first]) => first === String(id))!;
  return Object.fromEntries(head!.map((column, index) => [column, row[index]!]));
}

describe.each(CASES)('$name', ({ name, facts, expected: { max, so_far, total } }) => {
  const atMost = max > 0 ? `At most ${dollars(max)}` : 'Nothing to pay';

  it('shows the same maximum in the form, the booking, the list, the file, and the emails', async () => {
    const { booked, partner } = stages.get(name)!;
    const estimate = (await partner.get(`/promotions/${booked.id}/estimate`).expect(200)).body.estimate;
    expect(forecastCost(estimate, facts.hasTopSpot ? [1000] : [], facts.discount).most.total_cents).toBe(max);
    expect(booked.money).toMatchObject({ most: { total_cents: max }, so_far: null, invoiced: null });
    expect(bookingFacts(booked)).toContainEqual(['Cost', atMost]);
    expect(await renderText(createElement(PromotionList, { promotions: [booked] }))).toContain(atMost);
    const mails = await server.emailsTo(partner.email);
    for (const subject of [/^We received/, /^Approved/]) {
      const { text } = mails.find((mail) => subject.test(mail.subject))!;
      expect(/Maximum cost\s+(?:.*= )?(\$[\d.]+)\n/.exec(text)![1]).toBe(dollars(max));
    }
    expect(rowOf(csvDuring.get(name)!, booked.id).at_most).toBe((max / 100).toFixed(2));
  });

  it('shows the same cost so far in the results, the list, and the file', async () => {
    const { running } = stages.get(name)!;
    const { waived_cents } = running.money.so_far!;
    const waived = waived_cents > 0 ? ' (under $0.50 is waived)' : '';
    const line = max > 0 ? `${dollars(so_far)}${waived} so far, at most ${dollars(max)}` : 'Nothing to pay';
    expect(running.money).toMatchObject({
      most: { total_cents: max },
      so_far: { total_cents: so_far },
      invoiced: null,
    });
    const clicks = clicksDuring.get(name)!;
    expect(clicks.money).toEqual(running.money);
    const client = new QueryClient();
    client.setQueryData(clicksQuery(running.id).queryKey, clicks);
    expect(await renderText(createElement(ResultsPanel, { promotion: running }), client)).toContain(
      `Estimated cost so far${waived} ${dollars(so_far)} Maximum cost ${dollars(max)}`,
    );
    expect(bookingFacts(running)).toContainEqual(['Cost', line]);
    expect(await renderText(createElement(PromotionList, { promotions: [running] }))).toContain(line);
    expect(rowOf(csvDuring.get(name)!, running.id).so_far).toBe((so_far / 100).toFixed(2));
  });

  it('shows the same amount once invoiced, with its parts', async () => {
    const { settled, partner } = stages.get(name)!;
    const { invoiced } = settled.money;
    expect(settled.money).toMatchObject({
      most: { total_cents: max },
      so_far: null,
      invoiced: { total_cents: total },
    });
    const { subtotal_cents, discount_cents, credit_cents, waived_cents } = invoiced!;
    expect(subtotal_cents - discount_cents - credit_cents - waived_cents).toBe(total);
    expect(total <= so_far && so_far <= max).toBe(true);

    const { invoices } = (await partner.get(`/invoices?promotion_id=${settled.id}`).expect(200)).body;
    const [invoice] = invoices;
    expect(invoices).toHaveLength(1);
    expect(invoice).toMatchObject({ subtotal_cents, discount_cents, credit_cents, waived_cents, total_cents: total });
    const lines = invoice.lines as { amount_cents: number }[];
    expect(lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(total);

    const isReduced = discount_cents + credit_cents + waived_cents > 0;
    const line = isReduced ? `${dollars(subtotal_cents)} −` : dollars(total);
    for (const text of [
      await renderText(createElement(PromotionList, { promotions: [settled] })),
      await renderText(createElement(LastResultsPanel, { results: [settled] })),
    ]) {
      expect(text).toContain(line);
      if (isReduced) expect(text).toContain(`= ${dollars(total)}`);
    }
    expect(invoiceFacts(invoice)).toContainEqual(['Total', dollars(total)]);

    const client = new QueryClient();
    const clicks = (await partner.get(`/promotions/${settled.id}/clicks`).expect(200)).body;
    expect(clicks.money).toEqual(settled.money);
    client.setQueryData(clicksQuery(settled.id).queryKey, clicks);
    expect(await renderText(createElement(ResultsPanel, { promotion: settled }), client)).toContain(
      `Total ${dollars(total)} Maximum cost ${dollars(max)}`,
    );

    const amounts = { discount: discount_cents, credit: credit_cents, waived: waived_cents, total };
    const inDollars = Object.fromEntries(
      Object.entries(amounts).map(([column, cents]) => [column, (cents / 100).toFixed(2)]),
    );
    const promotions = (await partner.get('/promotions.csv').expect(200)).text;
    expect(rowOf(promotions, settled.id)).toMatchObject({ cost: (subtotal_cents / 100).toFixed(2), ...inDollars });
    const file = (await partner.get('/invoices.csv').expect(200)).text;
    expect(rowOf(file, invoice.number)).toMatchObject({ subtotal: (subtotal_cents / 100).toFixed(2), ...inDollars });

    const bytes = (await partner.get(`/invoices/${invoice.id}.pdf`).buffer(true).expect(200)).body as Buffer;
    expect(pdfText(bytes)).toContain(`Total (US dollars)\n${dollars(total)}\n`);

    const mails = await server.emailsTo(partner.email);
    const results = mails.find(({ text }) => text.includes('Here are the results'))!;
    expect(results.subject).toContain(`, ${dollars(total)}`);
    expect(/Total\s+(\$[\d.]+)\n/.exec(results.text)![1]).toBe(dollars(total));
    const receipt = mails.find(({ subject }) => subject.startsWith('Paid:'));
    expect(receipt?.subject.includes(dollars(total)) ?? false).toBe(total > 0);
  });
});

/** Invoice of the first case: 64 clicks at 40 cents, less 25%. */
describe.each([
  {
    status: 'open',
    refunded: 0,
    line: '= $19.20',
    figures: 'Total $19.20',
    pdf: 'We will charge the card ending in 4242.',
  },
  { status: 'failed', refunded: 0, line: '= $19.20', figures: 'Total $19.20', pdf: 'Amount due' },
  {
    status: 'paid',
    refunded: 700,
    line: '= $19.20, $7.00 refunded',
    figures: 'Total $19.20 Refunded $7.00',
    pdf: 'Paid',
  },
  {
    status: 'refunded',
    refunded: 1920,
    line: '= $19.20, $19.20 refunded',
    figures: 'Total $19.20 Refunded $19.20',
    pdf: 'Refunded',
  },
  {
    status: 'void',
    refunded: 0,
    line: '$19.20 invoice voided; nothing is due',
    figures: 'Invoice Void',
    pdf: 'Nothing is due.',
  },
] as const)(
  'an invoice that is $status, $refunded cents of it refunded',
  ({ status, refunded, line, figures, pdf }) => {
    it('reads the same in the list, the dashboard, the results, the CSV file, and the PDF', async () => {
      const { settled, partner } = stages.get(CASES[0]!.name)!;
      await server.deps.db.invoice.updateMany({
        where: { promotion_id: settled.id },
        data: {
          status,
          refunded_cents: refunded,
          paid_at: status === 'open' || status === 'failed' ? null : server.deps.now(),
        },
      });
      const { promotion } = (await partner.get(`/promotions/${settled.id}?joins=book,category`).expect(200)).body;
      for (const list of [
        createElement(PromotionList, { promotions: [promotion] }),
        createElement(LastResultsPanel, { results: [promotion] }),
      ])
        expect(await renderText(list)).toContain(line);
      const client = new QueryClient();
      const clicks = (await partner.get(`/promotions/${settled.id}/clicks`).expect(200)).body;
      client.setQueryData(clicksQuery(settled.id).queryKey, clicks);
      expect(await renderText(createElement(ResultsPanel, { promotion }), client)).toContain(`${figures} Maximum cost`);

      const [invoice] = (await partner.get(`/invoices?promotion_id=${settled.id}`).expect(200)).body.invoices;
      expect(rowOf((await partner.get('/invoices.csv').expect(200)).text, invoice.number)).toMatchObject({
        status,
        total: '19.20',
      });
      const bytes = (await partner.get(`/invoices/${invoice.id}.pdf`).buffer(true).expect(200)).body as Buffer;
      expect(pdfText(bytes)).toContain(pdf);
    });
  },
);
