/** Webhooks in any order, repeated, forged, or outdated: in the end our records match Stripe's. */
import type { Event } from '#server/sandbox/stripe/objects.ts';
import { seededRandom } from '#server/sandbox/stripe/webhook-post.ts';
import {
  charge,
  createPaymentAccounts,
  insertUnpaidPromotions,
  OWED_CENTS,
  type PaymentAccounts,
} from './money-accounts.ts';
import { fakeStripeRecords } from './money-assertions.ts';
import type { PaymentHarness } from './money-harness.ts';
import { deliverSigned, signatureOf } from './money-webhook.ts';
import { inParallel } from './slots-calls.ts';

const PAYMENTS = { method: 'POST', path: '/v1/payment_intents' };
/** Approximate number of deliveries per promotion, genuine and forged. */
const PER_PROMOTION = 40;
/** A partner may request sixty charges an hour. */
const PER_PARTNER = 40;
const MAX_COPIES = 5;
const ABREAST = 4;

type Told = { harness: PaymentHarness; people: PaymentAccounts; id: number; copies: () => void };
/** A step of a promotion's payment, performed at Stripe only: none of our calls gets its answer. */
type Part = (told: Told) => Promise<void>;

async function chargeOnce({ harness, people, id, copies }: Told) {
  copies();
  // Stripe's package retries once on its own when a connection ends.
  harness.stripe.faults.add({ match: PAYMENTS, kind: 'reset_after', times: 2 });
  const { status, text } = await charge(harness, people, id);
  if (status !== 503) throw new Error(`the charge was answered with ${status}: ${text}`);
}
const chargeOf = (harness: PaymentHarness, id: number) =>
  fakeStripeRecords(harness, 'charges').find(({ metadata }) => metadata.promotion_id === String(id))!.id;
const refunded =
  (...amounts: number[]): Part =>
  async ({ harness, id, copies }) => {
    for (const amount of amounts) {
      copies();
      await harness.api.refunds.create({ charge: chargeOf(harness, id), amount });
    }
  };
const disputed =
  (outcome?: 'won' | 'lost'): Part =>
  async ({ harness, id, copies }) => {
    copies();
    const path = `/v1/test_helpers/charges/${chargeOf(harness, id)}/dispute`;
    const dispute = (await harness.api.rawRequest('POST', path, {})) as unknown as { id: string };
    copies();
    if (outcome) await harness.api.rawRequest('POST', `/v1/test_helpers/disputes/${dispute.id}/close`, { outcome });
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
export async function webhooksTrial(harness: PaymentHarness, deliveries: number, seed: number): Promise<Delivered> {
  const random = seededRandom(seed);
  const { webhooks } = harness.stripe;
  const before = { deliveries: deliveriesOf(harness).length, events: fakeStripeRecords(harness, 'events').length };
  const copies = () => webhooks.duplicate(1 + Math.floor(random() * MAX_COPIES));
  const ids = await tellStories(harness, Math.ceil(deliveries / PER_PROMOTION), copies);
  webhooks.shuffle(seed);
  webhooks.parallel(ABREAST);
  webhooks.release();
  const events = fakeStripeRecords(harness, 'events').slice(before.events);
  const forged = await falseOnes(harness, { events, random });
  await webhooks.flush();
  webhooks.hold();
  webhooks.duplicate(1);
  webhooks.parallel(1);
  webhooks.shuffle(null);
  const delivered = deliveriesOf(harness).slice(before.deliveries);
  const refused = delivered
    .filter(({ status }) => status !== 200)
    .map(({ event, status }) => `${event} was answered with ${status}`);
  const wrong = await differences(harness, ids);
  return { n: delivered.length + forged.n, violations: [...forged.violations, ...refused, ...wrong] };
}

/** The control: records that forget which refund is which, and an attacker who knows the secret. It must be red. */
export async function webhooksWithoutGuard(harness: PaymentHarness, seed: number): Promise<'red' | 'green'> {
  await harness.pool.query(`
    create function forget_refund() returns trigger language plpgsql as 'begin new.stripe_refund_id := null; return new; end';
    create trigger forget_refund before insert or update on refunds for each row execute function forget_refund()`);
  try {
    const { violations } = await webhooksTrial(harness, STORIES.length * PER_PROMOTION, seed);
    const events = fakeStripeRecords(harness, 'events').slice(-1);
    const stolen = await falseOnes(harness, {
      events,
      random: seededRandom(seed),
      secret: harness.stripe.webhookSecret,
    });
    return violations.length && stolen.violations.length ? 'red' : 'green';
  } finally {
    await harness.pool.query('drop trigger forget_refund on refunds');
  }
}

const deliveriesOf = ({ stripe }: PaymentHarness) => stripe.journal().filter(({ kind }) => kind === 'delivery');

async function tellStories(harness: PaymentHarness, promotions: number, copies: () => void): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < promotions) {
    const people = await createPaymentAccounts(harness);
    const some = await insertUnpaidPromotions(harness, people, Math.min(PER_PARTNER, promotions - ids.length));
    await inParallel(ABREAST, some, (id) => chargeOnce({ harness, people, id, copies }));
    harness.stripe.faults.clear();
    for (const [index, id] of some.entries())
      for (const part of STORIES[index % STORIES.length]!) await part({ harness, people, id, copies });
    ids.push(...some);
  }
  return ids;
}

type Forgeries = { events: readonly Event[]; random: () => number; secret?: string };

/** Every event with someone else's signature, with one older than five minutes, and with none. */
async function falseOnes(harness: PaymentHarness, { events, random, secret = 'whsec_guessed' }: Forgeries) {
  const violations: string[] = [];
  await inParallel(ABREAST, events, async (event) => {
    const body = JSON.stringify(event);
    const stale = signatureOf(harness, body, { age: 301 + Math.floor(random() * 1000) });
    for (const signature of [signatureOf(harness, body, { secret }), stale, 't=1,v1=00', '']) {
      const { status } = await deliverSigned(harness, body, signature);
      if (status !== 400) violations.push(`${event.id} was taken with the signature "${signature}"`);
    }
  });
  return { n: events.length * 4, violations };
}

/** Differences between our records and Stripe's. */
async function differences(harness: PaymentHarness, ids: readonly number[]): Promise<string[]> {
  const stripe = booksOfStripe(harness);
  const wrong: string[] = [];
  for (const id of ids) {
    const [theirs, ours] = [JSON.stringify(stripe.get(id)), JSON.stringify(await inBooks(harness, id))];
    if (theirs !== ours) wrong.push(`promotion ${id}: Stripe ${theirs}, books ${ours}`);
  }
  return wrong;
}

function booksOfStripe(harness: PaymentHarness) {
  const disputes = new Map(fakeStripeRecords(harness, 'disputes').map((dispute) => [dispute.charge, dispute]));
  const charges = fakeStripeRecords(harness, 'charges').filter(({ status }) => status === 'succeeded');
  return new Map(
    charges.map(({ id, metadata, amount_captured, amount_refunded }) => {
      const dispute = disputes.get(id);
      const outcome = dispute?.status === 'won' || dispute?.status === 'lost' ? dispute.status : null;
      const books = {
        charged: amount_captured,
        refunded: amount_refunded,
        withdrawn: dispute && outcome !== 'won' ? dispute.amount : 0,
        outcome,
        status: amount_refunded === OWED_CENTS ? 'refunded' : 'paid',
      };
      return [Number(metadata.promotion_id), books] as const;
    }),
  );
}

async function inBooks({ db }: PaymentHarness, id: number) {
  const { invoice } = await db.promotion.findUniqueOrThrow({ where: { id }, include: { invoice: true } });
  const entries = await db.ledgerEntry.findMany({ where: { invoice_id: invoice!.id } });
  const sum = (kind: string) =>
    entries.filter((entry) => entry.kind === kind).reduce((cents, { amount_cents }) => cents + amount_cents, 0);
  return {
    charged: sum('charge'),
    refunded: 0 - sum('refund'),
    withdrawn: 0 - sum('dispute'),
    outcome: invoice!.dispute_outcome,
    status: invoice!.status,
  };
}
