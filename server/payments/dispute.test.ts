/** Disputed charges: booked, shown, reported to staff, never refunded as well, and a bar to new bookings until staff clear them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setFailpointHook } from '#server/platform/failpoints.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createBook, createStaff, promotionInput } from '#server/testing/factories.ts';
import {
  chargeOf,
  createUnpaidPromotions,
  invoicesOf,
  ledgerOf,
  SET_UP_MS,
  shownTo,
  type UnpaidPromotion,
} from '#server/testing/unpaid-promotions.ts';
import { syncDispute } from './dispute.ts';

let server: TestServer;
let staff: Client & { id: number };
let paid: UnpaidPromotion[];
beforeAll(async () => {
  server = await startTestServer();
  paid = await createUnpaidPromotions(server, Array(11).fill('pm_card_visa'));
  for (const one of paid) await chargeOf(one).expect(200);
  await server.settle();
  staff = await createStaff(server, 'admin');
}, SET_UP_MS);
afterAll(() => server.close());

const post = async (path: string, body: object) =>
  (await server.deps.stripe.api.rawRequest('POST', `/v1/test_helpers/${path}`, body)) as unknown as { id: string };
const chargedOf = ({ id }: UnpaidPromotion) =>
  server.deps.db.capturedCharge.findFirstOrThrow({ where: { charge_attempt: { promotion_id: id } } });

async function raise(one: UnpaidPromotion, body: object = {}) {
  const { id } = await post(`charges/${(await chargedOf(one)).id}/dispute`, body);
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
const eventsOf = async (one: UnpaidPromotion) =>
  (await shownTo(one)).events.filter(({ action }: { action: string }) => action.startsWith('dispute'));

it('that is lost stays with the bank', async () => {
  const one = paid[0]!;
  server.stripe.webhooks.duplicate(3);
  const id = await raise(one, { reason: 'product_not_received' });
  server.stripe.webhooks.duplicate(1);
  expect(await invoicesOf(one)).toMatchObject([
    { status: 'paid', disputed_at: '2026-12-06T17:00:00.000Z', dispute_outcome: null },
  ]);
  expect(await ledgerOf(server, one)).toEqual([
    ['charge', 1000],
    ['dispute', -1000],
  ]);
  expect(await eventsOf(one)).toMatchObject([
    { action: 'dispute', actor: 'system', to: 'successfully sent', reason: expect.stringContaining('$10.00') },
  ]);
  const [alert, ...more] = await alertsAbout(one);
  expect(more).toEqual([]);
  expect(alert!.subject).toBe('A charge is disputed: The Quiet Harbor');
  expect(alert!.text).toContain('$10.00 (product not received)');
  expect(alert!.text).toContain(id);

  await close(id, 'lost');
  expect(await invoicesOf(one)).toMatchObject([{ status: 'paid', dispute_outcome: 'lost' }]);
  expect(await ledgerOf(server, one)).toHaveLength(2);
  expect((await alertsAbout(one)).map(({ subject }) => subject)).toContain('A dispute was lost: The Quiet Harbor');
});

it('bars a refund of the same money, and does so no more once it is won', async () => {
  const one = paid[1]!;
  const id = await raise(one);
  const shown = (await staff.get(`/promotions/${one.id}`).expect(200)).body.promotion;
  expect(shown).toMatchObject({ refundable_cents: 0, actions: ['correct_store_link'] });
  const refused = await staff.post(`/promotions/${one.id}/refund`).send({ reason: 'Sorry' }).expect(409);
  expect(refused.body.errors.base).toEqual(['Nothing is left to refund for this promotion.']);
  await close(id, 'won');
  expect(await invoicesOf(one)).toMatchObject([{ dispute_outcome: 'won' }]);
  expect(await ledgerOf(server, one)).toEqual([
    ['charge', 1000],
    ['dispute', -1000],
    ['dispute', 1000],
  ]);
  expect((await eventsOf(one)).map(({ action }: { action: string }) => action)).toEqual(['dispute', 'dispute_closed']);
  await staff.post(`/promotions/${one.id}/refund`).send({ reason: 'Sorry' }).expect(200);
  expect(await ledgerOf(server, one)).toHaveLength(4);
});

it('whose end is heard of before its beginning ends the same', async () => {
  const one = paid[2]!;
  server.stripe.webhooks.hold();
  const { id } = await post(`charges/${(await chargedOf(one)).id}/dispute`, {});
  await post(`disputes/${id}/close`, { outcome: 'won' });
  server.stripe.webhooks.shuffle(7);
  server.stripe.webhooks.release();
  await server.settle();
  server.stripe.webhooks.shuffle(null);
  expect(await invoicesOf(one)).toMatchObject([{ dispute_outcome: 'won' }]);
  expect(await ledgerOf(server, one)).toEqual([
    ['charge', 1000],
    ['dispute', -1000],
    ['dispute', 1000],
  ]);
  expect(await alertsAbout(one)).toHaveLength(2);
});

it('that is only a question of the bank moves no money', async () => {
  const one = paid[3]!;
  server.stripe.webhooks.duplicate(3);
  const id = await raise(one, { inquiry: true });
  await update(id, { amount: 1000 });
  server.stripe.webhooks.duplicate(1);
  expect(await alertsAbout(one)).toMatchObject([
    { subject: 'A bank opened an inquiry about a charge: The Quiet Harbor' },
  ]);
  expect(await eventsOf(one)).toHaveLength(1);
  expect(await ledgerOf(server, one)).toEqual([['charge', 1000]]);
  expect(await invoicesOf(one)).toMatchObject([{ disputed_at: expect.any(String), dispute_outcome: null }]);
  await close(id, 'lost');
  expect(await ledgerOf(server, one)).toEqual([['charge', 1000]]);
  expect(await invoicesOf(one)).toMatchObject([{ dispute_outcome: 'won' }]);
});

describe('a disputed amount', () => {
  const disputedCents = async (one: UnpaidPromotion) => (await chargedOf(one)).disputed_cents;
  const refundable = async ({ id }: UnpaidPromotion) =>
    (await staff.get(`/promotions/${id}`).expect(200)).body.promotion.refundable_cents;

  it('is booked as it is when it changes while the dispute is open', async () => {
    const one = paid[4]!;
    const id = await raise(one);
    await update(id, { amount: 600 });
    expect(await ledgerOf(server, one)).toEqual([
      ['charge', 1000],
      ['dispute', -1000],
      ['dispute', 400],
    ]);
    expect([await disputedCents(one), await refundable(one)]).toEqual([600, 400]);
    const changed = (await alertsAbout(one)).find(({ subject }) => subject.startsWith('A disputed amount changed'));
    expect(changed!.text).toContain('The bank now disputes $6.00 instead of $10.00.');
    await update(id, { amount: 900 });
    expect([await disputedCents(one), await refundable(one)]).toEqual([900, 100]);
    await close(id, 'won');
    expect(await ledgerOf(server, one)).toEqual([
      ['charge', 1000],
      ['dispute', -1000],
      ['dispute', 400],
      ['dispute', -300],
      ['dispute', 900],
    ]);
    expect([await disputedCents(one), await refundable(one)]).toEqual([0, 1000]);
  });

  it('is booked as it is when it changes at the close', async () => {
    const one = paid[5]!;
    const id = await raise(one);
    await close(id, 'lost', { amount: 700 });
    expect(await ledgerOf(server, one)).toEqual([
      ['charge', 1000],
      ['dispute', -1000],
      ['dispute', 300],
    ]);
    expect([await disputedCents(one), await refundable(one)]).toEqual([700, 300]);
    expect(await invoicesOf(one)).toMatchObject([{ dispute_outcome: 'lost' }]);
    const refund = await staff
      .post(`/promotions/${one.id}/refund`)
      .send({ amount_cents: 301, reason: 'Sorry' })
      .expect(422);
    expect(refund.body.errors.amount_cents).toEqual(['must be at most $3.00, the amount left to refund']);
  });

  it('is not overwritten by an older answer of Stripe', async () => {
    const one = paid[6]!;
    const id = await raise(one);
    server.stripe.webhooks.hold();
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    let calls = 0;
    setFailpointHook((name) => {
      if (name !== 'stripe.retrieve_dispute.after' || ++calls > 1) return;
      asked.resolve();
      return held.promise;
    });
    const slow = syncDispute(server.deps, id);
    await asked.promise;
    await post(`disputes/${id}/update`, { amount: 200 });
    await syncDispute(server.deps, id);
    held.resolve();
    await slow;
    setFailpointHook(null);
    expect(await disputedCents(one)).toBe(200);
    server.stripe.webhooks.release();
    await server.settle();
    expect(await disputedCents(one)).toBe(200);
  });
});

describe('a partner whose charge is disputed', () => {
  const books = async ({ partner }: UnpaidPromotion, status: number) => {
    const { id } = await createBook(partner);
    const input = promotionInput(server, id, {}, 40);
    const { body } = await partner.post('/promotions/check').send(input).expect(200);
    const failed = body.rules.flatMap(({ code, passed }: { code: string; passed: boolean }) => (passed ? [] : [code]));
    const res = await partner.post('/promotions').send(input).expect(status);
    return [failed, res.body.errors?.base ?? []];
  };
  const BARRED = [
    ['open_dispute'],
    ['You have an open payment dispute. Contact us to resolve it before booking again.'],
  ];
  const clear = (id: string, body: object = { reason: 'They called; it was a mistake.' }) =>
    staff.post(`/admin/disputes/${id}/clear`).send(body);

  it('books nothing while it is open or after it was lost, until staff clear it with a reason', async () => {
    const one = paid[7]!;
    const id = await raise(one);
    expect(await books(one, 422)).toEqual(BARRED);
    await clear(id, {}).expect(422);
    const { body } = await clear(id).expect(200);
    expect(body).toMatchObject({
      message: 'The partner can book again.',
      dispute: { cleared_at: server.clock.now().toISOString() },
      page: `/users/promotions/${one.id}/edit`,
    });
    const trail = { entity: 'dispute', entity_id: id, action: 'clear' };
    expect(await server.deps.db.auditEvent.findMany({ where: trail })).toMatchObject([
      { actor_id: staff.id, reason: 'They called; it was a mistake.' },
    ]);
    await clear(id).expect(409);
    expect(await books(one, 201)).toEqual([[], []]);
    await close(id, 'lost');
    expect(await books(one, 422)).toEqual(BARRED);
    await clear(id).expect(200);
    expect(await books(one, 201)).toEqual([[], []]);
  });

  it('books again once it is won', async () => {
    const one = paid[8]!;
    const id = await raise(one);
    expect(await books(one, 422)).toEqual(BARRED);
    await close(id, 'won');
    expect(await books(one, 201)).toEqual([[], []]);
    await clear(id).expect(409);
  });

  it('is barred again when a question that staff cleared becomes a dispute', async () => {
    const one = paid[9]!;
    const id = await raise(one, { inquiry: true });
    expect(await books(one, 422)).toEqual(BARRED);
    await clear(id).expect(200);
    expect(await books(one, 201)).toEqual([[], []]);
    await update(id, { escalate: true });
    expect(await ledgerOf(server, one)).toEqual([
      ['charge', 1000],
      ['dispute', -1000],
    ]);
    expect(await books(one, 422)).toEqual(BARRED);
  });

  it('leaves other partners alone', async () => {
    await raise(paid[10]!);
    expect(await books(paid[2]!, 201)).toEqual([[], []]);
  });
});
