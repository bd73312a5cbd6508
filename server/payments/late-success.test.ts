/** A charge that was recorded as failed but succeeded at Stripe: it pays the invoice, or it is refunded. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff, tablesChangedBy } from '#server/testing/factories.ts';
import {
  chargeAsPartner,
  createUnpaidPromotions,
  invoicesOf,
  ledgerOf,
  movementsAtStripe,
  readAsPartner,
  SET_UP_TIMEOUT_MS,
  type UnpaidPromotion,
} from '#server/testing/unpaid-promotions.ts';
import { recordOutcome } from './charge-settle.ts';

const PAYMENTS = { method: 'POST', path: '/v1/payment_intents' };
const DECLINED = {
  kind: 'declined',
  decline: {
    payment_intent_id: null,
    type: 'api_error',
    code: 'processing_error',
    decline_code: null,
    message: 'Lost.',
  },
} as const;

let server: TestServer;
let unpaid: UnpaidPromotion[];
beforeAll(async () => {
  server = await startTestServer();
  unpaid = await createUnpaidPromotions(server, Array(7).fill('pm_card_visa'));
}, SET_UP_TIMEOUT_MS);
afterAll(() => server.close());
afterEach(() => {
  server.stripe.faults.clear();
  server.stripe.webhooks.duplicate(1);
  server.stripe.webhooks.release();
});

const attemptsOf = ({ id }: UnpaidPromotion) =>
  server.deps.db.chargeAttempt.findMany({ where: { promotion_id: id }, orderBy: { number: 'asc' } });
const statesOf = async (promotion: UnpaidPromotion) => (await attemptsOf(promotion)).map(({ state }) => state);
const refundsOf = ({ id }: UnpaidPromotion) => server.deps.db.refund.findMany({ where: { promotion_id: id } });

/** Charges at Stripe, loses the response, holds the webhooks, and records the attempt as failed. */
async function chargeAndMissSuccess(promotion: UnpaidPromotion) {
  server.stripe.webhooks.hold();
  server.stripe.faults.add({ match: PAYMENTS, kind: 'reset_after', times: 2 });
  await chargeAsPartner(promotion).expect(503);
  const [attempt] = await attemptsOf(promotion);
  await recordOutcome(server.deps, attempt!.id, DECLINED);
  expect(await readAsPartner(promotion)).toMatchObject({ display_status: 'payment failed' });
  expect(movementsAtStripe(server, promotion)).toEqual({ charged: 1000, refunded: 0 });
}

async function receiveWebhooks(times = 1) {
  server.stripe.webhooks.release();
  for (let i = 0; i < times; i++) await server.settle();
}

/** Expects a net payment of ten dollars, regardless of other charges and refunds. */
async function expectPaidOnce(promotion: UnpaidPromotion) {
  expect(await readAsPartner(promotion)).toMatchObject({
    display_status: 'successfully sent',
    paid_at: expect.any(String),
  });
  expect(await invoicesOf(promotion)).toMatchObject([{ status: 'paid', total_cents: 1000, refunded_cents: 0 }]);
  const { charged, refunded } = movementsAtStripe(server, promotion);
  expect(charged - refunded).toBe(1000);
  const ledger = await ledgerOf(server, promotion);
  expect(ledger.reduce((sum, [, cents]) => sum + Number(cents), 0)).toBe(1000);
  const receipts = (await server.emailsTo(promotion.partner.email)).filter(({ subject }) =>
    subject.startsWith('Paid:'),
  );
  expect(receipts).toHaveLength(1);
}

it('a late success pays the invoice once, even if the webhook arrives repeatedly', async () => {
  const [promotion] = unpaid as [UnpaidPromotion];
  server.stripe.webhooks.duplicate(4);
  await chargeAndMissSuccess(promotion);
  await receiveWebhooks(2);
  await expectPaidOnce(promotion);
  const deliveries = server.stripe.journal().filter(({ kind }) => kind === 'delivery');
  expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await statesOf(promotion)).toEqual(['succeeded']);
  const [attempt] = await attemptsOf(promotion);
  const charge = await server.deps.db.capturedCharge.findFirstOrThrow({ where: { charge_attempt_id: attempt!.id } });
  const { payment_intent_id } = charge;
  const again = { kind: 'succeeded', payment_intent_id, charge_id: charge.id, amount_cents: 1000 } as const;
  expect(await tablesChangedBy(server, () => recordOutcome(server.deps, attempt!.id, again))).toEqual([]);
  expect(await readAsPartner(promotion)).toMatchObject({ stripe_errors: [{ resolved_at: expect.any(String) }] });
  expect(await refundsOf(promotion)).toEqual([]);
});

it('a late success is refunded if another attempt has paid since, and staff are alerted', async () => {
  const promotion = unpaid[1]!;
  await chargeAndMissSuccess(promotion);
  await chargeAsPartner(promotion).expect(200);
  await receiveWebhooks(2);
  await expectPaidOnce(promotion);
  expect(await statesOf(promotion)).toEqual(['succeeded', 'succeeded']);
  expect(await ledgerOf(server, promotion)).toEqual([
    ['charge', 1000],
    ['charge', 1000],
    ['refund', -1000],
  ]);
  const first = await server.deps.db.capturedCharge.findFirstOrThrow({
    where: { charge_attempt: { promotion_id: promotion.id, number: 1 } },
  });
  expect(await refundsOf(promotion)).toMatchObject([
    { state: 'succeeded', cause: 'surplus', captured_charge_id: first.id, refund_invoice_id: null },
  ]);
  const alerts = await server.emailsTo('help@deckle.test');
  expect(alerts.filter(({ text }) => text.includes(first.id))).toHaveLength(1);
  const refundEmails = (await server.emailsTo(promotion.partner.email)).filter(({ subject }) =>
    subject.startsWith('Refunded: $10.00'),
  );
  expect(refundEmails).toHaveLength(1);
  expect(refundEmails[0]!.text).toContain('We charged this amount by mistake');
});

it('a late success pays the invoice while a second attempt is open, whose charge is then refunded', async () => {
  const promotion = unpaid[2]!;
  await chargeAndMissSuccess(promotion);
  server.stripe.faults.add({ match: PAYMENTS, kind: 'reset_after', times: 2 });
  await chargeAsPartner(promotion).expect(503);
  expect(await statesOf(promotion)).toEqual(['failed', 'claimed']);
  await receiveWebhooks(2);
  await expectPaidOnce(promotion);
  expect(await statesOf(promotion)).toEqual(['succeeded', 'succeeded']);
  expect(await refundsOf(promotion)).toMatchObject([{ state: 'succeeded', cause: 'surplus' }]);
});

it('a late success keeps the invoice paid if a second attempt is declined later', async () => {
  const promotion = unpaid[3]!;
  await chargeAndMissSuccess(promotion);
  server.stripe.faults.add({ match: PAYMENTS, kind: 'reset_before', times: 2 });
  await chargeAsPartner(promotion).expect(503);
  await receiveWebhooks();
  const [, second] = await attemptsOf(promotion);
  await recordOutcome(server.deps, second!.id, DECLINED);
  await expectPaidOnce(promotion);
  expect(await statesOf(promotion)).toEqual(['succeeded', 'failed']);
  expect(
    (await readAsPartner(promotion)).stripe_errors.every(({ resolved_at }: { resolved_at: string }) => resolved_at),
  ).toBe(true);
  const failures = (await server.emailsTo(promotion.partner.email)).filter(({ subject }) =>
    subject.startsWith('We couldn’t charge your card'),
  );
  expect(failures).toHaveLength(1);
});

it('a late success is refunded if the invoice has been written off since', async () => {
  const promotion = unpaid[4]!;
  await chargeAndMissSuccess(promotion);
  const staff = await createStaff(server, 'admin');
  await staff.post(`/promotions/${promotion.id}/cancel_approved`).send({ reason: 'Our mistake.' }).expect(200);
  await receiveWebhooks(2);
  expect(await readAsPartner(promotion)).toMatchObject({ display_status: 'cancelled', paid_at: null });
  expect(await invoicesOf(promotion)).toMatchObject([{ status: 'void' }]);
  expect(movementsAtStripe(server, promotion)).toEqual({ charged: 1000, refunded: 1000 });
  expect(await ledgerOf(server, promotion)).toEqual([
    ['charge', 1000],
    ['refund', -1000],
  ]);
});

it('a late success is refunded once, even if the first call to Stripe gets no response', async () => {
  const promotion = unpaid[5]!;
  await chargeAndMissSuccess(promotion);
  await chargeAsPartner(promotion).expect(200);
  server.stripe.faults.add({ match: { method: 'POST', path: '/v1/refunds' }, kind: 'reset_after', times: 2 });
  await receiveWebhooks(2);
  await server.advanceTo(new Date(server.clock.now().getTime() + 60_000));
  expect(await refundsOf(promotion)).toMatchObject([{ state: 'succeeded', cause: 'surplus' }]);
  await expectPaidOnce(promotion);
});

it('alerts staff if Stripe refuses to refund a late success', async () => {
  const promotion = unpaid[6]!;
  await chargeAndMissSuccess(promotion);
  await chargeAsPartner(promotion).expect(200);
  const { data } = await server.deps.stripe.api.charges.list({ limit: 100 });
  const charge = data.findLast(({ metadata }) => metadata.promotion_id === String(promotion.id))!;
  await server.deps.stripe.api.rawRequest('POST', `/v1/test_helpers/charges/${charge.id}/dispute`, {});
  await receiveWebhooks(2);
  const [refund] = await refundsOf(promotion);
  expect(refund).toMatchObject({ state: 'failed', failure: expect.stringContaining('has been charged back') });
  const alerts = await server.emailsTo('help@deckle.test');
  expect(alerts.filter(({ subject }) => subject.startsWith('An overcharge couldn’t be refunded'))).toHaveLength(1);
});
