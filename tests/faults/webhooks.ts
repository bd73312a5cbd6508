/** Webhooks in any order, repeated, forged, or outdated: in the end our records match Stripe's. */
import type { Event } from '#server/sandbox/stripe/objects.ts';
import { seeded } from '#server/sandbox/stripe/webhook-post.ts';
import { charge, createOwed, createPeople, OWED_CENTS, type People } from './money-people.ts';
import { atStripe } from './money-truth.ts';
import { deliverSigned, signatureOf } from './money-webhook.ts';
import type { World } from './money-world.ts';
import { inParallel } from './slots-calls.ts';

const PAYMENTS = { method: 'POST', path: '/v1/payment_intents' };
/** Approximate number of deliveries per promotion, genuine and forged. */
const PER_PROMOTION = 40;
/** A partner may request sixty charges an hour. */
const PER_PARTNER = 40;
const MOST_COPIES = 5;
const ABREAST = 4;

type Told = { world: World; people: People; id: number; copies: () => void };
/** A step of a promotion's payment, performed at Stripe only: none of our calls gets its answer. */
type Part = (told: Told) => Promise<void>;

async function charged({ world, people, id, copies }: Told) {
  copies();
  // Stripe's package retries once on its own when a connection ends.
  world.stripe.faults.add({ match: PAYMENTS, kind: 'reset_after', times: 2 });
  const { status, text } = await charge(world, people, id);
  if (status !== 503) throw new Error(`the charge was answered with ${status}: ${text}`);
}
const chargeOf = (world: World, id: number) =>
  atStripe(world, 'charges').find(({ metadata }) => metadata.promotion_id === String(id))!.id;
const refunded =
  (...amounts: number[]): Part =>
  async ({ world, id, copies }) => {
    for (const amount of amounts) {
      copies();
      await world.api.refunds.create({ charge: chargeOf(world, id), amount });
    }
  };
const disputed =
  (outcome?: 'won' | 'lost'): Part =>
  async ({ world, id, copies }) => {
    copies();
    const path = `/v1/test_helpers/charges/${chargeOf(world, id)}/dispute`;
    const dispute = (await world.api.rawRequest('POST', path, {})) as unknown as { id: string };
    copies();
    if (outcome) await world.api.rawRequest('POST', `/v1/test_helpers/disputes/${dispute.id}/close`, { outcome });
  };

/** Steps after the charge, used in turn for all promotions. */
const STORIES: Part[][] = [
  [],
  [refunded(300)],
  [refunded(300, 200, 500)],
  [disputed()],
  [disputed('won')],
  [disputed('lost')],
  [refunded(400), disputed('won')],
];

export type Delivered = { n: number; violations: string[] };

/**
 * Runs each promotion's steps, then delivers the events: shuffled, several in parallel, each one to five times, mixed
 * with forged ones.
 */
export async function webhooksTrial(world: World, deliveries: number, seed: number): Promise<Delivered> {
  const random = seeded(seed);
  const { webhooks } = world.stripe;
  const before = { deliveries: deliveriesOf(world).length, events: atStripe(world, 'events').length };
  const copies = () => webhooks.duplicate(1 + Math.floor(random() * MOST_COPIES));
  const ids = await tellStories(world, Math.ceil(deliveries / PER_PROMOTION), copies);
  webhooks.shuffle(seed);
  webhooks.parallel(ABREAST);
  webhooks.release();
  const events = atStripe(world, 'events').slice(before.events);
  const taken = await falseOnes(world, { events, random });
  await webhooks.flush();
  webhooks.hold();
  webhooks.duplicate(1);
  webhooks.parallel(1);
  webhooks.shuffle(null);
  const delivered = deliveriesOf(world).slice(before.deliveries);
  const refused = delivered
    .filter(({ status }) => status !== 200)
    .map(({ event, status }) => `${event} was answered with ${status}`);
  const wrong = await differences(world, ids);
  return { n: delivered.length + taken.n, violations: [...taken.violations, ...refused, ...wrong] };
}

/** The control: records that forget which refund is which, and an attacker who knows the secret. It must be red. */
export async function webhooksWithoutGuard(world: World, seed: number): Promise<'red' | 'green'> {
  await world.pool.query(`
    create function forget_refund() returns trigger language plpgsql as 'begin new.stripe_refund_id := null; return new; end';
    create trigger forget_refund before insert or update on refunds for each row execute function forget_refund()`);
  try {
    const { violations } = await webhooksTrial(world, STORIES.length * PER_PROMOTION, seed);
    const events = atStripe(world, 'events').slice(-1);
    const stolen = await falseOnes(world, { events, random: seeded(seed), secret: world.stripe.webhookSecret });
    return violations.length && stolen.violations.length ? 'red' : 'green';
  } finally {
    await world.pool.query('drop trigger forget_refund on refunds');
  }
}

const deliveriesOf = ({ stripe }: World) => stripe.journal().filter(({ kind }) => kind === 'delivery');

async function tellStories(world: World, promotions: number, copies: () => void): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < promotions) {
    const people = await createPeople(world);
    const some = await createOwed(world, people, Math.min(PER_PARTNER, promotions - ids.length));
    await inParallel(ABREAST, some, (id) => charged({ world, people, id, copies }));
    world.stripe.faults.clear();
    for (const [index, id] of some.entries())
      for (const part of STORIES[index % STORIES.length]!) await part({ world, people, id, copies });
    ids.push(...some);
  }
  return ids;
}

type Forgeries = { events: readonly Event[]; random: () => number; secret?: string };

/** Every event with someone else's signature, with one older than five minutes, and with none. */
async function falseOnes(world: World, { events, random, secret = 'whsec_guessed' }: Forgeries) {
  const violations: string[] = [];
  await inParallel(ABREAST, events, async (event) => {
    const body = JSON.stringify(event);
    const stale = signatureOf(world, body, { age: 301 + Math.floor(random() * 1000) });
    for (const signature of [signatureOf(world, body, { secret }), stale, 't=1,v1=00', '']) {
      const { status } = await deliverSigned(world, body, signature);
      if (status !== 400) violations.push(`${event.id} was taken with the signature "${signature}"`);
    }
  });
  return { n: events.length * 4, violations };
}

/** Differences between our records and Stripe's. */
async function differences(world: World, ids: readonly number[]): Promise<string[]> {
  const stripe = booksOfStripe(world);
  const wrong: string[] = [];
  for (const id of ids) {
    const [theirs, ours] = [JSON.stringify(stripe.get(id)), JSON.stringify(await inBooks(world, id))];
    if (theirs !== ours) wrong.push(`promotion ${id}: Stripe ${theirs}, books ${ours}`);
  }
  return wrong;
}

function booksOfStripe(world: World) {
  const disputes = new Map(atStripe(world, 'disputes').map((dispute) => [dispute.charge, dispute]));
  const charges = atStripe(world, 'charges').filter(({ status }) => status === 'succeeded');
  return new Map(
    charges.map(({ id, metadata, amount_captured, amount_refunded }) => {
      const dispute = disputes.get(id);
      const outcome = dispute?.status === 'won' || dispute?.status === 'lost' ? dispute.status : null;
      const books = {
        taken: amount_captured,
        refunded: amount_refunded,
        withdrawn: dispute && outcome !== 'won' ? dispute.amount : 0,
        outcome,
        status: amount_refunded === OWED_CENTS ? 'refunded' : 'paid',
      };
      return [Number(metadata.promotion_id), books] as const;
    }),
  );
}

async function inBooks({ db }: World, id: number) {
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
