/**
 * Charges that are newer than a restored backup: they are found at Stripe, and nobody pays twice.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findCharge } from '#server/billing/stripe.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff, tablesChangedBy } from '#server/testing/factories.ts';
import {
  advanceSeconds,
  chargeAsPartner,
  createUnpaidPromotions,
  invoicesOf,
  ledgerOf,
  movementsAtStripe,
  readAsPartner,
  SET_UP_TIMEOUT_MS,
  type UnpaidPromotion,
  WINDOW_END,
} from '#server/testing/unpaid-promotions.ts';
import { chargeDueInvoices, reconcileCharges } from './charge-reconcile.ts';
import { settleDuePromotions } from './settle.ts';
import { handleStripeEvent } from './stripe-events.ts';

const DAY_SECONDS = 86_400;
const PAYMENTS = { method: 'POST', path: '/v1/payment_intents' };

let server: TestServer;
let unpaid: UnpaidPromotion[];
beforeAll(async () => {
  server = await startTestServer();
  unpaid = await createUnpaidPromotions(server, Array(5).fill('pm_card_visa'));
}, SET_UP_TIMEOUT_MS);
afterAll(() => server.close());

const attemptsOf = ({ id }: UnpaidPromotion) =>
  server.deps.db.chargeAttempt.findMany({ where: { promotion_id: id }, orderBy: { number: 'asc' } });

/** Deletes the records of the settlement and of later charges, as if the backup had been made before them. */
async function restoreBackupOf({ id }: UnpaidPromotion) {
  const client = await server.deps.pool.connect();
  try {
    await client.query(`
      begin;
      set local session_replication_role = replica;
      delete from captured_charges where charge_attempt_id in (select id from charge_attempts where promotion_id = ${id});
      delete from ledger_entries where invoice_id in (select id from invoices where promotion_id = ${id});
      delete from charge_attempts where promotion_id = ${id};
      delete from stripe_errors where promotion_id = ${id};
      delete from promotion_events where promotion_id = ${id} and action in ('settle', 'charge');
      delete from promotion_stats where promotion_id = ${id};
      update promotions set invoice_id = null, settled_at = null, paid_at = null where id = ${id};
      delete from invoices where promotion_id = ${id};
      commit`);
  } finally {
    client.release();
  }
}

/** Runs the settlement and the automatic charges for a week. */
async function runForAWeek() {
  await settleDuePromotions(server.deps);
  for (const wait of [0, 31, DAY_SECONDS, 31, 2 * DAY_SECONDS, 4 * DAY_SECONDS, 31]) {
    advanceSeconds(server, wait);
    await server.settle();
    await chargeDueInvoices(server.deps);
    await reconcileCharges(server.deps);
  }
  await server.settle();
  // The partners' sessions have expired by now.
  server.clock.set(new Date(WINDOW_END));
}

async function expectPaidOnce(promotion: UnpaidPromotion) {
  expect(movementsAtStripe(server, promotion)).toEqual({ charged: 1000, refunded: 0 });
  expect(await readAsPartner(promotion)).toMatchObject({
    display_status: 'successfully sent',
    paid_at: expect.any(String),
  });
  expect(await invoicesOf(promotion)).toMatchObject([{ status: 'paid', total_cents: 1000 }]);
  expect(await ledgerOf(server, promotion)).toEqual([['charge', 1000]]);
}

it("finds a charge made since the backup and doesn't repeat it", async () => {
  const [promotion] = unpaid as [UnpaidPromotion];
  await chargeAsPartner(promotion).expect(200);
  await server.settle();
  await restoreBackupOf(promotion);
  await runForAWeek();
  await expectPaidOnce(promotion);
  expect(await attemptsOf(promotion)).toMatchObject([{ number: 1, state: 'succeeded' }]);
});

it("finds a charge whose idempotency key has expired and doesn't repeat it", async () => {
  const promotion = unpaid[1]!;
  await chargeAsPartner(promotion).expect(200);
  await server.settle();
  await restoreBackupOf(promotion);
  advanceSeconds(server, 2 * DAY_SECONDS);
  await runForAWeek();
  await expectPaidOnce(promotion);
});

it('retries a failed charge although its key was used', async () => {
  const promotion = unpaid[2]!;
  server.stripe.faults.add({ match: PAYMENTS, kind: 'status_500_undone' });
  await chargeAsPartner(promotion).expect(503);
  server.stripe.faults.clear();
  await restoreBackupOf(promotion);
  await runForAWeek();
  await expectPaidOnce(promotion);
});

it('accepts a payment of another amount and alerts staff', async () => {
  const promotion = unpaid[3]!;
  await chargeAsPartner(promotion).expect(200);
  await server.settle();
  await restoreBackupOf(promotion);
  await server.deps.db.promotionAddon.updateMany({ where: { promotion_id: promotion.id }, data: { price_cents: 800 } });
  await runForAWeek();
  expect(movementsAtStripe(server, promotion)).toEqual({ charged: 1000, refunded: 0 });
  expect(await ledgerOf(server, promotion)).toEqual([['charge', 1000]]);
  expect(await invoicesOf(promotion)).toMatchObject([{ status: 'paid', total_cents: 800 }]);
  const alerts = await server.emailsTo('help@deckle.test');
  const alertsAboutPromotion = alerts.filter(({ text }) => text.includes(`/users/promotions/${promotion.id}/`));
  expect(alertsAboutPromotion).toHaveLength(1);
  expect(alertsAboutPromotion[0]!.text).toContain('$10.00');
  expect(alertsAboutPromotion[0]!.text).toContain('$8.00');
  const receipts = (await server.emailsTo(promotion.partner.email)).filter(({ subject }) =>
    subject.startsWith('Paid:'),
  );
  expect(receipts).toHaveLength(2);
  for (const { text } of receipts) expect(text).toMatch(/Paid +\$10\.00\n/);
  // The whole charge can be refunded, although it is more than the invoice.
  const admin = await createStaff(server, 'admin');
  const refund = async (amount_cents: number) => {
    await admin.post(`/promotions/${promotion.id}/refund`).send({ amount_cents, reason: 'Overcharged' }).expect(200);
    return (await server.deps.db.invoice.findFirstOrThrow({ where: { promotion_id: promotion.id, total_cents: 800 } }))
      .status;
  };
  expect([await refund(200), await refund(600), await refund(200)]).toEqual(['paid', 'paid', 'refunded']);
  expect(movementsAtStripe(server, promotion)).toEqual({ charged: 1000, refunded: 1000 });
});

it('doesn’t assign a payment to another promotion whose attempt has the same id', async () => {
  const [lost, other] = [unpaid[0]!, unpaid[4]!];
  const { data } = await server.deps.stripe.api.paymentIntents.list({ limit: 100 });
  const {
    id: payment_intent_id,
    customer,
    metadata,
  } = data.find((intent) => intent.metadata.promotion_id === String(lost.id))!;
  await restoreBackupOf(lost);
  server.stripe.faults.add({ match: PAYMENTS, kind: 'reset_before', times: 2 });
  await chargeAsPartner(other).expect(503);
  server.stripe.faults.clear();
  const attempt_id = Number(metadata.attempt_id);
  const sameIds = { id: attempt_id, customer_id: String(customer) };
  await server.deps.db.chargeAttempt.updateMany({ where: { promotion_id: other.id }, data: sameIds });
  const event = { type: 'payment_intent.succeeded', data: { object: { id: payment_intent_id } } };
  expect(await tablesChangedBy(server, () => handleStripeEvent(server.deps, event as never))).toEqual([]);
  const [attempt] = await attemptsOf(other);
  const payment = await findCharge(server.deps.stripe.api, {
    ...attempt!,
    attempt_id,
    known: [],
    since: attempt!.claimed_at,
  });
  expect(payment).toMatchObject({ kind: 'declined', decline: { code: 'processing_error' } });
});
