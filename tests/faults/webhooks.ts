/** W1: whatever comes, in whatever order, however often, forged or stale: in the end the books say what Stripe says. */
import { createHmac } from 'node:crypto';
import { seeded } from '#server/sandbox/stripe/webhook-post.ts';
import type { TestServer } from '#server/testing/app.ts';
import { chargeOf, type Owed } from '#server/testing/owed.ts';

const PAYMENTS = { method: 'POST', path: '/v1/payment_intents' };

/** The money's story of one promotion, told to Stripe only: none of our calls hears its answer. */
type Story = (one: Owed, at: { server: TestServer; copies: () => void }) => Promise<void>;

const charge: Story = async (one, { server, copies }) => {
  copies();
  server.stripe.faults.add({ match: PAYMENTS, kind: 'reset_after', times: 2 });
  await chargeOf(one).expect(503);
  server.stripe.faults.clear();
};
const charged = async (server: TestServer, { id }: Owed) =>
  (await server.deps.stripe.api.charges.list({ limit: 100 })).data.find(
    ({ metadata, status }) => metadata.promotion_id === String(id) && status === 'succeeded',
  )!.id;
const refund =
  (...amounts: number[]): Story =>
  async (one, { server, copies }) => {
    for (const amount of amounts) {
      copies();
      await server.deps.stripe.api.refunds.create({ charge: await charged(server, one), amount });
    }
  };
const dispute =
  (outcome?: 'won' | 'lost'): Story =>
  async (one, { server, copies }) => {
    const { api } = server.deps.stripe;
    copies();
    const path = `/v1/test_helpers/charges/${await charged(server, one)}/dispute`;
    const { id } = (await api.rawRequest('POST', path, {})) as unknown as { id: string };
    copies();
    if (outcome) await api.rawRequest('POST', `/v1/test_helpers/disputes/${id}/close`, { outcome });
  };

/** In turn, for as many promotions as there are. */
const STORIES: Story[][] = [
  [charge],
  [charge, refund(300)],
  [charge, refund(300, 200, 500)],
  [charge, dispute()],
  [charge, dispute('won')],
  [charge, dispute('lost')],
  [charge, refund(400), dispute('won')],
];

export type Delivered = { n: number; violations: string[] };

/** Tells each promotion's story, then lets the events come: shuffled, several at once, each one to five times, with false ones between. */
export async function deliverInAnyOrder(server: TestServer, owed: readonly Owed[], seed: number): Promise<Delivered> {
  const random = seeded(seed);
  const { webhooks } = server.stripe;
  const copies = () => webhooks.duplicate(1 + Math.floor(random() * 5));
  webhooks.hold();
  for (const [index, one] of owed.entries())
    for (const part of STORIES[index % STORIES.length]!) await part(one, { server, copies });
  const before = await deliveries(server);
  const taken = await falseOnes(server, random);
  webhooks.shuffle(seed);
  webhooks.parallel(4);
  webhooks.release();
  await server.settle();
  webhooks.duplicate(1);
  webhooks.parallel(1);
  webhooks.shuffle(null);
  const refused = server.stripe
    .journal()
    .filter(({ kind, status }) => kind === 'delivery' && status !== 200)
    .map(({ event, status }) => `${event} was answered with ${status}`);
  const wrong = await Promise.all(owed.map((one) => differenceOf(server, one)));
  return {
    n: (await deliveries(server)) - before + taken.n,
    violations: [...taken.violations, ...refused, ...wrong.flat()],
  };
}

const deliveries = async (server: TestServer) =>
  server.stripe.journal().filter(({ kind }) => kind === 'delivery').length;

/** Every event once with a signature of somebody else's, once with one that is older than five minutes. */
async function falseOnes(server: TestServer, random: () => number) {
  const { data } = await server.deps.stripe.api.events.list({ limit: 100 });
  const { webhookSecret } = server.stripe;
  const now = Math.floor(server.clock.now().getTime() / 1000);
  const violations: string[] = [];
  for (const event of data) {
    const body = JSON.stringify(event);
    const stale = signed(body, webhookSecret, now - 301 - Math.floor(random() * 1000));
    for (const signature of [signed(body, 'whsec_guessed', now), stale, 't=1,v1=00', ''])
      if ((await deliver(server, body, signature)) !== 400) violations.push(`${event.id} was taken with ${signature}`);
  }
  return { n: data.length * 4, violations };
}

const signed = (body: string, secret: string, time: number) =>
  `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;

const deliver = async (server: TestServer, body: string, signature: string) =>
  (
    await fetch(`${server.url}/api/v1/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    })
  ).status;

/** Where our books differ from Stripe's. */
async function differenceOf(server: TestServer, { id }: Owed): Promise<string[]> {
  const theirs = await atStripe(server, id);
  const ours = await inBooks(server, id);
  const [a, b] = [JSON.stringify(theirs), JSON.stringify(ours)];
  return a === b ? [] : [`promotion ${id}: Stripe ${a}, books ${b}`];
}

async function atStripe({ deps: { stripe }, stripe: sandbox }: TestServer, id: number) {
  const { data } = await stripe.api.charges.list({ limit: 100 });
  const charges = data.filter(({ metadata, status }) => metadata.promotion_id === String(id) && status === 'succeeded');
  const disputes = sandbox
    .journal()
    .flatMap(({ effects }) => effects)
    .filter(({ type, charge: of }) => type.startsWith('charge.dispute.') && charges.some((one) => one.id === of));
  const last = disputes.at(-1);
  const is_open = last !== undefined && last.type !== 'charge.dispute.closed';
  const sum = (pick: (one: (typeof charges)[number]) => number) => charges.reduce((cents, one) => cents + pick(one), 0);
  const refunded = sum(({ amount_refunded }) => amount_refunded);
  const withdrawn = is_open || last?.status === 'lost' ? Number(last!.amount) : 0;
  return {
    taken: sum(({ amount_captured }) => amount_captured),
    refunded,
    withdrawn,
    outcome: is_open ? null : (last?.status ?? null),
    status: refunded === 1000 ? 'refunded' : 'paid',
  };
}

async function inBooks({ deps: { db } }: TestServer, id: number) {
  const { invoice } = await db.promotion.findUniqueOrThrow({ where: { id }, include: { invoice: true } });
  const entries = await db.ledgerEntry.findMany({ where: { invoice_id: invoice!.id } });
  const sum = (kind: string) =>
    entries.filter((entry) => entry.kind === kind).reduce((cents, { amount_cents }) => cents + amount_cents, 0);
  return {
    taken: sum('charge'),
    refunded: 0 - sum('refund'),
    withdrawn: 0 - sum('dispute'),
    outcome: invoice!.dispute_outcome,
    status: invoice!.status,
  };
}
