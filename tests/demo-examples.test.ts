/** Payments of the demo: refunds, disputes, referral rewards, and the settlement of running promotions. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createStaff } from '#server/testing/factories.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  admin = await createStaff(server, 'admin');
}, 120_000);
afterAll(() => server.close());

type Paid = { id: number; invoice_id: number; charge: string; total_cents: number };

/** Returns paid promotions without refunds or disputes, latest settlement first. */
const findPaid = async (condition: string): Promise<Paid[]> =>
  (
    await server.deps.pool.query<Paid>(
      `select p.id, i.id as invoice_id, c.id as charge, i.total_cents from promotions p join invoices i on i.id = p.invoice_id
       join captured_charges c on c.invoice_id = i.id join partners on partners.id = p.partner_id
       where i.status = 'paid' and c.refunded_cents = 0 and c.disputed_cents = 0 and ${condition} order by p.settled_at desc`,
    )
  ).rows;

it('refunds the latest and the earliest paid promotion of the demo, in part and then in full', async () => {
  const promotions = await findPaid('true');
  expect(promotions.length).toBeGreaterThan(300);
  for (const { id, total_cents } of [promotions[0]!, promotions.at(-1)!]) {
    const part = await admin.post(`/promotions/${id}/refund`).send({ amount_cents: 50, reason: 'Tried' }).expect(200);
    expect(part.body.promotion).toMatchObject({
      refundable_cents: total_cents - 50,
      money: { invoiced: { total_cents, refunded_cents: 50 } },
    });
    const rest = await admin.post(`/promotions/${id}/refund`).send({ reason: 'Tried' }).expect(200);
    expect(rest.body.promotion).toMatchObject({
      refundable_cents: 0,
      money: { invoiced: { refunded_cents: total_cents } },
    });
  }
});

it('takes back the referral reward of a refunded payment', async () => {
  const [promotion] = await findPaid(
    `i.id in (select invoice_id from referral_entries where kind = 'reward' and state = 'pending')`,
  );
  const { id, invoice_id } = promotion!;
  await admin.post(`/promotions/${id}/refund`).send({ reason: 'Tried' }).expect(200);
  await server.settle();
  expect(await server.deps.db.referralEntry.findFirst({ where: { invoice_id } })).toMatchObject({
    state: 'clawed_back',
  });
});

it('shows a dispute that the cardholder’s bank opens, and bars refunds', async () => {
  const [{ id, charge }] = (await findPaid(`uid <> 'partner@deckle.test'`)) as [Paid];
  await server.deps.stripe.api.rawRequest('POST', `/v1/test_helpers/charges/${charge}/dispute`, {});
  await server.settle();
  await expect
    .poll(async () => (await admin.get(`/invoices?promotion_id=${id}`)).body.invoices[0].disputed_at)
    .not.toBeNull();
  await admin.post(`/promotions/${id}/refund`).send({ reason: 'Tried' }).expect(409);
});

it('has entries of the referral program, and visits to a referral link', async () => {
  const { body } = await admin.get('/admin/referral_entries?per=100').expect(200);
  expect(body.referral_entries.length).toBeGreaterThan(5);
  const { rows } = await server.deps.pool.query(
    `select sum(visits)::int as visits from referral_visits join partners on id = partner_id where uid = 'partner@deckle.test'`,
  );
  expect(rows[0].visits).toBeGreaterThan(30);
});

it('settles running promotions of the demo, with most of their clicks billed', async () => {
  const { db } = server.deps;
  const running = await db.promotion.findMany({ where: { sent_at: { not: null }, settled_at: null } });
  expect(running.length).toBeGreaterThan(3);
  const ends = running.map(({ click_window_ends_at }) => click_window_ends_at!.getTime());
  await server.advanceTo(new Date(Math.max(...ends) + 10 * 60_000));
  await server.settle();
  const settled = await db.promotion.findMany({ where: { id: { in: running.map(({ id }) => id) } } });
  for (const { settled_at, clicks_total, clicks_billable } of settled) {
    expect(settled_at).not.toBeNull();
    expect(clicks_billable).toBeGreaterThan(0.6 * clicks_total);
  }
});
