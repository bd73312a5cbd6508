/** The bank wants to see the cardholder: from the mail's link to the paid invoice, with a browser's own calls to Stripe. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff, insertPartners, type PartnerClient, tablesChangedBy } from '#server/testing/factories.ts';
import {
  chargeOf,
  createUnpaidPromotions,
  invoicesOf,
  ledgerOf,
  movedAtStripe,
  SET_UP_MS,
  shownTo,
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
let owed: UnpaidPromotion[];
beforeAll(async () => {
  server = await startTestServer();
  owed = await createUnpaidPromotions(server, CARDS);
}, SET_UP_MS);
afterAll(() => server.close());

type Payment = { payment_intent_id: string; client_secret: string; payment_method_id: string };

const ask = ({ id, partner }: UnpaidPromotion) => partner.post(`/promotions/${id}/confirm_payment`);
const askOnce = async (one: UnpaidPromotion) => (await ask(one).expect(200)).body;

/** The calls of Stripe.js in the browser: the publishable key, the client secret, and the bank's page. */
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

async function declineUnseen(one: UnpaidPromotion) {
  const res = await chargeOf(one).expect(422);
  expect(res.body.promotion).toMatchObject({ display_status: 'payment failed' });
  await server.settle();
}

async function expectPaidOnce(one: UnpaidPromotion) {
  expect(await shownTo(one)).toMatchObject({
    display_status: 'successfully sent',
    stripe_errors: [{ code: 'authentication_required', resolved_at: expect.any(String) }],
  });
  expect(await invoicesOf(one)).toMatchObject([{ status: 'paid' }]);
  expect(await ledgerOf(server, one)).toEqual([['charge', 1000]]);
  expect(movedAtStripe(server, one)).toEqual({ taken: 1000, given_back: 0 });
}

describe('a payment that its owner must confirm', () => {
  it('is mailed with the way to do it, and is paid by the call that returns from it', async () => {
    const one = owed[0]!;
    await declineUnseen(one);
    const mail = (await server.emailsTo(one.partner.email)).find(({ subject }) => subject.startsWith('Confirm your'));
    expect(mail!.subject).toBe('Confirm your $10.00 payment for The Quiet Harbor');
    expect(mail!.text).toContain(`${server.url}/partners/billing?confirm=${one.id}`);
    expect(mail!.text).toContain('This transaction requires authentication.');

    const { state, payment, promotion } = await askOnce(one);
    expect([state, promotion.id]).toEqual(['waiting', one.id]);
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
    expect(await askOnce(one)).toMatchObject({
      state: 'paid',
      payment: null,
      promotion: { display_status: 'successfully sent' },
    });
    server.stripe.webhooks.release();
    await server.settle();
    await expectPaidOnce(one);
    expect((await askOnce(one)).state).toBe('paid');
  });

  it('is paid by the webhook when the browser never comes back', async () => {
    const one = owed[1]!;
    await declineUnseen(one);
    await confirmInBrowser((await askOnce(one)).payment, 'complete');
    await server.settle();
    await expectPaidOnce(one);
  });

  it('may also be one that asks only until it was set up', async () => {
    const one = owed[2]!;
    await declineUnseen(one);
    await confirmInBrowser((await askOnce(one)).payment, 'complete');
    await server.settle();
    await expectPaidOnce(one);
  });

  it('says what the bank says after the confirmation, and can be tried again', async () => {
    const one = owed[3]!;
    await declineUnseen(one);
    await confirmInBrowser((await askOnce(one)).payment, 'complete');
    await server.settle();
    expect(await askOnce(one)).toMatchObject({
      state: 'waiting',
      payment: { problem: 'Your card has insufficient funds.' },
    });
    expect(await ledgerOf(server, one)).toEqual([]);
  });

  it('stays unpaid when its owner fails, and is paid when they succeed the second time', async () => {
    const one = owed[4]!;
    await declineUnseen(one);
    await confirmInBrowser((await askOnce(one)).payment, 'fail');
    await server.settle();
    const { payment } = await askOnce(one);
    expect(payment.problem).toContain('unable to authenticate');
    expect(await shownTo(one)).toMatchObject({ display_status: 'payment failed' });
    await confirmInBrowser(payment, 'complete');
    await server.settle();
    await expectPaidOnce(one);
  });

  it('is left alone for an hour by the job that charges again', { timeout: 90_000 }, async () => {
    const one = owed[5]!;
    await declineUnseen(one);
    const hour = 3_600_000;
    const retry = server.clock.now().getTime() + 24 * hour;
    server.clock.set(new Date(retry - 1000));
    await server.deps.pool.query("update auth_tokens set expires_at = now() + interval '10 years'");
    await askOnce(one);
    await server.advanceTo(new Date(retry));
    const attempts = () => server.deps.db.chargeAttempt.count({ where: { promotion_id: one.id } });
    expect(await attempts()).toBe(1);
    await server.advanceTo(new Date(retry + hour));
    expect(await attempts()).toBe(2);
  });
});

it('nothing waits where nothing was declined, or where a confirmation would not help', async () => {
  const [, , , , , , open, declined] = owed as [
    UnpaidPromotion,
    UnpaidPromotion,
    UnpaidPromotion,
    UnpaidPromotion,
    UnpaidPromotion,
    UnpaidPromotion,
    UnpaidPromotion,
    UnpaidPromotion,
  ];
  await chargeOf(declined).expect(422);
  await server.settle();
  for (const one of [open, declined]) {
    await shownTo(one);
    const changed = await tablesChangedBy(server, async () => {
      const res = await ask(one).expect(409);
      expect(res.body).toMatchObject({
        errors: { base: ['This promotion has no payment to confirm.'] },
        promotion: { id: one.id },
      });
    });
    expect(changed).toEqual([]);
  }
});

it('is nobody else’s to confirm', async () => {
  const one = owed[3]!;
  const [other] = (await insertPartners(server, 1)) as [PartnerClient];
  await other.post(`/promotions/${one.id}/confirm_payment`).expect(404);
  const staff = await createStaff(server);
  await staff.post(`/promotions/${one.id}/confirm_payment`).expect(403);
});
