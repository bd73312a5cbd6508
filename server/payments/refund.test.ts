/** Refunds: never more than was charged, made once per request, and consistent in all records. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createStaff, tablesChangedBy } from '#server/testing/factories.ts';
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
} from '#server/testing/unpaid-promotions.ts';
import { paths } from '#shared/paths.ts';
import { reconcileRefunds } from './refund.ts';
import { claimRefund } from './refund-claim.ts';
import { settleRefund } from './refund-settle.ts';

const REFUNDS = { method: 'POST', path: '/v1/refunds' };

let server: TestServer;
let staff: Client & { id: number };
let paid: UnpaidPromotion[];
let unpaid: UnpaidPromotion;
beforeAll(async () => {
  server = await startTestServer();
  const promotions = await createUnpaidPromotions(server, Array(15).fill('pm_card_visa'));
  unpaid = promotions.pop()!;
  for (const promotion of promotions) await chargeAsPartner(promotion).expect(200);
  await server.settle();
  paid = promotions;
  staff = await createStaff(server, 'admin');
}, SET_UP_TIMEOUT_MS);
afterAll(() => server.close());
afterEach(() => {
  server.stripe.faults.clear();
  server.stripe.webhooks.duplicate(1);
  server.stripe.webhooks.release();
});

const takePromotion = () => paid.pop()!;
const refund = (
  { id }: UnpaidPromotion,
  body: object = { reason: 'The wrong price was shown.' },
  client: Client = staff,
) => client.post(`/promotions/${id}/refund`).send(body);
const refundsOf = ({ id }: UnpaidPromotion) =>
  server.deps.db.refund.findMany({ where: { promotion_id: id }, orderBy: { id: 'asc' } });
const capturedChargeOf = ({ id }: UnpaidPromotion) =>
  server.deps.db.capturedCharge.findFirstOrThrow({ where: { charge_attempt: { promotion_id: id } } });
const refundRequests = () => server.stripe.journal().filter(({ path }) => path === REFUNDS.path);
const reconcileLater = async () => {
  advanceSeconds(server, 31);
  await reconcileRefunds(server.deps);
};

/** The database, the ledger, and the fake Stripe's journal agree on the refunded amount. */
async function expectRefunded(promotion: UnpaidPromotion, cents: number) {
  await server.settle();
  expect(movementsAtStripe(server, promotion)).toEqual({ charged: 1000, refunded: cents });
  const ledger = (await ledgerOf(server, promotion)).filter(([kind]) => kind === 'refund');
  expect(ledger.reduce((sum, [, moved]) => sum - Number(moved), 0)).toBe(cents);
  expect((await capturedChargeOf(promotion)).refunded_cents).toBe(cents);
  expect((await invoicesOf(promotion)).at(-1)).toMatchObject({
    status: cents === 1000 ? 'refunded' : 'paid',
    refunded_cents: cents,
  });
}

const failureAlerts = async ({ id }: UnpaidPromotion) =>
  (await server.emailsTo('help@deckle.test')).filter(
    ({ subject, text }) => subject.startsWith('A refund failed') && text.includes(paths.userPromotion(id)),
  );

describe('a refund', () => {
  it('can be partial, then complete, each with an invoice, email, and event; the promotion stays sent', async () => {
    const promotion = takePromotion();
    const first = await refund(promotion, { amount_cents: 300, reason: 'One day late.' }).expect(200);
    expect(first.body.promotion).toMatchObject({
      id: promotion.id,
      display_status: 'successfully sent',
      actions: ['correct_store_link', 'refund'],
    });
    await expectRefunded(promotion, 300);
    const second = await refund(promotion, { reason: 'All of it.' }).expect(200);
    expect(second.body.promotion).toMatchObject({
      display_status: 'successfully sent',
      actions: ['correct_store_link'],
    });
    await expectRefunded(promotion, 1000);

    const [rest, part, original] = await invoicesOf(promotion);
    expect(original).toMatchObject({ invoice_type: 'promotion', status: 'refunded', total_cents: 1000 });
    expect(part).toMatchObject({
      invoice_type: 'refund',
      status: 'paid',
      subtotal_cents: -300,
      total_cents: -300,
      card_last4: '4242',
      lines: [
        {
          description: `Refund of invoice ${original.number}: One day late.`,
          quantity: 1,
          unit_cents: -300,
          amount_cents: -300,
        },
      ],
    });
    expect(rest).toMatchObject({ invoice_type: 'refund', total_cents: -700 });
    expect(Number(rest.number)).toBe(Number(part.number) + 1);
    const emails = (await server.emailsTo(promotion.partner.email)).filter(({ subject }) =>
      subject.startsWith('Refunded'),
    );
    expect(emails.map(({ subject }) => subject).sort()).toEqual([
      'Refunded: $3.00 for The Quiet Harbor',
      'Refunded: $7.00 for The Quiet Harbor',
    ]);
    expect(emails.find(({ subject }) => subject.includes('3.00'))!.text).toContain('One day late.');
    const events = (await readAsPartner(promotion)).events.filter(
      ({ action }: { action: string }) => action === 'refund',
    );
    expect(events).toMatchObject([
      { actor: 'user', to: 'successfully sent', reason: '$3.00 refunded: One day late.' },
      { actor: 'user', reason: '$7.00 refunded: All of it.' },
    ]);
    const audit = await server.deps.db.auditEvent.findMany({
      where: { action: 'promotion.refund', entity_id: String(promotion.id) },
      orderBy: { id: 'asc' },
    });
    expect(audit).toMatchObject([
      { actor_id: staff.id, after: { amount_cents: 300 }, reason: 'One day late.' },
      { after: { amount_cents: 700 } },
    ]);
  });

  it('is refused without changes if it exceeds the amount left', async () => {
    const promotion = takePromotion();
    await refund(promotion, { amount_cents: 600, reason: 'Part' }).expect(200);
    await server.settle();
    const changed = await tablesChangedBy(server, async () => {
      const tooMuch = await refund(promotion, { amount_cents: 401, reason: 'More' }).expect(422);
      expect(tooMuch.body.errors.amount_cents).toEqual(['must be at most $4.00, the amount left to refund']);
    });
    expect(changed).toEqual([]);
    await refund(promotion, { amount_cents: 400, reason: 'Rest' }).expect(200);
    const again = await refund(promotion).expect(409);
    const message = 'Nothing is left to refund for this promotion.';
    expect(again.body).toMatchObject({
      errors: { base: [message] },
      promotion: { id: promotion.id, refundable_cents: 0, last_event: { action: 'refund', actor: 'user' } },
    });
    await expectRefunded(promotion, 1000);
  });

  it('requires staff, a reason, a valid amount, and a paid invoice', async () => {
    const promotion = takePromotion();
    await readAsPartner(promotion);
    const changed = await tablesChangedBy(server, async () => {
      await refund(promotion, { reason: 'Mine' }, promotion.partner).expect(403);
      for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(201) }])
        expect((await refund(promotion, body).expect(422)).body.errors.reason).toHaveLength(1);
      for (const amount_cents of [0, -1, 1.5, '100', 6001, null])
        expect(
          (await refund(promotion, { reason: 'No', amount_cents }).expect(422)).body.errors.amount_cents,
        ).toHaveLength(1);
      const open = await refund(unpaid).expect(409);
      expect(open.body.errors.base).toEqual([
        'This promotion’s status is “awaiting payment”, so it can’t be refunded.',
      ]);
      await refund({ ...promotion, id: 999_999 }).expect(404);
    });
    expect(changed).toEqual([]);
  });

  it('is made once for many simultaneous requests', async () => {
    const promotion = takePromotion();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => refund(promotion, { amount_cents: 600, reason: 'Race' })),
    );
    const counts = Object.groupBy(responses, ({ status }) => String(status));
    expect(counts['200']).toHaveLength(1);
    expect((counts['409'] ?? []).length + (counts['422'] ?? []).length).toBe(19);
    await expectRefunded(promotion, 600);
  });

  it('is refused if refunds and disputes would exceed the charge; the database refuses excess refunds', async () => {
    const promotion = takePromotion();
    const { id, invoice_id } = await capturedChargeOf(promotion);
    const reserve = (cents: number) =>
      server.deps.pool.query('update captured_charges set refunded_cents = refunded_cents + $2 where id = $1', [
        id,
        cents,
      ]);
    await expect(reserve(1001)).rejects.toThrow('captured_charges_not_overdrawn');
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => reserve(300)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await reserve(-900);
    const claim = (amount_cents: number, cause: 'staff' | 'stripe') =>
      server.deps.db.$transaction((tx) =>
        claimRefund(server.deps, tx, {
          captured_charge_id: id,
          invoice_id,
          promotion_id: promotion.id,
          amount_cents,
          cause,
          reason: 'Race',
          requested_by: 'user',
        }),
      );
    await server.deps.db.capturedCharge.update({ where: { id }, data: { refunded_cents: 400, disputed_cents: 500 } });
    await expect(claim(101, 'staff')).rejects.toMatchObject({ status: 409 });
    // Refunds made in Stripe's dashboard before the dispute are recorded nevertheless, but never more than the charge.
    await expect(claim(601, 'stripe')).rejects.toMatchObject({ status: 409 });
    const made = await claim(600, 'stripe');
    await server.deps.db.refund.delete({ where: { id: made.id } });
    await server.deps.db.capturedCharge.update({ where: { id }, data: { refunded_cents: 0, disputed_cents: 0 } });
    paid.push(promotion);
  });

  it('is recorded once if it is settled repeatedly', async () => {
    const promotion = takePromotion();
    await refund(promotion, { amount_cents: 100, reason: 'Part' }).expect(200);
    await server.settle();
    const [created] = await refundsOf(promotion);
    const outcome = { kind: 'succeeded', stripe_refund_id: created!.stripe_refund_id!, amount_cents: 100 } as const;
    const failed = { kind: 'failed', stripe_refund_id: null, failure: 'Too late.' } as const;
    const changed = await tablesChangedBy(server, async () => {
      await settleRefund(server.deps, created!.id, outcome);
      await settleRefund(server.deps, created!.id, failed);
    });
    expect(changed).toEqual([]);
  });
});

describe('a refund that Stripe refuses', () => {
  it('fails for whoever requested it, without an alert', async () => {
    const promotion = takePromotion();
    server.stripe.webhooks.hold();
    // The whole charge was refunded in Stripe's dashboard, but the webhook hasn't arrived yet.
    await server.deps.stripe.api.refunds.create({
      charge: (await capturedChargeOf(promotion)).id,
      amount: 1000,
      metadata: { promotion_id: String(promotion.id) },
    });
    expect((await refund(promotion).expect(422)).body.errors.base).toHaveLength(1);
    expect(await refundsOf(promotion)).toMatchObject([{ state: 'failed' }]);
    expect(await failureAlerts(promotion)).toEqual([]);
    const reasons = (await readAsPartner(promotion)).events.map(({ reason }: { reason: string | null }) => reason);
    expect(reasons).toContain('A refund of $10.00 failed.');
    expect(reasons.join()).not.toContain('ch_');
    server.stripe.webhooks.release();
    await expectRefunded(promotion, 1000);
  });
});

describe('a refund with an unknown outcome', () => {
  it('blocks the next one, and is settled by looking it up at Stripe', async () => {
    const promotion = takePromotion();
    server.stripe.webhooks.hold();
    server.stripe.faults.add({ match: REFUNDS, kind: 'reset_after', times: 2 });
    const res = await refund(promotion).expect(503);
    expect(res.body.errors.base).toEqual([
      'We don’t know yet whether the refund went through. Don’t refund again; we’re checking with Stripe.',
    ]);
    expect(await refundsOf(promotion)).toMatchObject([{ state: 'claimed' }]);
    expect((await refund(promotion).expect(409)).body.errors.base).toEqual([
      'We’re already processing a refund for this promotion.',
    ]);
    const { length: requestsBefore } = refundRequests();
    advanceSeconds(server, 29);
    await reconcileRefunds(server.deps);
    expect(await refundsOf(promotion)).toMatchObject([{ state: 'claimed' }]);
    expect(refundRequests()).toHaveLength(requestsBefore);
    await Promise.all([reconcileLater(), reconcileLater()]);
    // Each of the two calls looks the refund up, unless the other has settled it already. Neither requests it again.
    const { id: charge } = await capturedChargeOf(promotion);
    const lookups = refundRequests().slice(requestsBefore);
    expect(lookups.length).toBeGreaterThan(0);
    expect(lookups).toEqual(
      lookups.map(() => expect.objectContaining({ method: 'GET', params: expect.objectContaining({ charge }) })),
    );
    expect(await refundsOf(promotion)).toMatchObject([
      { state: 'succeeded', idempotency_key: `promo:${promotion.id}:refund:1`, amount_cents: 1000 },
    ]);
    server.stripe.webhooks.release();
    await expectRefunded(promotion, 1000);
  });

  it('that Stripe never received is made once', async () => {
    const promotion = takePromotion();
    server.stripe.faults.add({ match: REFUNDS, kind: 'reset_before', times: 2 });
    await refund(promotion, { amount_cents: 250, reason: 'Part' }).expect(503);
    await reconcileLater();
    await expectRefunded(promotion, 250);
  });

  it('is settled once by the webhook if it arrives first, even repeatedly', async () => {
    const promotion = takePromotion();
    server.stripe.webhooks.duplicate(4);
    server.stripe.faults.add({ match: REFUNDS, kind: 'reset_after', times: 2 });
    await refund(promotion).expect(503);
    await expectRefunded(promotion, 1000);
    await reconcileLater();
    await expectRefunded(promotion, 1000);
    expect(await refundsOf(promotion)).toHaveLength(1);
  });

  it("that Stripe didn't make because of an error alerts staff, and its amount can be refunded again", async () => {
    const promotion = takePromotion();
    server.stripe.faults.add({ match: REFUNDS, kind: 'status_500_undone' });
    await refund(promotion).expect(503);
    await reconcileLater();
    expect(await refundsOf(promotion)).toMatchObject([
      { state: 'failed', failure: 'We couldn’t process the refund. Please try again.' },
    ]);
    await expectRefunded(promotion, 0);
    const alerts = await failureAlerts(promotion);
    expect(alerts).toHaveLength(1);
    expect(alerts[0]!.text).toContain('The $10.00 refund didn’t reach the partner');
    await refund(promotion).expect(200);
    await expectRefunded(promotion, 1000);
  });
});

it('records a refund that failed at first but was made after all', async () => {
  const promotion = takePromotion();
  server.stripe.faults.add({ match: REFUNDS, kind: 'status_500_undone' });
  await refund(promotion, { amount_cents: 300, reason: 'Part' }).expect(503);
  await reconcileLater();
  const [failedRefund] = await refundsOf(promotion);
  expect(failedRefund).toMatchObject({ state: 'failed' });
  await expectRefunded(promotion, 0);
  await server.deps.stripe.api.refunds.create({
    charge: (await capturedChargeOf(promotion)).id,
    amount: 300,
    metadata: { refund_id: String(failedRefund!.id), promotion_id: String(promotion.id) },
  });
  await expectRefunded(promotion, 300);
  expect(await refundsOf(promotion)).toMatchObject([{ id: failedRefund!.id, state: 'succeeded' }]);
});

describe('a refund reported by Stripe', () => {
  it('that was made in its dashboard is recorded once', async () => {
    const promotion = takePromotion();
    server.stripe.webhooks.duplicate(3);
    const { id } = await capturedChargeOf(promotion);
    const created = await server.deps.stripe.api.refunds.create({
      charge: id,
      amount: 400,
      metadata: { promotion_id: String(promotion.id) },
    });
    await expectRefunded(promotion, 400);
    expect(await refundsOf(promotion)).toMatchObject([
      { cause: 'stripe', state: 'succeeded', stripe_refund_id: created.id, requested_by: 'system' },
    ]);
    expect((await refund(promotion).expect(200)).body.promotion.actions).toEqual(['correct_store_link']);
    await expectRefunded(promotion, 1000);
  });

  it('as returned by the bank is reversed, and only staff learn the bank’s reason', async () => {
    const promotion = takePromotion();
    await refund(promotion, { amount_cents: 1000, reason: 'All' }).expect(200);
    await server.settle();
    const [{ stripe_refund_id } = { stripe_refund_id: null }] = await refundsOf(promotion);
    await server.deps.stripe.api.rawRequest('POST', `/v1/test_helpers/refunds/${stripe_refund_id}/fail`, {});
    await server.settle();
    expect(await ledgerOf(server, promotion)).toEqual([
      ['charge', 1000],
      ['refund', -1000],
      ['refund', 1000],
    ]);
    expect(await invoicesOf(promotion)).toMatchObject([
      { invoice_type: 'refund', status: 'void' },
      { status: 'paid', refunded_cents: 0 },
    ]);
    expect((await capturedChargeOf(promotion)).refunded_cents).toBe(0);
    const alerts = (await server.emailsTo('help@deckle.test')).filter(({ subject }) =>
      subject.startsWith('The bank returned'),
    );
    expect(alerts).toHaveLength(1);
    expect(alerts[0]!.text).toContain('lost_or_stolen_card');
    expect((await refundsOf(promotion))[0]!.failure).toContain('lost_or_stolen_card');
    expect((await readAsPartner(promotion)).events.at(-1).reason).toBe('The bank returned a refund to us.');
    const exported = await promotion.partner.get('/partners/export').expect(200);
    expect(exported.text).not.toContain('stolen');
  });
});
