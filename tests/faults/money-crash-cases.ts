/**
 * Crash test cases: the point where the server stops or loses its database, the payment flow, and the Stripe failure.
 * All cases of a batch share one crash, with each promotion blocked at its own failpoint.
 */
import type { Failpoint } from '#server/platform/failpoints.ts';
import { seededRandom } from '#server/platform/random.ts';
import type { Fault } from '#server/sandbox/stripe/faults.ts';

export type FailureMode = Exclude<Fault['kind'], 'delay'> | 'none';
export type Flow = 'charge' | 'retry' | 'refund';
/**
 * `kill` kills the server and starts another. `restart` crashes Postgres and starts it again, while the server waits at
 * its failpoints.
 */
export type StopMethod = 'kill' | 'restart';

/**
 * `first`: the crash comes during the first call; Stripe fails during recovery. `sweep`: Stripe fails the first call;
 * the crash comes during the sweep. `webhook`: Stripe executed the first call, but the server hasn't recorded it, and
 * the crash comes while it handles the webhook, before any sweep.
 */
export type CrashCase = { flow: Flow; kind: 'first' | 'sweep' | 'webhook'; failure: FailureMode; point: Failpoint };
export type Batch = { stopMethod: StopMethod; failure: FailureMode; cases: CrashCase[] };

/** Stripe executed nothing and saved no response for the idempotency key. */
const NOT_EXECUTED: FailureMode[] = [
  'timeout_before',
  'reset_before',
  'status_500_before',
  'error_409',
  'rate_limit_429',
];
const EXECUTED: FailureMode[] = ['timeout_after', 'reset_after', 'status_500'];
const ROLLED_BACK: FailureMode = 'status_500_undone';
const FAILURE_MODES: FailureMode[] = ['none', ...NOT_EXECUTED, ...EXECUTED, ROLLED_BACK];
const FLOWS: Flow[] = ['charge', 'retry', 'refund'];
const STOP_METHODS: StopMethod[] = ['kill', 'restart'];

const CHARGE_FIRST: Failpoint[] = [
  'charge.claiming',
  'charge.claimed',
  'stripe.charge.before',
  'stripe.charge.after',
  'charge.settling',
  'charge.settled',
];
const REFUND_FIRST: Failpoint[] = [
  'refund.claiming',
  'refund.claimed',
  'stripe.refund.before',
  'stripe.refund.after',
  'refund.settling',
  'refund.settled',
];
const CHARGE_WEBHOOK: Failpoint[] = [
  'event.noted',
  'stripe.retrieve_payment.before',
  'stripe.retrieve_payment.after',
  'charge.settling',
  'charge.settled',
  'event.handled',
];
const REFUND_WEBHOOK: Failpoint[] = [
  'event.noted',
  'stripe.list_refunds.before',
  'stripe.list_refunds.after',
  'refund.syncing',
  'event.handled',
];

/**
 * Failpoints of the sweep. If Stripe replays a saved failure for the key, the sweep drops the key and searches for the
 * charge.
 */
function chargeSweep(failure: FailureMode): Failpoint[] {
  const hasSavedFailure = failure === 'status_500' || failure === ROLLED_BACK;
  const search: Failpoint[] = ['stripe.find_charge.before', 'stripe.find_charge.after'];
  return [
    'stripe.charge.before',
    ...(hasSavedFailure ? search : (['stripe.charge.after'] as const)),
    ...CHARGE_FIRST.slice(-2),
  ];
}

/** Failpoints of the sweep for a refund. A refund that Stripe already has isn't requested again. */
function refundSweep(failure: FailureMode): Failpoint[] {
  const request: Failpoint[] = EXECUTED.includes(failure) ? [] : ['stripe.refund.before'];
  const response: Failpoint[] = NOT_EXECUTED.includes(failure) ? ['stripe.refund.after'] : [];
  return [
    'stripe.list_refunds.before',
    'stripe.list_refunds.after',
    ...request,
    ...response,
    ...REFUND_FIRST.slice(-2),
  ];
}

function casesOf(failure: FailureMode): CrashCase[] {
  const cases = (kind: CrashCase['kind'], pointsOf: (flow: Flow) => Failpoint[]) =>
    FLOWS.flatMap((flow) => pointsOf(flow).map((point): CrashCase => ({ flow, kind, failure, point })));
  const all = cases('first', (flow) => (flow === 'refund' ? REFUND_FIRST : CHARGE_FIRST));
  if (failure !== 'none')
    all.push(...cases('sweep', (flow) => (flow === 'refund' ? refundSweep(failure) : chargeSweep(failure))));
  if (failure === 'none' || EXECUTED.includes(failure))
    all.push(...cases('webhook', (flow) => (flow === 'refund' ? REFUND_WEBHOOK : CHARGE_WEBHOOK)));
  return all;
}

const MAX_PER_BATCH = 17;

/** Returns all batches in a seeded order, limited to `size` cases in total. */
export function planBatches({
  stopMethods,
  size,
  seed,
}: {
  stopMethods: readonly StopMethod[];
  size: number;
  seed: number;
}): Batch[] {
  const all = STOP_METHODS.filter((stopMethod) => stopMethods.includes(stopMethod)).flatMap((stopMethod) =>
    FAILURE_MODES.flatMap((failure) =>
      splitIntoBatches(casesOf(failure)).map((cases): Batch => ({ stopMethod, failure, cases })),
    ),
  );
  let remaining = size;
  return seededRandom(seed)
    .shuffle(all)
    .flatMap((batch) => {
      const cases = batch.cases.slice(0, Math.max(0, remaining));
      remaining -= cases.length;
      return cases.length ? [{ ...batch, cases }] : [];
    });
}

/** Failpoints inside a transaction, whose locks stay held while the server waits. There's only one invoice counter. */
const HOLDS_COUNTER: Failpoint[] = ['refund.settling', 'refund.syncing'];
const HOLDS_ROWS: Failpoint[] = ['charge.claiming', 'refund.claiming', 'charge.settling'];
function weightOf({ point }: CrashCase) {
  if (HOLDS_COUNTER.includes(point)) return 2;
  return HOLDS_ROWS.includes(point) ? 1 : 0;
}

/**
 * Splits the cases into batches of nearly equal size. Each has at most one case that holds the counter, and cases that
 * hold locks come last.
 */
function splitIntoBatches(cases: readonly CrashCase[]): CrashCase[][] {
  const batches: CrashCase[][] = Array.from({ length: Math.ceil(cases.length / MAX_PER_BATCH) }, () => []);
  const heavyFirst = cases.toSorted((a, b) => weightOf(b) - weightOf(a));
  for (const [index, crashCase] of heavyFirst.entries()) batches[index % batches.length]!.unshift(crashCase);
  return batches;
}
