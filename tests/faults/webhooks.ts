/** Webhook trial: after webhooks in any order, repeated, forged, or outdated, our records match Stripe's. */

import { seededRandom } from '#server/platform/random.ts';
import type { Event } from '#server/sandbox/stripe/objects.ts';
import {
  charge,
  createPaymentAccounts,
  insertUnpaidPromotions,
  OWED_CENTS,
  type PaymentAccounts,
} from './money-accounts.ts';
import { fakeStripeRecords } from './money-assertions.ts';
import type { PaymentHarness } from './money-harness.ts';
import { deliverSigned, signBody } from './money-webhook.ts';
import { processInParallel } from './slots-calls.ts';
import { type ControlResult, controlResult } from './verdict.ts';

const PAYMENTS = { method: 'POST', path: '/v1/payment_intents' };
/** Approximate number of deliveries per promotion, genuine and forged. */
const DELIVERIES_PER_PROMOTION = 40;
/** A partner may request sixty charges an hour. */
const PROMOTIONS_PER_PARTNER = 40;
const MAX_COPIES = 5;
const CONCURRENCY = 4;

type StepContext = { harness: PaymentHarness; accounts: PaymentAccounts; id: number; randomizeCopies: () => void };
/** A step of a promotion's payment that happens only at Stripe. Our server learns of it by webhook. */
type PaymentStep = (context: StepContext) => Promise<void>;

async function chargeOnce({ harness, accounts, id, randomizeCopies }: StepContext) {
  randomizeCopies();
  // Stripe's package retries once on its own when a connection ends.
  harness.stripe.faults.add({ match: PAYMENTS, kind: 'reset_after', times: 2 });
  const { status, text } = await charge(harness, accounts, id);
  if (status !== 503) throw new Error(`the charge got ${status}: ${text}`);
}
const chargeOf = (harness: PaymentHarness, id: number) =>
  fakeStripeRecords(harness, 'charges').find(({ metadata }) => metadata.promotion_id === String(id))!.id;
const refundStep =
  (...amounts: number[]): PaymentStep =>
  async ({ harness, id, randomizeCopies }) => {
    for (const amount of amounts) {
      randomizeCopies();
      await harness.api.refunds.create({ charge: chargeOf(harness, id), amount });
    }
  };
const disputeStep =
  (outcome?: 'won' | 'lost'): PaymentStep =>
  async ({ harness, id, randomizeCopies }) => {
    randomizeCopies();
    const path = `/v1/test_helpers/charges/${chargeOf(harness, id)}/dispute`;
    const dispute = (await harness.api.rawRequest('POST', path, {})) as unknown as { id: string };
    randomizeCopies();
    if (outcome) await harness.api.rawRequest('POST', `/v1/test_helpers/disputes/${dispute.id}/close`, { outcome });
  };

/** Steps after the charge. Promotions get the scenarios in turn. */
const SCENARIOS: PaymentStep[][] = [
  [],
  [refundStep(300)],
  [refundStep(300, 200, 500)],
  [disputeStep()],
  [disputeStep('won')],
  [disputeStep('lost')],
  [refundStep(400), disputeStep('won')],
];

export type WebhookResult = { n: number; violations: string[] };

/**
 * Runs each promotion's steps, then delivers the events: shuffled, several in parallel, each one to five times, mixed
 * with forged ones.
 */
export async function webhooksTrial(harness: PaymentHarness, deliveries: number, seed: number): Promise<WebhookResult> {
  const random = seededRandom(seed).fraction;
  const { webhooks } = harness.stripe;
  const before = { deliveries: deliveriesOf(harness).length, events: fakeStripeRecords(harness, 'events').length };
  const randomizeCopies = () => webhooks.duplicate(1 + Math.floor(random() * MAX_COPIES));
  const ids = await runScenarios(harness, Math.ceil(deliveries / DELIVERIES_PER_PROMOTION), randomizeCopies);
  webhooks.shuffle(seed);
  webhooks.parallel(CONCURRENCY);
  webhooks.release();
  const events = fakeStripeRecords(harness, 'events').slice(before.events);
  const forged = await sendForgeries(harness, { events, random });
  await webhooks.flush();
  webhooks.hold();
  webhooks.duplicate(1);
  webhooks.parallel(1);
  webhooks.shuffle(null);
  const delivered = deliveriesOf(harness).slice(before.deliveries);
  const refused = delivered.filter(({ status }) => status !== 200).map(({ event, status }) => `${event} got ${status}`);
  const mismatches = await findMismatches(harness, ids);
  return { n: delivered.length + forged.n, violations: [...forged.violations, ...refused, ...mismatches] };
}

/** Runs the control: records without the refunds' ids, and an attacker who knows the secret. It must be red. */
export async function webhooksWithoutGuard(harness: PaymentHarness, seed: number): Promise<ControlResult> {
  await harness.pool.query(`
    create function forget_refund() returns trigger language plpgsql as 'begin new.stripe_refund_id := null; return new; end';
    create trigger forget_refund before insert or update on refunds for each row execute function forget_refund()`);
  try {
    const { violations } = await webhooksTrial(harness, SCENARIOS.length * DELIVERIES_PER_PROMOTION, seed);
    const events = fakeStripeRecords(harness, 'events').slice(-1);
    const stolen = await sendForgeries(harness, {
      events,
      random: seededRandom(seed).fraction,
      secret: harness.stripe.webhookSecret,
    });
    return controlResult(violations.length > 0 && stolen.violations.length > 0);
  } finally {
    await harness.pool.query('drop trigger forget_refund on refunds; drop function forget_refund');
  }
}

const deliveriesOf = ({ stripe }: PaymentHarness) => stripe.journal().filter(({ kind }) => kind === 'delivery');

async function runScenarios(
  harness: PaymentHarness,
  promotions: number,
  randomizeCopies: () => void,
): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < promotions) {
    const accounts = await createPaymentAccounts(harness);
    const batch = await insertUnpaidPromotions(
      harness,
      accounts,
      Math.min(PROMOTIONS_PER_PARTNER, promotions - ids.length),
    );
    await processInParallel(CONCURRENCY, batch, (id) => chargeOnce({ harness, accounts, id, randomizeCopies }));
    harness.stripe.faults.clear();
    for (const [index, id] of batch.entries())
      for (const step of SCENARIOS[index % SCENARIOS.length]!) await step({ harness, accounts, id, randomizeCopies });
    ids.push(...batch);
  }
  return ids;
}

type ForgeryOptions = { events: readonly Event[]; random: () => number; secret?: string };

/** Sends every event with four signatures: made with `secret`, older than five minutes, made up, and empty. */
async function sendForgeries(harness: PaymentHarness, { events, random, secret = 'whsec_guessed' }: ForgeryOptions) {
  const violations: string[] = [];
  await processInParallel(CONCURRENCY, events, async (event) => {
    const body = JSON.stringify(event);
    const stale = signBody(harness, body, { ageSeconds: 301 + Math.floor(random() * 1000) });
    for (const signature of [signBody(harness, body, { secret }), stale, 't=1,v1=00', '']) {
      const { status } = await deliverSigned(harness, body, signature);
      if (status !== 400) violations.push(`${event.id} with the signature "${signature}" got ${status}`);
    }
  });
  return { n: events.length * 4, violations };
}

/** Returns the differences between our records and Stripe's. */
async function findMismatches(harness: PaymentHarness, ids: readonly number[]): Promise<string[]> {
  const stripe = amountsAtStripe(harness);
  const mismatches: string[] = [];
  for (const id of ids) {
    const atStripe = JSON.stringify(stripe.get(id));
    const recorded = JSON.stringify(await recordedAmounts(harness, id));
    if (atStripe !== recorded) mismatches.push(`promotion ${id}: Stripe ${atStripe}, records ${recorded}`);
  }
  return mismatches;
}

function amountsAtStripe(harness: PaymentHarness) {
  const disputes = new Map(fakeStripeRecords(harness, 'disputes').map((dispute) => [dispute.charge, dispute]));
  const charges = fakeStripeRecords(harness, 'charges').filter(({ status }) => status === 'succeeded');
  return new Map(
    charges.map(({ id, metadata, amount_captured, amount_refunded }) => {
      const dispute = disputes.get(id);
      const outcome = dispute?.status === 'won' || dispute?.status === 'lost' ? dispute.status : null;
      const amounts = {
        charged: amount_captured,
        refunded: amount_refunded,
        withdrawn: dispute && outcome !== 'won' ? dispute.amount : 0,
        outcome,
        status: amount_refunded === OWED_CENTS ? 'refunded' : 'paid',
      };
      return [Number(metadata.promotion_id), amounts] as const;
    }),
  );
}

async function recordedAmounts({ db }: PaymentHarness, id: number) {
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
