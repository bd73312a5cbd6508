/** Money back: never more than was taken, once per wish, and everybody agrees on it afterwards. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createStaff, tablesChangedBy } from '#server/testing/factories.ts';
import {
  chargeOf,
  createUnpaidPromotions,
  invoicesOf,
  ledgerOf,
  movedAtStripe,
  SET_UP_MS,
  secondsLater,
  shownTo,
  type UnpaidPromotion,
} from '#server/testing/unpaid-promotions.ts';
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
  const owed = await createUnpaidPromotions(server, Array(14).fill('pm_card_visa'));
  unpaid = owed.pop()!;
  for (const one of owed) await chargeOf(one).expect(200);
  await server.settle();
  paid = owed;
  staff = await createStaff(server, 'admin');
}, SET_UP_MS);
afterAll(() => server.close());
afterEach(() => {
  server.stripe.faults.clear();
  server.stripe.webhooks.duplicate(1);
  server.stripe.webhooks.release();
});

const take = () => paid.pop()!;
const refund = ({ id }: UnpaidPromotion, body: object = { reason: 'The wrong price was shown.' }, by: Client = staff) =>
  by.post(`/promotions/${id}/refund`).send(body);
const refundsOf = ({ id }: UnpaidPromotion) =>
  server.deps.db.refund.findMany({ where: { promotion_id: id }, orderBy: { id: 'asc' } });
const chargedOf = ({ id }: UnpaidPromotion) =>
  server.deps.db.capturedCharge.findFirstOrThrow({ where: { charge_attempt: { promotion_id: id } } });
const later = async () => {
  secondsLater(server, 31);
  await reconcileRefunds(server.deps);
};

/** Database, ledger and the provider's journal agree on what went back. */
async function expectGivenBack(one: UnpaidPromotion, cents: number) {
  await server.settle();
  expect(movedAtStripe(server, one)).toEqual({ taken: 1000, given_back: cents });
  const ledger = (await ledgerOf(server, one)).filter(([kind]) => kind === 'refund');
  expect(ledger.reduce((sum, [, moved]) => sum - Number(moved), 0)).toBe(cents);
  expect((await chargedOf(one)).refunded_cents).toBe(cents);
  expect((await invoicesOf(one)).at(-1)).toMatchObject({
    status: cents === 1000 ? 'refunded' : 'paid',
    refunded_cents: cents,
  });
}

describe('a refund', () => {
  it('gives a part back, then the rest, each with its paper, its mail and its event; the promotion stays sent', async () => {
    const one = take();
    const first = await refund(one, { amount_cents: 300, reason: 'One day late.' }).expect(200);
    expect(first.body.promotion).toMatchObject({
      id: one.id,
      display_status: 'successfully sent',
      actions: ['correct_store_link', 'refund'],
    });
    await expectGivenBack(one, 300);
    const second = await refund(one, { reason: 'All of it.' }).expect(200);
    expect(second.body.promotion).toMatchObject({
      display_status: 'successfully sent',
      actions: ['correct_store_link'],
    });
    await expectGivenBack(one, 1000);

    const [rest, part, original] = await invoicesOf(one);
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
    const mails = (await server.emailsTo(one.partner.email)).filter(({ subject }) => subject.startsWith('Refunded'));
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Refunded: $3.00 for The Quiet Harbor',
      'Refunded: $7.00 for The Quiet Harbor',
    ]);
    expect(mails.find(({ subject }) => subject.includes('3.00'))!.text).toContain('One day late.');
    const events = (await shownTo(one)).events.filter(({ action }: { action: string }) => action === 'refund');
    expect(events).toMatchObject([
      { actor: 'user', to: 'successfully sent', reason: '$3.00 refunded: One day late.' },
      { actor: 'user', reason: '$7.00 refunded: All of it.' },
    ]);
    const audit = await server.deps.db.auditEvent.findMany({
      where: { action: 'promotion.refund', entity_id: String(one.id) },
      orderBy: { id: 'asc' },
    });
    expect(audit).toMatchObject([
      { actor_id: staff.id, after: { amount_cents: 300 }, reason: 'One day late.' },
      { after: { amount_cents: 700 } },
    ]);
  });

  it('is refused when nothing or less is left, and changes nothing', async () => {
    const one = take();
    await refund(one, { amount_cents: 600, reason: 'Part' }).expect(200);
    await server.settle();
    const changed = await tablesChangedBy(server, async () => {
      const tooMuch = await refund(one, { amount_cents: 401, reason: 'More' }).expect(422);
      expect(tooMuch.body.errors.amount_cents).toEqual(['must be at most $4.00, the amount left to refund']);
    });
    expect(changed).toEqual([]);
    await refund(one, { amount_cents: 400, reason: 'Rest' }).expect(200);
    const again = await refund(one).expect(409);
    const message = 'Nothing is left to refund for this promotion.';
    expect(again.body).toMatchObject({ errors: { base: [message] }, promotion: { id: one.id, refundable_cents: 0 } });
    await expectGivenBack(one, 1000);
  });

  it('is the staff’s alone, needs a reason, an amount that makes sense, and something that was paid', async () => {
    const one = take();
    await shownTo(one);
    const changed = await tablesChangedBy(server, async () => {
      await refund(one, { reason: 'Mine' }, one.partner).expect(403);
      for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(201) }])
        expect((await refund(one, body).expect(422)).body.errors.reason).toHaveLength(1);
      for (const amount_cents of [0, -1, 1.5, '100', 6001, null])
        expect((await refund(one, { reason: 'No', amount_cents }).expect(422)).body.errors.amount_cents).toHaveLength(
          1,
        );
      const open = await refund(unpaid).expect(409);
      expect(open.body.errors.base).toEqual([
        'This promotion’s status is “awaiting payment”, so it can’t be refunded.',
      ]);
      await refund({ ...one, id: 999_999 }).expect(404);
    });
    expect(changed).toEqual([]);
  });

  it('is made once when many ask for it at the same time', async () => {
    const one = take();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund(one, { amount_cents: 600, reason: 'Race' })),
    );
    const counts = Object.groupBy(answers, ({ status }) => String(status));
    expect(counts['200']).toHaveLength(1);
    expect((counts['409'] ?? []).length + (counts['422'] ?? []).length).toBe(19);
    await expectGivenBack(one, 600);
  });

  it('never adds up to more than was taken, because the database refuses it', async () => {
    const one = take();
    const { id } = await chargedOf(one);
    const reserve = (cents: number) =>
      server.deps.pool.query('update captured_charges set refunded_cents = refunded_cents + $2 where id = $1', [
        id,
        cents,
      ]);
    await expect(reserve(1001)).rejects.toThrow('captured_charges_not_overdrawn');
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => reserve(300)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await reserve(-900);
    const claim = (amount_cents: number) =>
      server.deps.db.$transaction((tx) =>
        claimRefund(server.deps, tx, {
          captured_charge_id: id,
          invoice_id: 1,
          promotion_id: one.id,
          amount_cents,
          cause: 'staff',
          reason: 'Race',
          requested_by: 'user',
        }),
      );
    await server.deps.db.capturedCharge.update({ where: { id }, data: { refunded_cents: 400, disputed_cents: 500 } });
    await expect(claim(101)).rejects.toMatchObject({ status: 409 });
    await server.deps.db.capturedCharge.update({ where: { id }, data: { refunded_cents: 0, disputed_cents: 0 } });
    paid.push(one);
  });

  it('is written down once, whoever comes second', async () => {
    const one = take();
    await refund(one, { amount_cents: 100, reason: 'Part' }).expect(200);
    await server.settle();
    const [made] = await refundsOf(one);
    const outcome = { kind: 'succeeded', stripe_refund_id: made!.stripe_refund_id!, amount_cents: 100 } as const;
    const late = { kind: 'failed', stripe_refund_id: null, failure: 'Too late.' } as const;
    const changed = await tablesChangedBy(server, async () => {
      await settleRefund(server.deps, made!.id, outcome);
      await settleRefund(server.deps, made!.id, late);
    });
    expect(changed).toEqual([]);
  });
});

describe('a refund whose answer never came', () => {
  it('bars the next one, and is settled by asking again under the same key', async () => {
    const one = take();
    server.stripe.webhooks.hold();
    server.stripe.faults.add({ match: REFUNDS, kind: 'reset_after', times: 2 });
    const res = await refund(one).expect(503);
    expect(res.body.errors.base).toEqual([
      'We don’t know yet whether the refund went through. Don’t refund again; we’re checking with Stripe.',
    ]);
    expect(await refundsOf(one)).toMatchObject([{ state: 'claimed' }]);
    expect((await refund(one).expect(409)).body.errors.base).toEqual([
      'A refund of this promotion is already under way.',
    ]);
    secondsLater(server, 29);
    await reconcileRefunds(server.deps);
    expect(await refundsOf(one)).toMatchObject([{ state: 'claimed' }]);
    await Promise.all([later(), later()]);
    server.stripe.webhooks.release();
    await expectGivenBack(one, 1000);
    expect(await refundsOf(one)).toMatchObject([
      { state: 'succeeded', idempotency_key: `promo:${one.id}:refund:1`, amount_cents: 1000 },
    ]);
  });

  it('and that was not made is made once', async () => {
    const one = take();
    server.stripe.faults.add({ match: REFUNDS, kind: 'reset_before', times: 2 });
    await refund(one, { amount_cents: 250, reason: 'Part' }).expect(503);
    await later();
    await expectGivenBack(one, 250);
  });

  it('is settled by the webhook when that comes first, however often', async () => {
    const one = take();
    server.stripe.webhooks.duplicate(4);
    server.stripe.faults.add({ match: REFUNDS, kind: 'reset_after', times: 2 });
    await refund(one).expect(503);
    await expectGivenBack(one, 1000);
    await later();
    await expectGivenBack(one, 1000);
    expect(await refundsOf(one)).toHaveLength(1);
  });

  it('because Stripe broke before making it, failed, and its part is free again', async () => {
    const one = take();
    server.stripe.faults.add({ match: REFUNDS, kind: 'status_500_undone' });
    await refund(one).expect(503);
    await later();
    expect(await refundsOf(one)).toMatchObject([
      { state: 'failed', failure: 'The refund could not be processed. Please try again.' },
    ]);
    await expectGivenBack(one, 0);
    await refund(one).expect(200);
    await expectGivenBack(one, 1000);
  });
});

it('books a refund that was given up and was made after all', async () => {
  const one = take();
  server.stripe.faults.add({ match: REFUNDS, kind: 'status_500_undone' });
  await refund(one, { amount_cents: 300, reason: 'Part' }).expect(503);
  await later();
  const [given] = await refundsOf(one);
  expect(given).toMatchObject({ state: 'failed' });
  await expectGivenBack(one, 0);
  await server.deps.stripe.api.refunds.create({
    charge: (await chargedOf(one)).id,
    amount: 300,
    metadata: { refund_id: String(given!.id), promotion_id: String(one.id) },
  });
  await expectGivenBack(one, 300);
  expect(await refundsOf(one)).toMatchObject([{ id: given!.id, state: 'succeeded' }]);
});

describe('a refund that was made elsewhere', () => {
  it('in Stripe’s dashboard is taken over, once', async () => {
    const one = take();
    server.stripe.webhooks.duplicate(3);
    const { id } = await chargedOf(one);
    const made = await server.deps.stripe.api.refunds.create({
      charge: id,
      amount: 400,
      metadata: { promotion_id: String(one.id) },
    });
    await expectGivenBack(one, 400);
    expect(await refundsOf(one)).toMatchObject([
      { cause: 'stripe', state: 'succeeded', stripe_refund_id: made.id, requested_by: 'system' },
    ]);
    expect((await refund(one).expect(200)).body.promotion.actions).toEqual(['correct_store_link']);
    await expectGivenBack(one, 1000);
  });

  it('and that the bank returns days later is ours again, and staff are told', async () => {
    const one = take();
    await refund(one, { amount_cents: 1000, reason: 'All' }).expect(200);
    await server.settle();
    const [{ stripe_refund_id } = { stripe_refund_id: null }] = await refundsOf(one);
    await server.deps.stripe.api.rawRequest('POST', `/v1/test_helpers/refunds/${stripe_refund_id}/fail`, {});
    await server.settle();
    expect(await ledgerOf(server, one)).toEqual([
      ['charge', 1000],
      ['refund', -1000],
      ['refund', 1000],
    ]);
    expect(await invoicesOf(one)).toMatchObject([
      { invoice_type: 'refund', status: 'void' },
      { status: 'paid', refunded_cents: 0 },
    ]);
    expect((await chargedOf(one)).refunded_cents).toBe(0);
    const alerts = (await server.emailsTo('help@deckle.test')).filter(({ subject }) =>
      subject.startsWith('A refund came'),
    );
    expect(alerts).toHaveLength(1);
    expect(alerts[0]!.text).toContain('lost_or_stolen_card');
  });
});
