/** Crashes a batch of promotions, each at its own point, lets the server recover, and checks the money. */

import {
  charge,
  createPaymentAccounts,
  insertUnpaidPromotions,
  OWED_CENTS,
  type PaymentAccounts,
  refund,
  setCard,
} from './money-accounts.ts';
import { type Expected, fakeStripeRecords, violationsOf } from './money-assertions.ts';
import type { Batch, CrashCase, FailureMode, Flow } from './money-crash-cases.ts';
import { minuteLater, type PaymentHarness, sweep } from './money-harness.ts';
import { deliver } from './money-webhook.ts';

const REFUND_CENTS = 300;

export type CrashOutcome = { crashed: number; missed: string[]; violations: string[] };
type Trial = { harness: PaymentHarness; people: PaymentAccounts; batch: Batch; ids: number[] };
/** Crash case with its promotion. */
type PromotionCase = CrashCase & { id: number };

export async function crashBatch(harness: PaymentHarness, batch: Batch): Promise<CrashOutcome> {
  await harness.always({ do: 'give up soon' });
  const people = await createPaymentAccounts(harness);
  const ids = await insertUnpaidPromotions(harness, people, batch.cases.length);
  const trial: Trial = { harness, people, batch, ids };
  const cases = batch.cases.map((crashCase, index): PromotionCase => ({ ...crashCase, id: ids[index]! }));
  for (const one of cases) await prepare(trial, one);
  const stopped = await stopAll(trial, cases);
  await end(trial);
  await recover(trial);
  const unsettled = await unsettledPromotions(trial);
  for (const one of cases) await finish(trial, one);
  await deliverLateWebhooks(harness);
  const expected = new Map(cases.map(({ id, flow }) => [id, expectedOf(flow)]));
  const name = new Map(cases.map((one) => [one.id, nameOf(batch, one)]));
  const wrong = await violationsOf(harness, expected);
  return {
    crashed: stopped.size,
    missed: cases.filter(({ id }) => !stopped.has(id)).map((one) => name.get(one.id)!),
    violations: [
      ...unsettled.map((id) => `promotion ${id} was still open a minute after Stripe was back`),
      ...wrong,
    ].map((text) => `${text} (${name.get(Number(/promotion (\d+)/.exec(text)![1]))})`),
  };
}

/** The control: Stripe doesn't recognize keys again. Killed after the charge, the server must charge twice. */
export async function crashWithoutGuard(harness: PaymentHarness): Promise<'red' | 'green'> {
  await harness.always({ do: 'forget keys' });
  const crashCase: CrashCase = { flow: 'charge', kind: 'first', failure: 'none', point: 'stripe.charge.after' };
  const { violations } = await crashBatch(harness, { stopMethod: 'kill', failure: 'none', cases: [crashCase] });
  return violations.some((text) => text.includes('"charged":2000')) ? 'red' : 'green';
}

const nameOf = ({ stopMethod }: Batch, { flow, kind, failure, point }: CrashCase) =>
  `${stopMethod} ${flow} ${kind} ${failure} ${point}`;

const expectedOf = (flow: Flow): Expected => ({ charged: OWED_CENTS, refunded: flow === 'refund' ? REFUND_CENTS : 0 });

/** Prepares the flow: refunded promotions are paid first, retried ones declined once. */
async function prepare(trial: Trial, { flow, id }: PromotionCase) {
  const { harness, people } = trial;
  const ask = () => charge(harness, people, id);
  if (flow === 'refund') await untilDone(trial, { id, sql: PAID, ask });
  if (flow !== 'retry') return;
  await setCard(harness, people, people.declined);
  await untilDone(trial, { id, sql: DECLINED, ask });
  await setCard(harness, people, people.valid);
}

const PAID = 'select 1 from promotions where id = $1 and paid_at is not null';
const DECLINED = "select 1 from invoices where promotion_id = $1 and status = 'failed'";
const REFUNDED = "select 1 from refunds where promotion_id = $1 and state = 'succeeded'";

type Goal = { id: number; sql: string; ask: () => Promise<{ status: number; text: string }> };
const PATIENCE = 5;

/** On a machine so busy that the fake Stripe answers late, the next sweep finds out what the call couldn't. */
async function untilDone({ harness }: Trial, { id, sql, ask }: Goal) {
  const isDone = async () => (await harness.pool.query(sql, [id])).rows.length > 0;
  for (let turn = 0; turn < PATIENCE && !(await isDone()); turn++) {
    await ask();
    if (await isDone()) return;
    minuteLater(harness);
    await sweep(harness);
  }
  if (!(await isDone())) throw new Error(`promotion ${id} is not where it should be: ${(await ask()).text}`);
}

/** Brings every promotion to its point; returns those that got there. Waits inside transactions come last. */
async function stopAll(trial: Trial, cases: readonly PromotionCase[]): Promise<Set<number>> {
  const { harness } = trial;
  const begun: Promise<unknown>[] = [];
  for (const one of cases) if (one.kind !== 'first') await begin(trial, one, begun);
  await Promise.all(begun);
  await postponeDueWork(trial);
  minuteLater(harness);
  const stopped = new Set<number>();
  for (const one of cases) {
    if (await harness.stopAt(one.point, () => triggerFlow(trial, one))) stopped.add(one.id);
    await postponeDueWork(trial);
  }
  return stopped;
}

/** Starts the first call, whose answer is lost; continues as soon as the call has reached Stripe. */
async function begin({ harness, people }: Trial, { flow, failure, id }: PromotionCase, begun: Promise<unknown>[]) {
  const call = () => (flow === 'refund' ? refund(harness, people, id, REFUND_CENTS) : charge(harness, people, id));
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
  begun.push(calling);
  await Promise.race([calling, until(() => harness.stripe.faults.list().every(({ hits }) => hits >= times))]);
}

async function until(holds: () => boolean) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function triggerFlow(trial: Trial, { flow, kind, id }: PromotionCase): Promise<unknown> {
  const { harness, people } = trial;
  if (kind === 'webhook') return deliver(harness, eventOf(harness, flow, id));
  if (kind === 'sweep') {
    await restoreDueWork(trial, id);
    return sweep(harness);
  }
  if (flow === 'refund') return refund(harness, people, id, REFUND_CENTS);
  if (flow === 'charge') return charge(harness, people, id);
  await harness.pool.query('update invoices set next_retry_at = $2 where promotion_id = $1', [id, harness.clock.now()]);
  return sweep(harness);
}

function eventOf(harness: PaymentHarness, flow: Flow, id: number) {
  const type = flow === 'refund' ? 'charge.refunded' : 'payment_intent.succeeded';
  return fakeStripeRecords(harness, 'events').findLast(
    ({ type: of, data: { object } }) =>
      of === type && (object as { metadata?: Record<string, string> }).metadata?.promotion_id === String(id),
  )!;
}

/** A sweep handles everything that is due. While one promotion waits in it, the batch's others are postponed. */
const AWAY = "interval '20 days'";
const FAR = "interval '10 days'";
const DUE = [
  ['charge_attempts', 'claimed_at', "state = 'claimed'"],
  ['refunds', 'claimed_at', "state = 'claimed'"],
  ['invoices', 'next_retry_at', "status = 'failed'"],
] as const;

/** Postpones the others; rows locked by a waiting transaction stay unchanged. */
async function postponeDueWork({ harness: { pool, clock }, ids }: Trial) {
  for (const [table, column, open] of DUE) {
    await pool.query(
      `update ${table} set ${column} = ${column} + ${AWAY} where id in (
         select id from ${table} where promotion_id = any($1::int[]) and ${open} and ${column} < $2::timestamptz + ${FAR}
         for update skip locked)`,
      [ids, clock.now()],
    );
  }
}

async function restoreDueWork({ harness: { pool, clock } }: Trial, ...ids: number[]) {
  for (const [table, column] of DUE) {
    await pool.query(
      `update ${table} set ${column} = ${column} - ${AWAY}
       where promotion_id = any($1::int[]) and ${column} > $2::timestamptz + ${FAR}`,
      [ids, clock.now()],
    );
  }
}

async function end(trial: Trial) {
  const { harness, batch } = trial;
  injectFailure(harness, batch.failure);
  if (batch.stopMethod === 'kill') {
    await harness.server.kill();
    await harness.boot();
  } else {
    await harness.restart!();
  }
  await restoreDueWork(trial, ...trial.ids);
  if (batch.stopMethod === 'restart') await harness.order({ do: 'release' });
  await harness.ended();
}

const EVERYTHING = { path: /^\/v1\// };

function injectFailure({ stripe }: PaymentHarness, failure: FailureMode) {
  stripe.faults.clear();
  if (failure !== 'none') stripe.faults.add({ match: EVERYTHING, kind: failure, times: 1_000_000 });
}

/** Runs a minute's sweeps while Stripe still fails, and those of the minute after it has recovered. */
async function recover({ harness }: Trial) {
  minuteLater(harness);
  await sweep(harness);
  injectFailure(harness, 'none');
  minuteLater(harness);
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

/** Repeats the person's request if it never started or had no effect. */
async function finish(trial: Trial, { flow, id }: PromotionCase) {
  const { harness, people } = trial;
  await untilDone(trial, { id, sql: PAID, ask: () => charge(harness, people, id) });
  if (flow !== 'refund') return;
  await untilDone(trial, { id, sql: REFUNDED, ask: () => refund(harness, people, id, REFUND_CENTS) });
}

/** Delivers all webhooks of the batch after everything is settled. */
async function deliverLateWebhooks({ stripe: { webhooks } }: PaymentHarness) {
  webhooks.release();
  await webhooks.flush();
  webhooks.hold();
}
