/** Stops a batch of promotions at their failpoints, crashes the server or Postgres, recovers, and checks the money. */

import {
  charge,
  createPaymentAccounts,
  insertUnpaidPromotions,
  OWED_CENTS,
  type PaymentAccounts,
  refund,
  setCard,
} from './money-accounts.ts';
import { type Expected, fakeStripeRecords, findMoneyViolations } from './money-assertions.ts';
import type { Batch, CrashCase, FailureMode, Flow } from './money-crash-cases.ts';
import { advanceMinute, type PaymentHarness, sweep } from './money-harness.ts';
import { deliver } from './money-webhook.ts';
import { type ControlResult, controlResult } from './verdict.ts';

const REFUND_CENTS = 300;

export type CrashOutcome = { crashed: number; unreached: string[]; violations: string[] };
type Trial = { harness: PaymentHarness; accounts: PaymentAccounts; batch: Batch; ids: number[] };
/** Crash case with its promotion. */
type PromotionCase = CrashCase & { id: number };

export async function crashBatch(harness: PaymentHarness, batch: Batch): Promise<CrashOutcome> {
  await harness.sendPersistent({ do: 'shorten timeouts' });
  const accounts = await createPaymentAccounts(harness);
  const ids = await insertUnpaidPromotions(harness, accounts, batch.cases.length);
  const trial: Trial = { harness, accounts, batch, ids };
  const cases = batch.cases.map((crashCase, index): PromotionCase => ({ ...crashCase, id: ids[index]! }));
  for (const promotionCase of cases) await prepare(trial, promotionCase);
  const stoppedIds = await stopAll(trial, cases);
  await stopAndRestart(trial);
  await recover(trial);
  const unsettled = await unsettledPromotions(trial);
  for (const promotionCase of cases) await finish(trial, promotionCase);
  await deliverLateWebhooks(harness);
  const expected = new Map(cases.map(({ id, flow }) => [id, expectedOf(flow)]));
  const names = new Map(cases.map((promotionCase) => [promotionCase.id, nameOf(batch, promotionCase)]));
  const differences = await findMoneyViolations(harness, expected);
  return {
    crashed: stoppedIds.size,
    unreached: cases.filter(({ id }) => !stoppedIds.has(id)).map(({ id }) => names.get(id)!),
    violations: [
      ...unsettled.map((id) => `promotion ${id} was still open a minute after Stripe recovered`),
      ...differences,
    ].map((text) => `${text} (${names.get(Number(/promotion (\d+)/.exec(text)![1]))})`),
  };
}

/**
 * Runs the control: every idempotency key is random, so Stripe doesn't recognize a repeated charge. Killed after the
 * charge, the server must charge twice.
 */
export async function crashWithoutGuard(harness: PaymentHarness): Promise<ControlResult> {
  await harness.sendPersistent({ do: 'randomize keys' });
  const crashCase: CrashCase = { flow: 'charge', kind: 'first', failure: 'none', point: 'stripe.charge.after' };
  const { violations } = await crashBatch(harness, { stopMethod: 'kill', failure: 'none', cases: [crashCase] });
  return controlResult(violations.some((text) => text.includes('"charged":2000')));
}

const nameOf = ({ stopMethod }: Batch, { flow, kind, failure, point }: CrashCase) =>
  `${stopMethod} ${flow} ${kind} ${failure} ${point}`;

const expectedOf = (flow: Flow): Expected => ({ charged: OWED_CENTS, refunded: flow === 'refund' ? REFUND_CENTS : 0 });

/** Prepares the flow: refunded promotions are paid first, retried ones declined once. */
async function prepare(trial: Trial, { flow, id }: PromotionCase) {
  const { harness, accounts } = trial;
  const request = () => charge(harness, accounts, id);
  if (flow === 'refund') await repeatUntilDone(trial, { id, sql: PAID, request });
  if (flow !== 'retry') return;
  await setCard(harness, accounts, accounts.declinedCard);
  await repeatUntilDone(trial, { id, sql: DECLINED, request });
  await setCard(harness, accounts, accounts.validCard);
}

const PAID = 'select 1 from promotions where id = $1 and paid_at is not null';
const DECLINED = "select 1 from invoices where promotion_id = $1 and status = 'failed'";
const REFUNDED = "select 1 from refunds where promotion_id = $1 and state = 'succeeded'";

type Goal = { id: number; sql: string; request: () => Promise<{ status: number; text: string }> };
const MAX_SWEEPS = 5;

/**
 * Repeats a request until its goal is reached. On a busy machine the fake Stripe may respond too late, and the next
 * sweep gets the result.
 */
async function repeatUntilDone({ harness }: Trial, { id, sql, request }: Goal) {
  const isDone = async () => (await harness.pool.query(sql, [id])).rows.length > 0;
  for (let attempt = 0; attempt < MAX_SWEEPS && !(await isDone()); attempt++) {
    await request();
    if (await isDone()) return;
    advanceMinute(harness);
    await sweep(harness);
  }
  if (!(await isDone())) throw new Error(`promotion ${id} didn’t reach its state: ${(await request()).text}`);
}

/** Stops every promotion at its failpoint, in the batch's order; returns the ids of those that reached it. */
async function stopAll(trial: Trial, cases: readonly PromotionCase[]): Promise<Set<number>> {
  const { harness } = trial;
  const pendingCalls: Promise<unknown>[] = [];
  for (const promotionCase of cases)
    if (promotionCase.kind !== 'first') await begin(trial, promotionCase, pendingCalls);
  await Promise.all(pendingCalls);
  await postponeDueWork(trial);
  advanceMinute(harness);
  const stoppedIds = new Set<number>();
  for (const promotionCase of cases) {
    if (await harness.stopAt(promotionCase.point, () => triggerFlow(trial, promotionCase)))
      stoppedIds.add(promotionCase.id);
    await postponeDueWork(trial);
  }
  return stoppedIds;
}

/** Starts the first call, which fails or is paused after Stripe's response; returns once it has reached Stripe. */
async function begin(
  { harness, accounts }: Trial,
  { flow, failure, id }: PromotionCase,
  pendingCalls: Promise<unknown>[],
) {
  const call = () => (flow === 'refund' ? refund(harness, accounts, id, REFUND_CENTS) : charge(harness, accounts, id));
  if (failure === 'none') {
    await harness.stopAt(flow === 'refund' ? 'stripe.refund.after' : 'stripe.charge.after', call);
    return;
  }
  const path = flow === 'refund' ? '/v1/refunds' : '/v1/payment_intents';
  harness.stripe.faults.clear();
  // Stripe's package retries once on its own when a connection ends.
  const times = failure.startsWith('reset') ? 2 : 1;
  harness.stripe.faults.add({ match: { method: 'POST', path }, kind: failure, times });
  const calling = call();
  pendingCalls.push(calling);
  await Promise.race([calling, waitUntil(() => harness.stripe.faults.list().every(({ hits }) => hits >= times))]);
}

async function waitUntil(isTrue: () => boolean) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function triggerFlow(trial: Trial, { flow, kind, id }: PromotionCase): Promise<unknown> {
  const { harness, accounts } = trial;
  if (kind === 'webhook') return deliver(harness, eventOf(harness, flow, id));
  if (kind === 'sweep') {
    await restoreDueWork(trial, id);
    return sweep(harness);
  }
  if (flow === 'refund') return refund(harness, accounts, id, REFUND_CENTS);
  if (flow === 'charge') return charge(harness, accounts, id);
  await harness.pool.query('update invoices set next_retry_at = $2 where promotion_id = $1', [id, harness.clock.now()]);
  return sweep(harness);
}

function eventOf(harness: PaymentHarness, flow: Flow, id: number) {
  const type = flow === 'refund' ? 'charge.refunded' : 'payment_intent.succeeded';
  return fakeStripeRecords(harness, 'events').findLast(
    ({ type: eventType, data: { object } }) =>
      eventType === type && (object as { metadata?: Record<string, string> }).metadata?.promotion_id === String(id),
  )!;
}

/** Postponement of the batch's other promotions while one is stopped in a sweep, which handles all due work. */
const POSTPONEMENT = "interval '20 days'";
const POSTPONED_AFTER = "interval '10 days'";
const DUE_WORK = [
  ['charge_attempts', 'claimed_at', "state = 'claimed'"],
  ['refunds', 'claimed_at', "state = 'claimed'"],
  ['invoices', 'next_retry_at', "status = 'failed'"],
] as const;

/** Postpones due work, except for rows locked by a stopped transaction. */
async function postponeDueWork({ harness: { pool, clock }, ids }: Trial) {
  for (const [table, column, open] of DUE_WORK) {
    await pool.query(
      `update ${table} set ${column} = ${column} + ${POSTPONEMENT} where id in (
         select id from ${table} where promotion_id = any($1::int[]) and ${open} and ${column} < $2::timestamptz + ${POSTPONED_AFTER}
         for update skip locked)`,
      [ids, clock.now()],
    );
  }
}

async function restoreDueWork({ harness: { pool, clock } }: Trial, ...ids: number[]) {
  for (const [table, column] of DUE_WORK) {
    await pool.query(
      `update ${table} set ${column} = ${column} - ${POSTPONEMENT}
       where promotion_id = any($1::int[]) and ${column} > $2::timestamptz + ${POSTPONED_AFTER}`,
      [ids, clock.now()],
    );
  }
}

async function stopAndRestart(trial: Trial) {
  const { harness, batch } = trial;
  injectFailure(harness, batch.failure);
  if (batch.stopMethod === 'kill') {
    await harness.server.kill();
    await harness.startMain();
  } else {
    await harness.restart!();
  }
  await restoreDueWork(trial, ...trial.ids);
  if (batch.stopMethod === 'restart') await harness.send({ do: 'release' });
  await harness.waitForStoppedCalls();
}

const ALL_REQUESTS = { path: /^\/v1\// };

function injectFailure({ stripe }: PaymentHarness, failure: FailureMode) {
  stripe.faults.clear();
  if (failure !== 'none') stripe.faults.add({ match: ALL_REQUESTS, kind: failure, times: 1_000_000 });
}

/** Runs one minute's sweeps while Stripe still fails, and the next minute's after Stripe has recovered. */
async function recover({ harness }: Trial) {
  advanceMinute(harness);
  await sweep(harness);
  injectFailure(harness, 'none');
  advanceMinute(harness);
  await sweep(harness);
}

async function unsettledPromotions({ harness, ids }: Trial): Promise<number[]> {
  const { rows } = await harness.pool.query<{ promotion_id: number }>(
    `select promotion_id from charge_attempts where state = 'claimed' and promotion_id = any($1::int[])
     union select promotion_id from refunds where state = 'claimed' and promotion_id = any($1::int[])`,
    [ids],
  );
  return rows.map(({ promotion_id }) => promotion_id);
}

/** Repeats the requests that never started or had no effect: the partner's charge, and the refund by staff. */
async function finish(trial: Trial, { flow, id }: PromotionCase) {
  const { harness, accounts } = trial;
  await repeatUntilDone(trial, { id, sql: PAID, request: () => charge(harness, accounts, id) });
  if (flow !== 'refund') return;
  await repeatUntilDone(trial, { id, sql: REFUNDED, request: () => refund(harness, accounts, id, REFUND_CENTS) });
}

/** Delivers all webhooks of the batch after everything is settled. */
async function deliverLateWebhooks({ stripe: { webhooks } }: PaymentHarness) {
  webhooks.release();
  await webhooks.flush();
  webhooks.hold();
}
