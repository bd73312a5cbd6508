/** Fifty people click at the same time, and staff refund at the same time, through two servers. */
import type { ChildServer } from '../cluster.ts';
import { seededInt } from './kills.ts';
import {
  charge,
  createPaymentAccounts,
  insertUnpaidPromotions,
  OWED_CENTS,
  type PaymentAccounts,
  refund,
} from './money-accounts.ts';
import { type Expected, movementsAtStripe, violationsOf } from './money-assertions.ts';
import { minuteLater, type PaymentHarness, sweep } from './money-harness.ts';

const CLICKS = 50;
const REFUNDS = 8;
const ROUNDS = 4;
/** Races per promotion: one of clicks, and the rounds of refunds. */
const RACES = 1 + ROUNDS;
const CONTROL_TURNS = 6;
const MAX_CENTS = 700;

export type PaymentRaceOutcome = { races: number; violations: string[]; answers: Record<string, number> };
type Servers = Pick<PaymentHarness, 'server'>[];
type Race = {
  harness: PaymentHarness;
  servers: Servers;
  people: PaymentAccounts;
  id: number;
  outcome: PaymentRaceOutcome;
};

type Trial = { races: number; seed: number; second: ChildServer };

/** `second` is another server on the same database. */
export async function racesTrial(harness: PaymentHarness, { races, seed, second }: Trial): Promise<PaymentRaceOutcome> {
  const servers: Servers = [harness, { server: second }];
  const outcome: PaymentRaceOutcome = { races: 0, violations: [], answers: {} };
  const refunds = new Map<number, Told>();
  const roll = seededInt(seed);
  while (outcome.races < races) {
    const people = await createPaymentAccounts(harness);
    const [id] = (await insertUnpaidPromotions(harness, people, 1)) as [number];
    const race: Race = { harness, servers, people, id, outcome };
    await clickAtOnce(race);
    const told: Told = { sure: 0, doubtful: 0 };
    for (let round = 0; round < ROUNDS; round++) await refundAtOnce(race, roll, told);
    refunds.set(id, told);
    outcome.races += RACES;
  }
  // On a busy machine a call may end without an answer; a minute later the outcome is known.
  minuteLater(harness);
  await sweep(harness);
  const expected = expectedOf(harness, refunds, outcome);
  outcome.violations.push(...refusedByStripe(harness, expected), ...(await violationsOf(harness, expected)));
  return outcome;
}

/** The control: a database that forgets that an attempt is open, and how much was refunded. It must be red. */
export async function racesWithoutGuard(
  harness: PaymentHarness,
  trial: Omit<Trial, 'races'>,
): Promise<'red' | 'green'> {
  await harness.pool.query(`
    create function forget_open() returns trigger language plpgsql as 'begin new.state := ''failed''; return new; end';
    create function forget_refunded() returns trigger language plpgsql as 'begin new.refunded_cents := 0; return new; end';
    create trigger forget_open before insert on charge_attempts for each row execute function forget_open();
    create trigger forget_refunded before update on captured_charges for each row execute function forget_refunded()`);
  try {
    const seen: string[] = [];
    const isRed = () => ['clicks made', 'had to refuse'].every((kind) => seen.some((text) => text.includes(kind)));
    // Two calls overlap only by chance.
    for (let turn = 0; turn < CONTROL_TURNS && !isRed(); turn++)
      seen.push(...(await racesTrial(harness, { ...trial, races: RACES })).violations);
    return isRed() ? 'red' : 'green';
  } finally {
    await harness.pool.query(`
      drop trigger forget_open on charge_attempts;
      drop trigger forget_refunded on captured_charges`);
  }
}

async function clickAtOnce({ harness, servers, people, id, outcome }: Race) {
  const clicks = Array.from({ length: CLICKS }, (_, i) => charge(servers[i % servers.length]!, people, id));
  const statuses = (await Promise.all(clicks)).map(({ status }) => status);
  note(outcome, 'charge', statuses);
  const paid = statuses.filter((status) => status === 200).length;
  const attempts = await harness.db.chargeAttempt.count({ where: { promotion_id: id } });
  const isUnknown = paid === 0 && statuses.includes(503);
  if (attempts !== 1 || (paid !== 1 && !isUnknown))
    outcome.violations.push(
      `promotion ${id}: fifty clicks made ${attempts} attempts, and ${paid} were told that it is paid`,
    );
  if (statuses.some((status) => status !== 200 && status !== 409 && status !== 503))
    outcome.violations.push(`promotion ${id}: clicks were answered with ${[...new Set(statuses)]}`);
}

/** Cents reported to staff as refunded, and cents reported as unknown. */
type Told = { sure: number; doubtful: number };

async function refundAtOnce({ servers, people, id, outcome }: Race, roll: (sides: number) => number, told: Told) {
  const amounts = Array.from({ length: REFUNDS }, () => 1 + roll(MAX_CENTS));
  const asked = amounts.map((cents, i) => refund(servers[i % servers.length]!, people, id, cents));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  note(outcome, 'refund', statuses);
  const sum = (answer: number) => amounts.reduce((cents, each, i) => cents + (statuses[i] === answer ? each : 0), 0);
  told.sure += sum(200);
  told.doubtful += sum(503);
}

/** Stripe's refunds must never exceed the charge, and must match what staff were told. */
function expectedOf(harness: PaymentHarness, refunds: ReadonlyMap<number, Told>, { violations }: PaymentRaceOutcome) {
  const stripe = movementsAtStripe(harness);
  const expected = new Map<number, Expected>();
  for (const [id, { sure, doubtful }] of refunds) {
    const refunded = stripe.get(id)?.refunded ?? 0;
    expected.set(id, { charged: OWED_CENTS, refunded });
    if (refunded > OWED_CENTS) violations.push(`promotion ${id}: ${refunded} went back of ${OWED_CENTS}`);
    if (refunded < sure || refunded > sure + doubtful)
      violations.push(`promotion ${id}: ${refunded} went back, the staff were told ${sure} and perhaps ${doubtful}`);
  }
  return expected;
}

function note({ answers }: PaymentRaceOutcome, what: string, statuses: readonly number[]) {
  for (const status of statuses) answers[`${what} ${status}`] = (answers[`${what} ${status}`] ?? 0) + 1;
}

/** Our own check must have refused it before Stripe's. */
const refusedByStripe = ({ stripe }: PaymentHarness, expected: ReadonlyMap<number, Expected>) =>
  stripe
    .journal()
    .filter(({ method, path, status }) => method === 'POST' && path === '/v1/refunds' && (status ?? 0) >= 400)
    .map(({ params }) => Number((params?.metadata as { promotion_id?: string } | undefined)?.promotion_id))
    .filter((id) => expected.has(id))
    .map((id) => `promotion ${id}: Stripe had to refuse a refund that was too much`);
