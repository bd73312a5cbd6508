import { expect, it } from 'vitest';
import { expectStripeError, offSession, saveCard, startSandbox } from './test-sandbox.ts';

const cardDetails = (number: string) => ({
  type: 'card' as const,
  card: { number, exp_month: 4, exp_year: 2031, cvc: '123' },
});

const press = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });

/** Creates a setup intent, and a card with the publishable key, as a browser does; `confirm` attempts the setup. */
async function prepareSetup(number: string) {
  const { sandbox, stripe, publishableStripe } = await startSandbox();
  const customer = (await stripe.customers.create({})).id;
  const { id, client_secret } = await stripe.setupIntents.create({ customer, usage: 'off_session' });
  const card = await publishableStripe.paymentMethods.create(cardDetails(number));
  const secret = { client_secret: client_secret! };
  const confirm = () =>
    publishableStripe.setupIntents.confirm(id, {
      ...secret,
      payment_method: card.id,
      return_url: 'https://deckle.test/u?tab=cards',
    } as never);
  return { sandbox, stripe, publishableStripe, customer, id, card, secret, confirm };
}

it('sets up a plain card without authentication', async () => {
  const { stripe, customer, id, card, confirm } = await prepareSetup('4242424242424242');
  const shown = await confirm();
  expect(shown).toMatchObject({ id, status: 'succeeded', payment_method: card.id, next_action: null });
  expect(shown).not.toHaveProperty('customer');
  expect(await stripe.paymentMethods.retrieve(card.id)).toMatchObject({ customer });
  expect(await expectStripeError(confirm())).toMatchObject({ code: 'setup_intent_unexpected_state' });
});

it('sets up a card after the cardholder completes the authentication on the test page', async () => {
  const { stripe, publishableStripe, customer, id, card, secret, confirm } = await prepareSetup('4000002500003155');
  const waiting = await confirm();
  expect(waiting.status).toBe('requires_action');
  const url = waiting.next_action!.redirect_to_url!.url!;
  const page = await (await fetch(url)).text();
  expect(page).toContain('Complete</button>');
  expect(page).toContain('Fail</button>');

  const guessed = url.replace(/secret_\w+$/, 'secret_guess');
  expect([(await fetch(guessed)).status, (await press(guessed, 'complete')).status]).toEqual([404, 404]);
  expect((await publishableStripe.setupIntents.retrieve(id, secret)).status).toBe('requires_action');

  const back = await press(url, 'complete');
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toBe(
    `https://deckle.test/u?tab=cards&setup_intent=${id}&setup_intent_client_secret=${secret.client_secret}&redirect_status=succeeded`,
  );
  expect((await publishableStripe.setupIntents.retrieve(id, secret)).status).toBe('succeeded');
  const charge = offSession({ customer, payment_method: card.id });
  expect((await stripe.paymentIntents.create(charge)).status).toBe('succeeded');
  expect((await press(url, 'fail')).status).toBe(404);
});

it("doesn't save the card when the authentication fails", async () => {
  const { stripe, id, card, confirm } = await prepareSetup('4000000000003220');
  const { url } = (await confirm()).next_action!.redirect_to_url!;
  expect((await press(url!, 'fail')).headers.get('location')).toContain('redirect_status=failed');
  expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'setup_intent_authentication_failure' },
  });
  expect(await stripe.paymentMethods.retrieve(card.id)).toMatchObject({ customer: null });
});

it('reports a decline after the authentication', async () => {
  const { sandbox, stripe, id, confirm } = await prepareSetup('4000008400001629');
  await confirm();
  sandbox.authenticate(id, 'complete');
  expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'card_declined', decline_code: 'generic_decline' },
  });
});

it('reports a declined card immediately', async () => {
  const { confirm } = await prepareSetup('4000000000009995');
  expect(await expectStripeError(confirm())).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    setup_intent: { status: 'requires_payment_method' },
  });
});

it("requires an intent's client secret from browsers", async () => {
  const { publishableStripe, id, card } = await prepareSetup('4242424242424242');
  expect(await expectStripeError(publishableStripe.setupIntents.retrieve(id))).toMatchObject({
    statusCode: 400,
    param: 'client_secret',
  });
  const guess = { client_secret: `${id}_secret_guess`, payment_method: card.id };
  expect(await expectStripeError(publishableStripe.setupIntents.confirm(id, guess as never))).toMatchObject({
    statusCode: 400,
  });
});

it('allows a payment declined off-session to be confirmed on-session, with authentication', async () => {
  const { sandbox, stripe } = await startSandbox();
  const card = await saveCard(stripe, 'pm_card_authenticationRequired');
  const refused = await expectStripeError(stripe.paymentIntents.create(offSession(card)));
  expect(refused).toMatchObject({
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  });
  const { id } = refused.payment_intent!;
  const waiting = await stripe.paymentIntents.confirm(id, { payment_method: card.payment_method });
  expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
  const page = await press(waiting.next_action!.redirect_to_url!.url!, 'complete');
  expect(await page.text()).toContain('You can close this window.');
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  expect(() => sandbox.authenticate(id, 'complete')).toThrow('isn’t waiting for authentication');
});

it('fails a payment after a failed authentication, or if authentication isn’t allowed', async () => {
  const { sandbox, stripe } = await startSandbox();
  const card = await saveCard(stripe, 'pm_card_authenticationRequired');
  const { off_session: _, ...payment } = offSession(card);
  const { id } = await stripe.paymentIntents.create(payment);
  sandbox.authenticate(id, 'fail');
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    amount_received: 0,
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });
  const strict = stripe.paymentIntents.create({ ...payment, error_on_requires_action: true });
  expect(await expectStripeError(strict)).toMatchObject({ statusCode: 402, code: 'authentication_required' });
});
