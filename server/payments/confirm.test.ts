/**
 * Payments that the cardholder must confirm, from the email's link to the paid invoice, with the browser's calls to
 * Stripe.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff, insertPartners, type PartnerClient, tablesChangedBy } from '#server/testing/factories.ts';
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

const CARDS = [
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequiredOnSetup',
  'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequired',
  'pm_card_visa',
  'pm_card_chargeCustomerFail',
];

let server: TestServer;
let unpaid: UnpaidPromotion[];
beforeAll(async () => {
  server = await startTestServer();
  unpaid = await createUnpaidPromotions(server, CARDS);
}, SET_UP_TIMEOUT_MS);
afterAll(() => server.close());

type Payment = { payment_intent_id: string; client_secret: string; payment_method_id: string };

const confirm = ({ id, partner }: UnpaidPromotion) => partner.post(`/promotions/${id}/confirm_payment`);
const confirmationOf = async (promotion: UnpaidPromotion) => (await confirm(promotion).expect(200)).body;

/** Makes the call of Stripe.js, with the publishable key and the client secret, and submits the bank's page. */
async function confirmInBrowser({ payment_intent_id, client_secret, payment_method_id }: Payment, outcome: string) {
  const { protocol, host, port, publishableKey } = server.stripe;
  const res = await fetch(`${protocol}://${host}:${port}/v1/payment_intents/${payment_intent_id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({ client_secret, payment_method: payment_method_id, return_url: 'https://deckle.test/' }),
  });
  const intent = (await res.json()) as { status: string; next_action: { redirect_to_url: { url: string } } };
  expect(intent.status).toBe('requires_action');
  await fetch(intent.next_action.redirect_to_url.url, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
}

async function declineOffSession(promotion: UnpaidPromotion) {
  const res = await chargeAsPartner(promotion).expect(422);
  expect(res.body.promotion).toMatchObject({ display_status: 'payment failed' });
  await server.settle();
}

async function expectPaidOnce(promotion: UnpaidPromotion) {
  expect(await readAsPartner(promotion)).toMatchObject({
    display_status: 'successfully sent',
    stripe_errors: [{ code: 'authentication_required', resolved_at: expect.any(String) }],
  });
  expect(await invoicesOf(promotion)).toMatchObject([{ status: 'paid' }]);
  expect(await ledgerOf(server, promotion)).toEqual([['charge', 1000]]);
  expect(movementsAtStripe(server, promotion)).toEqual({ charged: 1000, refunded: 0 });
}

describe('a payment that the cardholder must confirm', () => {
  it('is emailed with a link, and is paid when the browser returns', async () => {
    const promotion = unpaid[0]!;
    await declineOffSession(promotion);
    const email = (await server.emailsTo(promotion.partner.email)).find(({ subject }) =>
      subject.startsWith('Confirm your'),
    );
    expect(email!.subject).toBe('Confirm your $10.00 payment for The Quiet Harbor');
    expect(email!.text).toContain(`${server.url}/partners/billing?confirm=${promotion.id}`);
    expect(email!.text).toContain('This transaction requires authentication.');

    server.stripe.faults.add({ match: { method: 'GET', path: '/v1/payment_intents/*' }, kind: 'status_500', times: 3 });
    expect((await confirm(promotion).expect(503)).body.errors.base).toEqual([
      'We don’t know yet whether the charge went through. Please don’t pay again. We’re checking with Stripe.',
    ]);
    server.stripe.faults.clear();

    const { db } = server.deps;
    const discount = await db.discount.create({ data: { code: 'CONFIRMED', kind: 'percent', value: 10 } });
    await db.promotion.update({ where: { id: promotion.id }, data: { discount_id: discount.id } });
    const { state, payment, promotion: shown } = await confirmationOf(promotion);
    expect([state, shown.id, shown.discount?.code]).toEqual(['waiting', promotion.id, 'CONFIRMED']);
    expect(payment).toEqual({
      payment_intent_id: expect.stringMatching(/^pi_/),
      client_secret: expect.stringContaining('_secret_'),
      payment_method_id: expect.stringMatching(/^pm_/),
      amount_cents: 1000,
      publishable_key: null,
      mode: 'sandbox',
      problem: null,
    });
    server.stripe.webhooks.hold();
    await confirmInBrowser(payment, 'complete');
    expect(await confirmationOf(promotion)).toMatchObject({
      state: 'paid',
      payment: null,
      promotion: { display_status: 'successfully sent' },
    });
    server.stripe.webhooks.release();
    await server.settle();
    await expectPaidOnce(promotion);
    expect((await confirmationOf(promotion)).state).toBe('paid');
  });

  it('is paid by the webhook if the browser never returns', async () => {
    const promotion = unpaid[1]!;
    await declineOffSession(promotion);
    await confirmInBrowser((await confirmationOf(promotion)).payment, 'complete');
    await server.settle();
    await expectPaidOnce(promotion);
  });

  it('can be made with a card that requires authentication only for its first payment', async () => {
    const promotion = unpaid[2]!;
    await declineOffSession(promotion);
    await confirmInBrowser((await confirmationOf(promotion)).payment, 'complete');
    await server.settle();
    await expectPaidOnce(promotion);
  });

  it("shows the bank's decline after the confirmation, and can be tried again", async () => {
    const promotion = unpaid[3]!;
    await declineOffSession(promotion);
    await confirmInBrowser((await confirmationOf(promotion)).payment, 'complete');
    await server.settle();
    expect(await confirmationOf(promotion)).toMatchObject({
      state: 'waiting',
      payment: { problem: 'Your card has insufficient funds.' },
    });
    expect(await ledgerOf(server, promotion)).toEqual([]);
  });

  it('stays unpaid after a failed confirmation, and is paid after a successful one', async () => {
    const promotion = unpaid[4]!;
    await declineOffSession(promotion);
    await confirmInBrowser((await confirmationOf(promotion)).payment, 'fail');
    await server.settle();
    const { payment } = await confirmationOf(promotion);
    expect(payment.problem).toContain('unable to authenticate');
    expect(await readAsPartner(promotion)).toMatchObject({ display_status: 'payment failed' });
    await confirmInBrowser(payment, 'complete');
    await server.settle();
    await expectPaidOnce(promotion);
  });

  it("isn't retried automatically for an hour after the partner opens it", { timeout: 90_000 }, async () => {
    const promotion = unpaid[5]!;
    await declineOffSession(promotion);
    const hour = 3_600_000;
    const retry = server.clock.now().getTime() + 24 * hour;
    server.clock.set(new Date(retry - 1000));
    await server.deps.pool.query("update auth_tokens set expires_at = now() + interval '10 years'");
    await confirmationOf(promotion);
    await server.advanceTo(new Date(retry));
    const attempts = () => server.deps.db.chargeAttempt.count({ where: { promotion_id: promotion.id } });
    expect(await attempts()).toBe(1);
    await server.advanceTo(new Date(retry + hour));
    expect(await attempts()).toBe(2);
  });
});

it('refuses to confirm a payment that was not declined, or was declined for another reason', async () => {
  const [open, declined] = unpaid.slice(6) as [UnpaidPromotion, UnpaidPromotion];
  await chargeAsPartner(declined).expect(422);
  await server.settle();
  for (const promotion of [open, declined]) {
    await readAsPartner(promotion);
    const changed = await tablesChangedBy(server, async () => {
      const res = await confirm(promotion).expect(409);
      expect(res.body).toMatchObject({
        errors: { base: ['This promotion has no payment to confirm.'] },
        promotion: { id: promotion.id },
      });
    });
    expect(changed).toEqual([]);
  }
});

it("doesn't let others confirm a partner's payment", async () => {
  const promotion = unpaid[3]!;
  const [other] = (await insertPartners(server, 1)) as [PartnerClient];
  await other.post(`/promotions/${promotion.id}/confirm_payment`).expect(404);
  const staff = await createStaff(server);
  await staff.post(`/promotions/${promotion.id}/confirm_payment`).expect(403);
});
