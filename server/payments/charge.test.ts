/** Charging: even if calls fail, a promotion is paid at most once, and all records agree. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createPartner,
  createPromotion,
  createStaff,
  type PartnerClient,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';
import { advanceSeconds, withoutCharging } from '#server/testing/unpaid-promotions.ts';
import { DAY_MS } from '#shared/durations.ts';
import { chargeAutomatically } from './charge.ts';
import { chargeDueInvoices, reconcileCharges } from './charge-reconcile.ts';

const TOP_SPOT_ADDON_ID = 1;
/**
 * Categories whose top spot costs ten dollars. Each promotion uses a different one, because a category has one top spot
 * per date.
 */
const CATEGORIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17];
const CUTOFF = '2026-12-03T17:00:00Z';
const WINDOW_END = '2026-12-06T17:00:00Z';
const PAYMENTS = { method: 'POST', path: '/v1/payment_intents' };

type Case = { id: number; partner: PartnerClient };

let server: TestServer;
const uncharged: Case[] = [];
/** Promotions with a declined charge: an ordinary decline, one for suspected fraud, one that needs the cardholder. */
const declined: Record<'soft' | 'hard' | 'authentication', Case> = {} as never;
/** Promotions whose partners have no valid card when the window ends. */
const cardless: Case[] = [];
let free: Case;

beforeAll(async () => {
  server = await startTestServer();
  const staff = await createStaff(server);
  const make = async (card: string, category_id: number, addon_ids = [TOP_SPOT_ADDON_ID]): Promise<Case> => {
    const partner = await createPartner(server, { card });
    const { id } = await createPromotion(server, { partner, category_id, addon_ids, days: 2, book: { category_id } });
    await staff.post(`/promotions/${id}/approve`).expect(200);
    return { id, partner };
  };
  const categories = CATEGORIES.values();
  const next = () => categories.next().value!;
  for (let i = 0; i < 10; i++) uncharged.push(await make('pm_card_visa', next()));
  declined.soft = await make('pm_card_chargeCustomerFail', next());
  declined.hard = await make('pm_card_radarBlock', next());
  declined.authentication = await make('pm_card_authenticationRequired', next());
  for (const card of ['pm_card_visa', 'pm_card_chargeCustomerFail']) cardless.push(await make(card, next()));
  free = await make('pm_card_visa', next(), []);
  await server.advanceTo(CUTOFF);
  const partner_id = { in: cardless.map(({ partner }) => partner.id) };
  await server.deps.db.creditCard.updateMany({ where: { partner_id }, data: { is_card_valid: false } });
  await withoutCharging(
    server,
    uncharged.map(({ id }) => id),
    () => server.advanceTo(WINDOW_END),
  );
});
afterAll(() => server.close());
afterEach(() => {
  server.stripe.faults.clear();
  server.stripe.webhooks.release();
  server.stripe.webhooks.duplicate(1);
});

/** Takes a promotion that awaits its first charge. */
const takePromotion = () => uncharged.pop()!;

const recordOf = async ({ id, partner }: Case, joins = 'stripe_errors,events') =>
  (await partner.get(`/promotions/${id}?joins=${joins}`).expect(200)).body.promotion;
const charge = ({ id, partner }: Case) => partner.post(`/promotions/${id}/charge`);
const attemptsOf = ({ id }: Case) =>
  server.deps.db.chargeAttempt.findMany({ where: { promotion_id: id }, orderBy: { number: 'asc' } });
const setCards = ({ partner }: Case, data: { is_card_valid: boolean; exp_month?: number; exp_year?: number }) =>
  server.deps.db.creditCard.updateMany({ where: { partner_id: partner.id }, data });
async function addValidCard({ partner }: Case) {
  const added = await partner.post('/credit_cards').send({ payment_method_id: 'pm_card_mastercard' }).expect(201);
  await partner.patch(`/credit_cards/${added.body.credit_card.id}/make_default`).expect(200);
}

/** Successful charges of a promotion in the fake Stripe's journal. */
const chargesAtStripe = ({ id }: Case) =>
  server.stripe
    .journal()
    .flatMap(({ effects }) => effects)
    .filter(
      ({ type, metadata }) =>
        type === 'charge.succeeded' && (metadata as Record<string, string>).promotion_id === String(id),
    );
const paymentRequestsFor = ({ id }: Case) =>
  server.stripe
    .journal()
    .filter(({ path, params }) => path === PAYMENTS.path && JSON.stringify(params).includes(`"promotion_id":"${id}"`));

/** Stripe, the ledger, the invoice, and the promotion agree that ten dollars were charged once, under one key. */
async function expectPaidOnce(promotion: Case) {
  await server.settle();
  expect(chargesAtStripe(promotion)).toMatchObject([{ amount: 1000 }]);
  expect(await attemptsOf(promotion)).toMatchObject([
    { number: 1, state: 'succeeded', amount_cents: 1000, idempotency_key: `promo:${promotion.id}:attempt:1` },
  ]);
  const record = await recordOf(promotion);
  expect(record).toMatchObject({ display_status: 'successfully sent', stripe_errors: [], actions: [] });
  expect(record.paid_at).not.toBeNull();
  expect(record.events.filter(({ action }: { action: string }) => action === 'charge')).toHaveLength(1);
  const { invoices } = (await promotion.partner.get('/invoices').expect(200)).body;
  expect(invoices).toMatchObject([{ status: 'paid', total_cents: 1000, card_last4: '4242' }]);
  const ledger = await server.deps.db.ledgerEntry.findMany({ where: { invoice_id: invoices[0].id } });
  expect(ledger).toMatchObject([{ kind: 'charge', amount_cents: 1000 }]);
  const receipts = (await server.emailsTo(promotion.partner.email)).filter(({ subject }) =>
    /receipt|paid/i.test(subject),
  );
  expect(receipts).toHaveLength(1);
}

/** Charges, gets 503, and finds one open attempt. */
async function expectUnknown(promotion: Case) {
  const res = await charge(promotion).expect(503);
  const message =
    'We don’t know yet whether the charge went through. Please don’t pay again. We’re checking with Stripe.';
  expect(res.body).toEqual({ errors: { base: [message] }, error_id: expect.any(String) });
  expect(await attemptsOf(promotion)).toMatchObject([{ state: 'claimed' }]);
  expect((await recordOf(promotion)).display_status).toBe('awaiting payment');
}

describe('a charge', () => {
  it('charges the default card the invoice amount, once', async () => {
    const promotion = takePromotion();
    await charge(promotion).send({ amount_cents: 1, total_cents: 1 }).expect(422);
    const res = await charge(promotion).expect(200);
    expect(res.body.promotion).toMatchObject({
      id: promotion.id,
      display_status: 'successfully sent',
      book: { title: 'The Quiet Harbor' },
    });
    await expectPaidOnce(promotion);
    const changed = await tablesChangedBy(server, async () => {
      const again = await charge(promotion).expect(409);
      const message = 'This promotion’s status is “successfully sent”, so it can’t be charged.';
      expect(again.body).toMatchObject({
        errors: { base: [message], full_messages: [message] },
        promotion: { id: promotion.id, display_status: 'successfully sent' },
      });
    });
    expect(changed).toEqual([]);
  });

  it('can be made by staff, and shows staff who made it', async () => {
    const promotion = takePromotion();
    const staff = await createStaff(server);
    await staff.post(`/promotions/${promotion.id}/charge`).expect(200);
    await expectPaidOnce(promotion);
    const event = { actor: 'user', action: 'charge', to: 'successfully sent' };
    expect((await recordOf(promotion)).events.at(-1)).toMatchObject(event);
    const { body } = await staff.get(`/promotions/${promotion.id}`).query({ joins: 'events' }).expect(200);
    const { name } = await server.deps.db.user.findUniqueOrThrow({ where: { id: staff.id } });
    expect(body.promotion.events.at(-1)).toMatchObject({ ...event, actor_name: name });
  });

  it("isn't made for an invoice of $0, which is paid from the start", async () => {
    expect(await recordOf(free)).toMatchObject({ display_status: 'successfully sent', paid_at: null, actions: [] });
    expect((await free.partner.get('/invoices')).body.invoices).toMatchObject([{ total_cents: 0, status: 'paid' }]);
    expect(paymentRequestsFor(free)).toEqual([]);
    await charge(free).expect(409);
  });

  it("isn't attempted without a valid default card", async () => {
    const promotion = takePromotion();
    expect((await recordOf(promotion)).display_status).toBe('awaiting payment');
    for (const data of [{ is_card_valid: false }, { is_card_valid: true, exp_month: 11, exp_year: 2026 }]) {
      await setCards(promotion, data);
      const changed = await tablesChangedBy(server, async () => {
        const res = await charge(promotion).expect(422);
        expect(res.body.errors.base).toEqual([
          'There’s no valid default card. Add a card or make another one the default, then try again.',
        ]);
      });
      expect(changed).toEqual([]);
    }
    expect(paymentRequestsFor(promotion)).toEqual([]);
  });

  it('is refused after sixty attempts within an hour', async () => {
    const promotion = takePromotion();
    await charge(promotion).expect(200);
    await server.deps.pool.query("update rate_limits set points = 60 where key like 'charge:%'");
    const res = await charge(promotion).expect(429);
    expect(Number(res.headers['retry-after'])).toBeGreaterThan(0);
    await server.deps.pool.query('truncate rate_limits');
  });
});

describe('a charge with an unknown outcome', () => {
  it("isn't repeated with a new key, and is settled by repeating the call with the same key", async () => {
    const promotion = takePromotion();
    server.stripe.webhooks.hold();
    server.stripe.faults.add({ match: PAYMENTS, kind: 'reset_after', times: 2 });
    await expectUnknown(promotion);

    const changed = await tablesChangedBy(server, async () => {
      const again = await charge(promotion).expect(409);
      expect(again.body).toMatchObject({
        errors: { base: ['We’re already processing a charge for this promotion.'] },
        promotion: { id: promotion.id, display_status: 'awaiting payment' },
      });
      const staff = await createStaff(server, 'admin').then((client) =>
        client.post(`/promotions/${promotion.id}/cancel_approved`),
      );
      expect([staff.status, staff.body.errors.base]).toEqual([
        409,
        ['A charge is in progress. Try again in a few minutes.'],
      ]);
      expect(staff.body.promotion).toMatchObject({ id: promotion.id, display_status: 'awaiting payment' });
      advanceSeconds(server, 29);
      await reconcileCharges(server.deps);
    });
    expect(changed).toEqual(['auth_tokens', 'users']);

    advanceSeconds(server, 1);
    await Promise.all([reconcileCharges(server.deps), reconcileCharges(server.deps)]);
    server.stripe.webhooks.release();
    await expectPaidOnce(promotion);
  });

  it('that Stripe never received is made with the same key', async () => {
    const promotion = takePromotion();
    const staff = await createStaff(server, 'admin');
    server.stripe.faults.add({ match: PAYMENTS, kind: 'reset_before', times: 2 });
    const { body } = await staff.post(`/promotions/${promotion.id}/charge`).expect(503);
    expect(body.errors.base).toEqual([
      'We don’t know yet whether the charge went through. Don’t charge again; we’re checking with Stripe.',
    ]);
    expect(chargesAtStripe(promotion)).toEqual([]);
    advanceSeconds(server, 30);
    await reconcileCharges(server.deps);
    await expectPaidOnce(promotion);
  });

  it('is settled once by the webhook if it arrives first, even repeatedly', async () => {
    const promotion = takePromotion();
    server.stripe.webhooks.hold();
    server.stripe.webhooks.duplicate(4);
    server.stripe.faults.add({ match: PAYMENTS, kind: 'reset_after', times: 2 });
    await expectUnknown(promotion);
    server.stripe.webhooks.release();
    await expectPaidOnce(promotion);
    const requestsBefore = paymentRequestsFor(promotion).length;
    advanceSeconds(server, 60);
    await reconcileCharges(server.deps);
    expect(paymentRequestsFor(promotion)).toHaveLength(requestsBefore);
  });

  it('that Stripe made before an error is found among its payments', async () => {
    const promotion = takePromotion();
    server.stripe.webhooks.hold();
    server.stripe.faults.add({ match: PAYMENTS, kind: 'status_500' });
    await expectUnknown(promotion);
    advanceSeconds(server, 30);
    await reconcileCharges(server.deps);
    expect(await attemptsOf(promotion)).toMatchObject([{ state: 'succeeded' }]);
    server.stripe.webhooks.release();
    await expectPaidOnce(promotion);
  });

  it("that Stripe didn't make because of an error fails, and can be repeated with a new key", async () => {
    const promotion = takePromotion();
    server.stripe.faults.add({ match: PAYMENTS, kind: 'status_500_undone' });
    await expectUnknown(promotion);
    advanceSeconds(server, 30);
    await reconcileCharges(server.deps);
    expect(await recordOf(promotion)).toMatchObject({
      display_status: 'payment failed',
      stripe_errors: [{ code: 'processing_error', message: 'We couldn’t process the payment. Please try again.' }],
    });
    await charge(promotion).expect(200);
    expect(chargesAtStripe(promotion)).toHaveLength(1);
    expect(await attemptsOf(promotion)).toMatchObject([{ state: 'failed' }, { state: 'succeeded', number: 2 }]);
  });
});

describe('a charge without a valid card', () => {
  const NO_CARD = 'There is no valid default card.';

  it('is recorded, and the emails ask for a card instead of announcing a charge', async () => {
    const promotion = cardless[0]!;
    expect(await attemptsOf(promotion)).toEqual([]);
    const { display_status, stripe_errors, events } = await recordOf(promotion);
    expect({ display_status, stripe_errors }).toEqual({ display_status: 'awaiting payment', stripe_errors: [] });
    expect(events.slice(-2)).toMatchObject([
      { actor: 'system', action: 'settle', to: 'awaiting payment' },
      { actor: 'system', action: 'charge', from: 'awaiting payment', to: 'awaiting payment', reason: NO_CARD },
    ]);
    const [invoice] = await server.deps.db.invoice.findMany({ where: { promotion_id: promotion.id } });
    expect(invoice).toMatchObject({ status: 'open', next_retry_at: new Date('2026-12-07T17:00:00Z') });
    const emails = await server.emailsTo(promotion.partner.email);
    const about = (start: string) => emails.filter(({ subject }) => subject.startsWith(start)).map(({ text }) => text);
    expect(about('The Quiet Harbor: 0 billable clicks, $10.00')).toEqual([
      expect.stringContaining('but we can’t charge your default card.'),
    ]);
    expect(about('Please add a card: $10.00')).toEqual([expect.stringContaining('/partners/billing')]);
    const wrong = /4242|declined|nothing you need to do/;
    expect(emails.filter(({ text }) => wrong.test(text.replace(/\s+/g, ' ')))).toEqual([]);
  });

  it('is made automatically once the partner adds a card', async () => {
    const promotion = cardless[0]!;
    await chargeDueInvoices(server.deps);
    expect(await attemptsOf(promotion)).toEqual([]);
    await addValidCard(promotion);
    await Promise.all([chargeDueInvoices(server.deps), chargeDueInvoices(server.deps)]);
    await server.settle();
    expect(await recordOf(promotion)).toMatchObject({
      display_status: 'successfully sent',
      paid_at: expect.any(String),
    });
    expect(await attemptsOf(promotion)).toMatchObject([{ number: 1, state: 'succeeded', requested_by: 'system' }]);
    expect(chargesAtStripe(promotion)).toMatchObject([{ amount: 1000 }]);
  });
});

describe('a webhook', () => {
  it.each([
    ['without a signature', undefined],
    ['with a forged signature', 't=1796576400,v1=0000000000000000000000000000000000000000000000000000000000000000'],
  ])('%s is refused', async (_, signature) => {
    const body = JSON.stringify({
      id: 'evt_forged',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1' } },
    });
    const changed = await tablesChangedBy(server, async () => {
      const request = visitor(server).post('/stripe/webhook').type('json');
      const res = await (signature ? request.set('Stripe-Signature', signature) : request).send(body);
      const message = 'The signature isn’t valid.';
      expect([res.status, res.body]).toEqual([400, { errors: { base: [message], full_messages: [message] } }]);
    });
    expect(changed).toEqual([]);
  });
});

describe('a declined charge', () => {
  const FIRST = Date.parse(WINDOW_END);

  it('that only the cardholder can confirm is shown and emailed, and the card stays valid', async () => {
    const { authentication } = declined;
    const record = await recordOf(authentication);
    expect(record).toMatchObject({ display_status: 'payment failed', actions: ['charge'] });
    expect(record.stripe_errors).toMatchObject([
      {
        type: 'card_error',
        code: 'authentication_required',
        decline_code: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
        resolved_at: null,
      },
    ]);
    const [card] = (await authentication.partner.get('/credit_cards')).body.credit_cards;
    expect(card.is_card_valid).toBe(true);
    const emails = await server.emailsTo(authentication.partner.email);
    expect(
      emails.some(({ text }) => text.includes('requires authentication') && text.includes('/partners/billing')),
    ).toBe(true);
  });

  it('suspected of fraud is shown as a generic decline and blocks its card, but not another one', async () => {
    const { hard } = declined;
    const record = await recordOf(hard);
    expect(record.stripe_errors).toMatchObject([
      { decline_code: 'generic_decline', message: 'Your card was declined.' },
    ]);
    const [bad] = (await hard.partner.get('/credit_cards')).body.credit_cards;
    expect(bad.is_card_valid).toBe(false);
    const longer = await hard.partner.patch(`/credit_cards/${bad.id}`).send({ exp_year: 2031 }).expect(200);
    expect(longer.body.credit_card).toMatchObject({ exp_year: 2031, is_card_valid: false });
    const [invoice] = await server.deps.db.invoice.findMany({ where: { promotion_id: hard.id } });
    expect(invoice).toMatchObject({ status: 'failed', next_retry_at: null });
    expect((await charge(hard).expect(422)).body.errors.base).toEqual([
      'There’s no valid default card. Add a card or make another one the default, then try again.',
    ]);
    const good = await hard.partner.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' }).expect(201);
    await hard.partner.patch(`/credit_cards/${good.body.credit_card.id}/make_default`).expect(200);
    await charge(hard).expect(200);
    expect(await recordOf(hard)).toMatchObject({
      display_status: 'successfully sent',
      stripe_errors: [{ resolved_at: expect.any(String) }],
    });
    expect(chargesAtStripe(hard)).toMatchObject([{ amount: 1000 }]);
  });

  it("that Stripe refuses as invalid is explained to partners in our words, and to staff in Stripe's", async () => {
    const promotion = takePromotion();
    const { payment_method_id } = await server.deps.db.creditCard.findFirstOrThrow({
      where: { partner_id: promotion.partner.id },
    });
    await server.deps.stripe.api.paymentMethods.detach(payment_method_id);
    const plain = 'We couldn’t charge your card. Add another one, or contact us if that doesn’t help.';
    expect((await charge(promotion).expect(422)).body.errors.base).toEqual([plain]);
    const record = await recordOf(promotion);
    expect(record.stripe_errors).toMatchObject([{ type: 'invalid_request_error', message: plain }]);
    expect(record.events.at(-1)).toMatchObject({ action: 'charge', reason: plain });
    const [email] = await server.emailsTo(promotion.partner.email);
    expect(email!.subject).toMatch(/^We couldn’t charge your card: /);
    expect(email!.text.replace(/\s+/g, ' ')).toContain(plain);
    const staff = await createStaff(server);
    const byStaff = await staff.post(`/promotions/${promotion.id}/charge`).expect(422);
    expect(byStaff.body.errors.base).toEqual([expect.stringContaining('PaymentMethod')]);
    const { body } = await staff.get(`/promotions/${promotion.id}?joins=stripe_errors`).expect(200);
    expect(body.promotion.stripe_errors[0].message).toContain('PaymentMethod');
  });

  it('gives a promotion that awaited a card the status “payment failed”', async () => {
    const promotion = cardless[1]!;
    await setCards(promotion, { is_card_valid: true });
    await chargeDueInvoices(server.deps);
    expect(await recordOf(promotion)).toMatchObject({ display_status: 'payment failed' });
    const [invoice] = await server.deps.db.invoice.findMany({ where: { promotion_id: promotion.id } });
    expect(invoice).toMatchObject({ status: 'failed', next_retry_at: new Date('2026-12-07T17:00:00Z') });
    await setCards(promotion, { is_card_valid: false });
  });

  it('is retried on days 1, 3, and 7 after the first attempt, regardless of manual attempts', {
    timeout: 90_000,
  }, async () => {
    const { soft } = declined;
    const attempts = async () => (await attemptsOf(soft)).length;
    const at = (days: number, ms = 0) => server.advanceTo(new Date(FIRST + days * DAY_MS + ms));
    await Promise.all([chargeAutomatically(server.deps, soft), chargeAutomatically(server.deps, soft)]);
    expect(await attempts()).toBe(1);
    const manual = await charge(soft).expect(422);
    expect(manual.body).toMatchObject({
      errors: { base: ['Your card was declined.'] },
      promotion: { display_status: 'payment failed' },
    });
    expect(await attempts()).toBe(2);
    const counts: number[] = [];
    for (const day of [1, 3, 7]) {
      await at(day, -1);
      counts.push(await attempts());
      await at(day);
      counts.push(await attempts());
    }
    await at(8);
    counts.push(await attempts());
    expect(counts).toEqual([2, 3, 3, 4, 4, 5, 5]);
    expect(chargesAtStripe(soft)).toEqual([]);
    const emails = (await server.emailsTo(soft.partner.email)).filter(({ text }) =>
      text.includes('Your card was declined.'),
    );
    expect(
      emails.map(({ text }) => /We(?:’ll| won’t) try again .*?(?=\.)/.exec(text.replace(/\s+/g, ' '))?.[0]),
    ).toEqual([
      'We won’t try again automatically',
      'We’ll try again automatically on Sunday December 13th, 2026',
      'We’ll try again automatically on Wednesday December 9th, 2026',
      'We’ll try again automatically on Monday December 7th, 2026',
      'We’ll try again automatically on Monday December 7th, 2026',
    ]);
    expect((await recordOf(soft)).stripe_errors).toHaveLength(5);
    const byStaff = await (await createStaff(server)).post(`/promotions/${soft.id}/charge`).expect(422);
    expect(byStaff.body.errors.base).toEqual(['The partner’s card was declined.']);
  });

  it("isn't retried without a card: the partner is emailed on days 1, 3, and 7, and a new card is charged", {
    timeout: 90_000,
  }, async () => {
    const promotion = cardless[1]!;
    const reminders = async () =>
      (await server.emailsTo(promotion.partner.email)).filter(({ subject }) => subject.startsWith('Please add a card'))
        .length;
    for (const day of [1, 3, 7, 8]) await server.advanceTo(new Date(FIRST + day * DAY_MS));
    expect([await reminders(), (await attemptsOf(promotion)).length]).toEqual([4, 1]);
    await addValidCard(promotion);
    await chargeDueInvoices(server.deps);
    await server.settle();
    expect(chargesAtStripe(promotion)).toMatchObject([{ amount: 1000 }]);
    expect([await reminders(), (await attemptsOf(promotion)).length]).toEqual([4, 2]);
  });
});
