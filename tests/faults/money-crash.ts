/** Crashes a batch of promotions, each at its own point, lets the server recover, and checks the money. */
import type { Batch, Cell, Flow, Illness } from './money-cells.ts';
import { charge, createOwed, createPeople, OWED_CENTS, type People, refund, setCard } from './money-people.ts';
import { atStripe, type Expected, violationsOf } from './money-truth.ts';
import { deliver } from './money-webhook.ts';
import { minuteLater, sweep, type World } from './money-world.ts';

const REFUND_CENTS = 300;

export type Outcome = { crashed: number; missed: string[]; violations: string[] };
type Trial = { world: World; people: People; batch: Batch; ids: number[] };
/** A cell with its promotion. */
type Case = Cell & { id: number };

export async function crashBatch(world: World, batch: Batch): Promise<Outcome> {
  await world.always({ do: 'give up soon' });
  const people = await createPeople(world);
  const ids = await createOwed(world, people, batch.cells.length);
  const trial: Trial = { world, people, batch, ids };
  const cases = batch.cells.map((cell, index): Case => ({ ...cell, id: ids[index]! }));
  for (const one of cases) await prepare(trial, one);
  const stopped = await stopAll(trial, cases);
  await end(trial);
  await recover(trial);
  const unsettled = await openOnes(trial);
  for (const one of cases) await finish(trial, one);
  await hearLate(world);
  const expected = new Map(cases.map(({ id, flow }) => [id, expectedOf(flow)]));
  const name = new Map(cases.map((one) => [one.id, nameOf(batch, one)]));
  const wrong = await violationsOf(world, expected);
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
export async function crashWithoutGuard(world: World): Promise<'red' | 'green'> {
  await world.always({ do: 'forget keys' });
  const cell: Cell = { flow: 'charge', kind: 'first', illness: 'none', point: 'stripe.charge.after' };
  const { violations } = await crashBatch(world, { end: 'kill', illness: 'none', cells: [cell] });
  return violations.some((text) => text.includes('"taken":2000')) ? 'red' : 'green';
}

const nameOf = ({ end }: Batch, { flow, kind, illness, point }: Cell) => `${end} ${flow} ${kind} ${illness} ${point}`;

const expectedOf = (flow: Flow): Expected => ({ taken: OWED_CENTS, given_back: flow === 'refund' ? REFUND_CENTS : 0 });

/** Prepares the flow: refunded promotions are paid first, retried ones declined once. */
async function prepare(trial: Trial, { flow, id }: Case) {
  const { world, people } = trial;
  const ask = () => charge(world, people, id);
  if (flow === 'refund') await untilDone(trial, { id, sql: PAID, ask });
  if (flow !== 'retry') return;
  await setCard(world, people, people.declined);
  await untilDone(trial, { id, sql: DECLINED, ask });
  await setCard(world, people, people.valid);
}

const PAID = 'select 1 from promotions where id = $1 and paid_at is not null';
const DECLINED = "select 1 from invoices where promotion_id = $1 and status = 'failed'";
const REFUNDED = "select 1 from refunds where promotion_id = $1 and state = 'succeeded'";

type Goal = { id: number; sql: string; ask: () => Promise<{ status: number; text: string }> };
const PATIENCE = 5;

/** On a machine so busy that the fake Stripe answers late, the next sweep finds out what the call couldn't. */
async function untilDone({ world }: Trial, { id, sql, ask }: Goal) {
  const isDone = async () => (await world.pool.query(sql, [id])).rows.length > 0;
  for (let turn = 0; turn < PATIENCE && !(await isDone()); turn++) {
    await ask();
    if (await isDone()) return;
    minuteLater(world);
    await sweep(world);
  }
  if (!(await isDone())) throw new Error(`promotion ${id} is not where it should be: ${(await ask()).text}`);
}

/** Brings every promotion to its point; returns those that got there. Waits inside transactions come last. */
async function stopAll(trial: Trial, cases: readonly Case[]): Promise<Set<number>> {
  const { world } = trial;
  const begun: Promise<unknown>[] = [];
  for (const one of cases) if (one.kind !== 'first') await begin(trial, one, begun);
  await Promise.all(begun);
  await keepAway(trial);
  minuteLater(world);
  const stopped = new Set<number>();
  for (const one of cases) {
    if (await world.stopAt(one.point, () => reach(trial, one))) stopped.add(one.id);
    await keepAway(trial);
  }
  return stopped;
}

/** Starts the first call, whose answer is lost; continues as soon as the call has reached Stripe. */
async function begin({ world, people }: Trial, { flow, illness, id }: Case, begun: Promise<unknown>[]) {
  const call = () => (flow === 'refund' ? refund(world, people, id, REFUND_CENTS) : charge(world, people, id));
  if (illness === 'none') {
    await world.stopAt(flow === 'refund' ? 'stripe.refund.after' : 'stripe.charge.after', call);
    return;
  }
  const path = flow === 'refund' ? '/v1/refunds' : '/v1/payment_intents';
  world.stripe.faults.clear();
  // Stripe's package retries once on its own when a connection ends.
  const times = illness.startsWith('reset') ? 2 : 1;
  world.stripe.faults.add({ match: { method: 'POST', path }, kind: illness, times });
  const calling = call();
  begun.push(calling);
  await Promise.race([calling, until(() => world.stripe.faults.list().every(({ hits }) => hits >= times))]);
}

async function until(holds: () => boolean) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function reach(trial: Trial, { flow, kind, id }: Case): Promise<unknown> {
  const { world, people } = trial;
  if (kind === 'webhook') return deliver(world, eventOf(world, flow, id));
  if (kind === 'sweep') {
    await comeBack(trial, id);
    return sweep(world);
  }
  if (flow === 'refund') return refund(world, people, id, REFUND_CENTS);
  if (flow === 'charge') return charge(world, people, id);
  await world.pool.query('update invoices set next_retry_at = $2 where promotion_id = $1', [id, world.clock.now()]);
  return sweep(world);
}

function eventOf(world: World, flow: Flow, id: number) {
  const type = flow === 'refund' ? 'charge.refunded' : 'payment_intent.succeeded';
  return atStripe(world, 'events').findLast(
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
async function keepAway({ world: { pool, clock }, ids }: Trial) {
  for (const [table, column, open] of DUE) {
    await pool.query(
      `update ${table} set ${column} = ${column} + ${AWAY} where id in (
         select id from ${table} where promotion_id = any($1::int[]) and ${open} and ${column} < $2::timestamptz + ${FAR}
         for update skip locked)`,
      [ids, clock.now()],
    );
  }
}

async function comeBack({ world: { pool, clock } }: Trial, ...ids: number[]) {
  for (const [table, column] of DUE) {
    await pool.query(
      `update ${table} set ${column} = ${column} - ${AWAY}
       where promotion_id = any($1::int[]) and ${column} > $2::timestamptz + ${FAR}`,
      [ids, clock.now()],
    );
  }
}

async function end(trial: Trial) {
  const { world, batch } = trial;
  fallIll(world, batch.illness);
  if (batch.end === 'kill') {
    await world.server.kill();
    await world.boot();
  } else {
    await world.restart!();
  }
  await comeBack(trial, ...trial.ids);
  if (batch.end === 'restart') await world.order({ do: 'release' });
  await world.ended();
}

const EVERYTHING = { path: /^\/v1\// };

function fallIll({ stripe }: World, illness: Illness) {
  stripe.faults.clear();
  if (illness !== 'none') stripe.faults.add({ match: EVERYTHING, kind: illness, times: 1_000_000 });
}

/** Runs a minute's sweeps while Stripe still fails, and those of the minute after it has recovered. */
async function recover({ world }: Trial) {
  minuteLater(world);
  await sweep(world);
  fallIll(world, 'none');
  minuteLater(world);
  await sweep(world);
}

async function openOnes({ world, ids }: Trial): Promise<number[]> {
  const { rows } = await world.pool.query<{ promotion_id: number }>(
    `select promotion_id from charge_attempts where state = 'claimed' and promotion_id = any($1::int[])
     union select promotion_id from refunds where state = 'claimed' and promotion_id = any($1::int[])`,
    [ids],
  );
  return rows.map(({ promotion_id }) => promotion_id);
}

/** Repeats the person's request if it never started or had no effect. */
async function finish(trial: Trial, { flow, id }: Case) {
  const { world, people } = trial;
  await untilDone(trial, { id, sql: PAID, ask: () => charge(world, people, id) });
  if (flow !== 'refund') return;
  await untilDone(trial, { id, sql: REFUNDED, ask: () => refund(world, people, id, REFUND_CENTS) });
}

/** Delivers all webhooks of the batch after everything is settled. */
async function hearLate({ stripe: { webhooks } }: World) {
  webhooks.release();
  await webhooks.flush();
  webhooks.hold();
}
