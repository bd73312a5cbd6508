/** Reconciliation: the money that Stripe reports against the ledger. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  chargeAsPartner,
  createUnpaidPromotions,
  readAsPartner,
  SET_UP_TIMEOUT_MS,
  type UnpaidPromotion,
} from '#server/testing/unpaid-promotions.ts';
import { readMissedEvents } from '../payments/stripe-events.ts';
import { compareLedger } from './ledger-comparison.ts';

let server: TestServer;
let unpaid: UnpaidPromotion[];
const advanceHours = (hours: number) => server.clock.set(new Date(server.clock.now().getTime() + hours * 3_600_000));

beforeAll(async () => {
  server = await startTestServer();
  unpaid = await createUnpaidPromotions(server, Array(5).fill('pm_card_visa'));
}, SET_UP_TIMEOUT_MS);
afterAll(() => server.close());

const capturedChargeOf = ({ id }: UnpaidPromotion) =>
  server.deps.db.capturedCharge.findFirstOrThrow({ where: { charge_attempt: { promotion_id: id } } });
const differences = async () =>
  (await compareLedger(server.deps)).map(({ stripe_id, kind, ledger_cents, stripe_cents }) => ({
    stripe_id,
    kind,
    ledger_cents,
    stripe_cents,
  }));

/** Reconciliation emails to the support address, oldest first. */
const reconciliationEmails = async () =>
  (await server.emailsTo('help@deckle.test'))
    .filter(({ subject }) => subject.startsWith('The ledger and Stripe'))
    .toSorted((a, b) => a.id - b.id);

/** Alters the append-only ledger to simulate a fault. */
async function tamper(sql: string, values: unknown[]) {
  const { pool } = server.deps;
  await pool.query('alter table ledger_entries disable trigger ledger_entries_append_only');
  await pool.query(sql, values);
  await pool.query('alter table ledger_entries enable trigger ledger_entries_append_only');
}

describe('the nightly comparison', () => {
  it('finds nothing when both sides agree, including refunds', async () => {
    for (const promotion of unpaid.slice(0, 3)) await chargeAsPartner(promotion).expect(200);
    await server.settle();
    const { id } = await capturedChargeOf(unpaid[0]!);
    await server.deps.stripe.api.refunds.create({ charge: id, amount: 200 });
    await server.settle();
    advanceHours(2);
    expect(await differences()).toEqual([]);
  });

  it('finds a charge missing from the ledger until the missed event is read', async () => {
    const promotion = unpaid[3]!;
    server.stripe.webhooks.hold();
    server.stripe.faults.add({ match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'reset_after', times: 2 });
    await chargeAsPartner(promotion).expect(503);
    expect(await differences()).toEqual([]);
    advanceHours(2);
    const { data } = await server.deps.stripe.api.charges.list({ limit: 1 });
    const open = [{ stripe_id: data[0]!.id, kind: 'missing_here', ledger_cents: null, stripe_cents: 1000 }];
    expect(await differences()).toEqual(open);
    expect(await differences()).toEqual(open);
    expect(await server.deps.db.ledgerDifference.count()).toBe(1);
    const emails = await reconciliationEmails();
    expect(emails).toHaveLength(1);
    expect(emails[0]!.subject).toBe('The ledger and Stripe disagree about one transaction');
    expect(emails[0]!.text).toContain(`${data[0]!.id}: nothing in the ledger, $10.00 at Stripe`);

    expect(await readMissedEvents(server.deps)).toBeGreaterThan(0);
    expect(await readAsPartner(promotion)).toMatchObject({ display_status: 'successfully sent' });
    expect(await differences()).toEqual([]);
    expect(await server.deps.db.ledgerDifference.findMany()).toMatchObject([{ resolved_at: expect.any(Date) }]);
    server.stripe.webhooks.release();
    await server.settle();
    expect(await readMissedEvents(server.deps)).toBe(0);
  });

  it('finds entries missing at Stripe and entries that differ', async () => {
    const [changed, invented] = [await capturedChargeOf(unpaid[1]!), await capturedChargeOf(unpaid[2]!)];
    await tamper('update ledger_entries set amount_cents = 999 where stripe_id = $1', [changed.id]);
    await tamper(
      "insert into ledger_entries (invoice_id, kind, amount_cents, stripe_id, at) values ($1, 'charge', 500, 'ch_invented', $2)",
      [invented.invoice_id, changed.captured_at],
    );
    expect(await differences()).toEqual([
      { stripe_id: changed.id, kind: 'amount_differs', ledger_cents: 999, stripe_cents: 1000 },
      { stripe_id: 'ch_invented', kind: 'missing_at_stripe', ledger_cents: 500, stripe_cents: null },
    ]);
    advanceHours(24 * 8);
    expect(await differences()).toHaveLength(2);
    const [, email, ...more] = await reconciliationEmails();
    expect(more).toEqual([]);
    expect(email!.text).toContain(`${changed.id}: $9.99 in the ledger, $10.00 at Stripe`);
    expect(email!.text).toContain('ch_invented: $5.00 in the ledger, nothing at Stripe');
    await tamper('update ledger_entries set amount_cents = 1000 where stripe_id = $1', [changed.id]);
    await tamper("delete from ledger_entries where stripe_id = 'ch_invented'", []);
    expect(await differences()).toEqual([]);
  });

  it('ignores other activity on the same Stripe account', async () => {
    const { api } = server.deps.stripe;
    const customer = await api.customers.create({ name: 'Another shop' });
    const { id } = await api.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const intent = await api.paymentIntents.create({
      amount: 700,
      currency: 'usd',
      customer: customer.id,
      payment_method: id,
      allowed_payment_method_types: ['card'],
      off_session: true,
      confirm: true,
      metadata: { attempt_id: '1', promotion_id: String(unpaid[0]!.id) },
    });
    await api.refunds.create({ payment_intent: intent.id, amount: 100 });
    await server.settle();
    advanceHours(2);
    expect(await differences()).toEqual([]);
    expect(await server.deps.db.capturedCharge.count({ where: { payment_intent_id: intent.id } })).toBe(0);
  });

  it("doesn't block the day's other jobs while Stripe is unreachable", async () => {
    server.stripe.faults.add({ match: { path: '/v1/charges' }, kind: 'status_500_before', times: 2 });
    expect(await compareLedger(server.deps)).toEqual([]);
    server.stripe.faults.clear();
  });
});
