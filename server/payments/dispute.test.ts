/**
 * Disputes: recorded, shown, and reported to staff. Disputed money can't also be refunded, and an open or lost dispute
 * blocks new bookings until staff clear it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setFailpointHook } from '#server/platform/failpoints.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createBook, createStaff, promotionInput } from '#server/testing/factories.ts';
import {
  chargeAsPartner,
  createUnpaidPromotions,
  invoicesOf,
  ledgerOf,
  readAsPartner,
  SET_UP_TIMEOUT_MS,
  type UnpaidPromotion,
} from '#server/testing/unpaid-promotions.ts';
import { syncDispute } from './dispute.ts';

let server: TestServer;
let staff: Client & { id: number };
let paid: UnpaidPromotion[];
beforeAll(async () => {
  server = await startTestServer();
  paid = await createUnpaidPromotions(server, Array(15).fill('pm_card_visa'));
  for (const promotion of paid) await chargeAsPartner(promotion).expect(200);
  await server.settle();
  staff = await createStaff(server, 'admin');
}, SET_UP_TIMEOUT_MS);
afterAll(() => server.close());

const post = async (path: string, body: object) =>
  (await server.deps.stripe.api.rawRequest('POST', `/v1/test_helpers/${path}`, body)) as unknown as { id: string };
const capturedChargeOf = ({ id }: UnpaidPromotion) =>
  server.deps.db.capturedCharge.findFirstOrThrow({ where: { charge_attempt: { promotion_id: id } } });
const deliveries = () => server.stripe.journal().filter(({ kind }) => kind === 'delivery');

async function openDispute(promotion: UnpaidPromotion, body: object = {}) {
  const { id } = await post(`charges/${(await capturedChargeOf(promotion)).id}/dispute`, body);
  await server.settle();
  return id;
}
async function update(id: string, body: object) {
  await post(`disputes/${id}/update`, body);
  await server.settle();
}
async function close(id: string, outcome: 'won' | 'lost', body: object = {}) {
  await post(`disputes/${id}/close`, { outcome, ...body });
  await server.settle();
}
const alertsAbout = async ({ id }: UnpaidPromotion) =>
  (await server.emailsTo('help@deckle.test')).filter(({ text }) => text.includes(`/users/promotions/${id}/edit`));
const eventsOf = async (promotion: UnpaidPromotion) =>
  (await readAsPartner(promotion)).events.filter(({ action }: { action: string }) => action.startsWith('dispute'));

it("keeps a lost dispute's money in the ledger as withdrawn", async () => {
  const promotion = paid[0]!;
  server.stripe.webhooks.duplicate(3);
  const id = await openDispute(promotion, { reason: 'product_not_received' });
  server.stripe.webhooks.duplicate(1);
  expect(await invoicesOf(promotion)).toMatchObject([
    { status: 'paid', disputed_at: '2026-12-06T17:00:00.000Z', dispute_outcome: null },
  ]);
  expect(await ledgerOf(server, promotion)).toEqual([
    ['charge', 1000],
    ['dispute', -1000],
  ]);
  expect(await eventsOf(promotion)).toMatchObject([
    { action: 'dispute', actor: 'system', to: 'successfully sent', reason: expect.stringContaining('$10.00') },
  ]);
  const [alert, ...more] = await alertsAbout(promotion);
  expect(more).toEqual([]);
  expect(alert!.subject).toBe('A charge is disputed: The Quiet Harbor');
  expect(alert!.text).toContain('$10.00 (product not received)');
  expect(alert!.text).toContain(id);

  await close(id, 'lost');
  expect(await invoicesOf(promotion)).toMatchObject([{ status: 'paid', dispute_outcome: 'lost' }]);
  expect((await invoicesOf(promotion))[0]).not.toHaveProperty('disputes');
  const { invoices } = (await staff.get(`/invoices?promotion_id=${promotion.id}`).expect(200)).body;
  const dispute = { id, amount_cents: 1000, reason: 'product_not_received', funds_withdrawn: true, outcome: 'lost' };
  expect(invoices[0].disputes).toEqual([expect.objectContaining({ ...dispute, dashboard_url: null })]);
  expect(await ledgerOf(server, promotion)).toHaveLength(2);
  expect((await alertsAbout(promotion)).map(({ subject }) => subject)).toContain(
    'A dispute was lost: The Quiet Harbor',
  );
});

it('refuses to refund disputed money until the dispute is won', async () => {
  const promotion = paid[1]!;
  const id = await openDispute(promotion);
  const shown = (await staff.get(`/promotions/${promotion.id}`).expect(200)).body.promotion;
  expect(shown).toMatchObject({ refundable_cents: 0, actions: ['correct_store_link'] });
  const refused = await staff.post(`/promotions/${promotion.id}/refund`).send({ reason: 'Sorry' }).expect(409);
  expect(refused.body.errors.base).toEqual(['Nothing is left to refund for this promotion.']);
  await close(id, 'won');
  expect(await invoicesOf(promotion)).toMatchObject([{ dispute_outcome: 'won' }]);
  expect(await ledgerOf(server, promotion)).toEqual([
    ['charge', 1000],
    ['dispute', -1000],
    ['dispute', 1000],
  ]);
  expect((await eventsOf(promotion)).map(({ action }: { action: string }) => action)).toEqual([
    'dispute',
    'dispute_closed',
  ]);
  await staff.post(`/promotions/${promotion.id}/refund`).send({ reason: 'Sorry' }).expect(200);
  expect(await ledgerOf(server, promotion)).toHaveLength(4);
});

/**
 * Orders of a closed dispute's events, each with the shuffle seed that produces it. Each event comes first once, and
 * last once.
 */
const ORDERS = [
  [9, ['created', 'closed', 'funds_withdrawn', 'funds_reinstated']],
  [21, ['funds_withdrawn', 'funds_reinstated', 'created', 'closed']],
  [5, ['funds_reinstated', 'closed', 'created', 'funds_withdrawn']],
  [20, ['closed', 'funds_withdrawn', 'funds_reinstated', 'created']],
] as const;

it('reaches the same result whichever event of a closed dispute arrives first, and whichever arrives last', async () => {
  const promotions = [paid[2]!, ...paid.slice(12)];
  for (const [index, [seed, order]] of ORDERS.entries()) {
    const promotion = promotions[index]!;
    server.stripe.webhooks.hold();
    const { id } = await post(`charges/${(await capturedChargeOf(promotion)).id}/dispute`, {});
    await post(`disputes/${id}/close`, { outcome: 'won' });
    const { length: deliveriesBefore } = deliveries();
    server.stripe.webhooks.shuffle(seed);
    server.stripe.webhooks.release();
    await server.settle();
    server.stripe.webhooks.shuffle(null);
    const events = await Promise.all(
      deliveries()
        .slice(deliveriesBefore)
        .map(({ event }) => server.deps.stripe.api.events.retrieve(event!)),
    );
    expect(events.map(({ type }) => type)).toEqual(order.map((name) => `charge.dispute.${name}`));
    expect(await invoicesOf(promotion)).toMatchObject([{ dispute_outcome: 'won' }]);
    expect(await ledgerOf(server, promotion)).toEqual([
      ['charge', 1000],
      ['dispute', -1000],
      ['dispute', 1000],
    ]);
    const alerts = await alertsAbout(promotion);
    expect(alerts).toHaveLength(2);
    expect(alerts.filter(({ text }) => text.includes('Respond to it'))).toEqual([]);
  }
});

it('moves no money for an inquiry', async () => {
  const promotion = paid[3]!;
  server.stripe.webhooks.duplicate(3);
  const id = await openDispute(promotion, { inquiry: true });
  await update(id, { amount: 1000 });
  server.stripe.webhooks.duplicate(1);
  expect(await alertsAbout(promotion)).toMatchObject([
    { subject: 'A bank opened an inquiry about a charge: The Quiet Harbor' },
  ]);
  expect(await eventsOf(promotion)).toHaveLength(1);
  expect(await ledgerOf(server, promotion)).toEqual([['charge', 1000]]);
  expect(await invoicesOf(promotion)).toMatchObject([{ disputed_at: expect.any(String), dispute_outcome: null }]);
  await close(id, 'lost');
  expect(await ledgerOf(server, promotion)).toEqual([['charge', 1000]]);
  expect(await invoicesOf(promotion)).toMatchObject([{ dispute_outcome: 'won' }]);
  const [closed] = await alertsAbout(promotion);
  expect(closed!.subject).toBe('A bank closed its inquiry about a charge: The Quiet Harbor');
  expect((await eventsOf(promotion)).at(-1)).toMatchObject({
    action: 'dispute_closed',
    reason: 'The cardholder’s bank closed its inquiry about $10.00 (fraudulent). No money has moved.',
  });
});

it('moves no money for a dispute that Stripe prevented, and asks for no response', async () => {
  const promotion = paid[11]!;
  await openDispute(promotion, { prevented: true });
  expect(await ledgerOf(server, promotion)).toEqual([['charge', 1000]]);
  expect(await invoicesOf(promotion)).toMatchObject([{ disputed_at: expect.any(String), dispute_outcome: 'won' }]);
  const alerts = await alertsAbout(promotion);
  expect(alerts).toMatchObject([{ subject: 'Stripe prevented a dispute: The Quiet Harbor' }]);
  expect(alerts[0]!.text).not.toContain('Respond to it');
  expect(await eventsOf(promotion)).toMatchObject([
    {
      action: 'dispute_closed',
      reason: 'A dispute about $10.00 (fraudulent) was prevented before the bank opened it.',
    },
  ]);
});

describe('a disputed amount', () => {
  const disputedCents = async (promotion: UnpaidPromotion) => (await capturedChargeOf(promotion)).disputed_cents;
  const refundable = async ({ id }: UnpaidPromotion) =>
    (await staff.get(`/promotions/${id}`).expect(200)).body.promotion.refundable_cents;

  it('is updated when it changes while the dispute is open', async () => {
    const promotion = paid[4]!;
    const id = await openDispute(promotion);
    await update(id, { amount: 600 });
    expect(await ledgerOf(server, promotion)).toEqual([
      ['charge', 1000],
      ['dispute', -1000],
      ['dispute', 400],
    ]);
    expect([await disputedCents(promotion), await refundable(promotion)]).toEqual([600, 400]);
    const changed = (await alertsAbout(promotion)).find(({ subject }) =>
      subject.startsWith('A disputed amount changed'),
    );
    expect(changed!.text).toContain('The bank now disputes $6.00 instead of $10.00.');
    await update(id, { amount: 900 });
    expect([await disputedCents(promotion), await refundable(promotion)]).toEqual([900, 100]);
    await close(id, 'won');
    expect(await ledgerOf(server, promotion)).toEqual([
      ['charge', 1000],
      ['dispute', -1000],
      ['dispute', 400],
      ['dispute', -300],
      ['dispute', 900],
    ]);
    expect([await disputedCents(promotion), await refundable(promotion)]).toEqual([0, 1000]);
  });

  it('is updated when it changes as the dispute closes', async () => {
    const promotion = paid[5]!;
    const id = await openDispute(promotion);
    await close(id, 'lost', { amount: 700 });
    expect(await ledgerOf(server, promotion)).toEqual([
      ['charge', 1000],
      ['dispute', -1000],
      ['dispute', 300],
    ]);
    expect([await disputedCents(promotion), await refundable(promotion)]).toEqual([700, 300]);
    expect(await invoicesOf(promotion)).toMatchObject([{ dispute_outcome: 'lost' }]);
    const refund = await staff
      .post(`/promotions/${promotion.id}/refund`)
      .send({ amount_cents: 301, reason: 'Sorry' })
      .expect(422);
    expect(refund.body.errors.amount_cents).toEqual(['must be at most $3.00, the amount left to refund']);
  });

  it("isn't overwritten by an older response from Stripe", async () => {
    const promotion = paid[6]!;
    const id = await openDispute(promotion);
    server.stripe.webhooks.hold();
    const gate = Promise.withResolvers<void>();
    const retrieved = Promise.withResolvers<void>();
    let calls = 0;
    setFailpointHook((name) => {
      if (name !== 'stripe.retrieve_dispute.after' || ++calls > 1) return;
      retrieved.resolve();
      return gate.promise;
    });
    const slow = syncDispute(server.deps, id);
    await retrieved.promise;
    await post(`disputes/${id}/update`, { amount: 200 });
    await syncDispute(server.deps, id);
    gate.resolve();
    await slow;
    setFailpointHook(null);
    expect(await disputedCents(promotion)).toBe(200);
    server.stripe.webhooks.release();
    await server.settle();
    expect(await disputedCents(promotion)).toBe(200);
  });
});

describe('a partner whose charge is disputed', () => {
  const book = async ({ partner }: UnpaidPromotion, status: number) => {
    const { id } = await createBook(partner);
    const input = promotionInput(server, id, {}, 40);
    const { body } = await partner.post('/promotions/check').send(input).expect(200);
    const failed = body.rules.flatMap(({ code, passed }: { code: string; passed: boolean }) => (passed ? [] : [code]));
    const res = await partner.post('/promotions').send(input).expect(status);
    return [failed, res.body.errors?.base ?? []];
  };
  const BLOCKED = [['open_dispute'], ['One of your payments was disputed. Contact us before you book again.']];
  const clear = (id: string, body: object = { reason: 'They called; it was a mistake.' }) =>
    staff.post(`/admin/disputes/${id}/clear`).send(body);

  it("can't book while the dispute is open or after it was lost, until staff clear it with a reason", async () => {
    const promotion = paid[7]!;
    const id = await openDispute(promotion);
    expect(await book(promotion, 422)).toEqual(BLOCKED);
    await clear(id, {}).expect(422);
    const { body } = await clear(id).expect(200);
    expect(body).toMatchObject({
      message: 'This dispute no longer keeps the partner from booking.',
      dispute: { cleared_at: server.clock.now().toISOString() },
      page: `/users/promotions/${promotion.id}/edit`,
    });
    const where = { entity: 'dispute', entity_id: id, action: 'clear' };
    expect(await server.deps.db.auditEvent.findMany({ where })).toMatchObject([
      { actor_id: staff.id, reason: 'They called; it was a mistake.' },
    ]);
    await clear(id).expect(409);
    expect(await book(promotion, 201)).toEqual([[], []]);
    await close(id, 'lost');
    expect(await book(promotion, 422)).toEqual(BLOCKED);
    await clear(id).expect(200);
    expect(await book(promotion, 201)).toEqual([[], []]);
  });

  it('can book again once the dispute is won', async () => {
    const promotion = paid[8]!;
    const id = await openDispute(promotion);
    expect(await book(promotion, 422)).toEqual(BLOCKED);
    await close(id, 'won');
    expect(await book(promotion, 201)).toEqual([[], []]);
    await clear(id).expect(409);
  });

  it('is blocked again when an inquiry that staff cleared becomes a dispute', async () => {
    const promotion = paid[9]!;
    const id = await openDispute(promotion, { inquiry: true });
    expect(await book(promotion, 422)).toEqual(BLOCKED);
    await clear(id).expect(200);
    expect(await book(promotion, 201)).toEqual([[], []]);
    await update(id, { escalate: true });
    expect(await ledgerOf(server, promotion)).toEqual([
      ['charge', 1000],
      ['dispute', -1000],
    ]);
    expect(await book(promotion, 422)).toEqual(BLOCKED);
  });

  it("doesn't affect other partners", async () => {
    await openDispute(paid[10]!);
    expect(await book(paid[2]!, 201)).toEqual([[], []]);
  });
});
