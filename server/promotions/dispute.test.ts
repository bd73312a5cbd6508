/** The cardholder goes to their bank: it is written down, shown, told to the staff, and nothing is paid back twice. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createStaff } from '#server/testing/factories.ts';
import { chargeOf, createOwed, invoicesOf, ledgerOf, type Owed, SET_UP_MS, shownTo } from '#server/testing/owed.ts';

let server: TestServer;
let staff: Client;
let paid: Owed[];
beforeAll(async () => {
  server = await startTestServer();
  paid = await createOwed(server, Array(4).fill('pm_card_visa'));
  for (const one of paid) await chargeOf(one).expect(200);
  await server.settle();
  staff = await createStaff(server);
}, SET_UP_MS);
afterAll(() => server.close());

const post = async (path: string, body: object) =>
  (await server.deps.stripe.api.rawRequest('POST', `/v1/test_helpers/${path}`, body)) as unknown as { id: string };
const chargedOf = ({ id }: Owed) =>
  server.deps.db.capturedCharge.findFirstOrThrow({ where: { charge_attempt: { promotion_id: id } } });

async function raise(one: Owed, body: object = {}) {
  const { id } = await post(`charges/${(await chargedOf(one)).id}/dispute`, body);
  await server.settle();
  return id;
}
async function close(id: string, outcome: 'won' | 'lost') {
  await post(`disputes/${id}/close`, { outcome });
  await server.settle();
}
const alertsAbout = async ({ id }: Owed) =>
  (await server.mailsTo('help@deckle.test')).filter(({ text }) => text.includes(`/users/promotions/${id}/edit`));
const eventsOf = async (one: Owed) =>
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
  expect(alert!.subject).toBe('A charge is disputed: The Quiet Harbour');
  expect(alert!.text).toContain('$10.00 (product not received)');
  expect(alert!.text).toContain(id);

  await close(id, 'lost');
  expect(await invoicesOf(one)).toMatchObject([{ status: 'paid', dispute_outcome: 'lost' }]);
  expect(await ledgerOf(server, one)).toHaveLength(2);
  expect((await alertsAbout(one)).map(({ subject }) => subject)).toContain('A dispute was lost: The Quiet Harbour');
});

it('bars a refund of the same money, and does so no more once it is won', async () => {
  const one = paid[1]!;
  const id = await raise(one);
  const refused = await staff.post(`/promotions/${one.id}/refund`).send({ reason: 'Sorry' }).expect(409);
  expect(refused.body.errors.base).toEqual(['Nothing is left of the charge.']);
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
  const id = await raise(one, { inquiry: true });
  expect(await ledgerOf(server, one)).toEqual([['charge', 1000]]);
  expect(await invoicesOf(one)).toMatchObject([{ disputed_at: expect.any(String), dispute_outcome: null }]);
  await close(id, 'lost');
  expect(await ledgerOf(server, one)).toEqual([['charge', 1000]]);
  expect(await invoicesOf(one)).toMatchObject([{ dispute_outcome: 'won' }]);
});
