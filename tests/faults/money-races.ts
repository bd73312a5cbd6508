/** Payment races: fifty simultaneous charge requests, and simultaneous refunds by staff, through two servers. */
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
import { type Expected, findMoneyViolations, readStripeMovements } from './money-assertions.ts';
import { advanceMinute, type PaymentHarness, sweep } from './money-harness.ts';
import { type ControlResult, controlResult } from './verdict.ts';

const CHARGES = 50;
const REFUNDS = 8;
const ROUNDS = 4;
/** Races per promotion: one of charge requests, and the rounds of refunds. */
const RACES = 1 + ROUNDS;
const CONTROL_ATTEMPTS = 6;
const MAX_REFUND_CENTS = 700;

export type PaymentRaceOutcome = { races: number; violations: string[]; statusCounts: Record<string, number> };
type Servers = Pick<PaymentHarness, 'server'>[];
type Race = {
  harness: PaymentHarness;
  servers: Servers;
  accounts: PaymentAccounts;
  id: number;
  outcome: PaymentRaceOutcome;
};

/** `otherServer` uses the same database as the harness's server. */
type Trial = { races: number; seed: number; otherServer: ChildServer };

export async function racesTrial(
  harness: PaymentHarness,
  { races, seed, otherServer }: Trial,
): Promise<PaymentRaceOutcome> {
  const servers: Servers = [harness, { server: otherServer }];
  const outcome: PaymentRaceOutcome = { races: 0, violations: [], statusCounts: {} };
  const refunds = new Map<number, RefundTotals>();
  const roll = seededInt(seed);
  while (outcome.races < races) {
    const accounts = await createPaymentAccounts(harness);
    const [id] = (await insertUnpaidPromotions(harness, accounts, 1)) as [number];
    const race: Race = { harness, servers, accounts, id, outcome };
    await raceCharges(race);
    const totals: RefundTotals = { certain: 0, uncertain: 0 };
    for (let round = 0; round < ROUNDS; round++) await raceRefunds(race, roll, totals);
    refunds.set(id, totals);
    outcome.races += RACES;
  }
  // On a busy machine a call may end without a response; a minute later the result is known.
  advanceMinute(harness);
  await sweep(harness);
  const expected = expectedOf(harness, refunds, outcome);
  outcome.violations.push(
    ...refundsRefusedByStripe(harness, expected),
    ...(await findMoneyViolations(harness, expected)),
  );
  return outcome;
}

/** Runs the control: a database that forgets open attempts and refunded amounts. It must be red. */
export async function racesWithoutGuard(harness: PaymentHarness, trial: Omit<Trial, 'races'>): Promise<ControlResult> {
  await harness.pool.query(`
    create function forget_open() returns trigger language plpgsql as 'begin new.state := ''failed''; return new; end';
    create function forget_refunded() returns trigger language plpgsql as 'begin new.refunded_cents := 0; return new; end';
    create trigger forget_open before insert on charge_attempts for each row execute function forget_open();
    create trigger forget_refunded before update on captured_charges for each row execute function forget_refunded()`);
  try {
    const violations: string[] = [];
    const isRed = () =>
      ['requests made', 'had to refuse'].every((kind) => violations.some((text) => text.includes(kind)));
    // Repeated, because two calls overlap only by chance.
    for (let attempt = 0; attempt < CONTROL_ATTEMPTS && !isRed(); attempt++)
      violations.push(...(await racesTrial(harness, { ...trial, races: RACES })).violations);
    return controlResult(isRed());
  } finally {
    await harness.pool.query(`
      drop trigger forget_open on charge_attempts; drop function forget_open;
      drop trigger forget_refunded on captured_charges; drop function forget_refunded`);
  }
}

async function raceCharges({ harness, servers, accounts, id, outcome }: Race) {
  const requests = Array.from({ length: CHARGES }, (_, i) => charge(servers[i % servers.length]!, accounts, id));
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  countStatuses(outcome, 'charge', statuses);
  const successes = statuses.filter((status) => status === 200).length;
  const attempts = await harness.db.chargeAttempt.count({ where: { promotion_id: id } });
  const isUnknown = successes === 0 && statuses.includes(503);
  if (attempts !== 1 || (successes !== 1 && !isUnknown))
    outcome.violations.push(
      `promotion ${id}: fifty charge requests made ${attempts} attempts, and ${successes} succeeded`,
    );
  if (statuses.some((status) => status !== 200 && status !== 409 && status !== 503))
    outcome.violations.push(`promotion ${id}: charge requests got ${[...new Set(statuses)]}`);
}

/** Cents reported to staff as refunded, and cents with an unknown result. */
type RefundTotals = { certain: number; uncertain: number };

async function raceRefunds(
  { servers, accounts, id, outcome }: Race,
  roll: (sides: number) => number,
  totals: RefundTotals,
) {
  const amounts = Array.from({ length: REFUNDS }, () => 1 + roll(MAX_REFUND_CENTS));
  const requests = amounts.map((cents, i) => refund(servers[i % servers.length]!, accounts, id, cents));
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  countStatuses(outcome, 'refund', statuses);
  const sum = (status: number) => amounts.reduce((total, cents, i) => total + (statuses[i] === status ? cents : 0), 0);
  totals.certain += sum(200);
  totals.uncertain += sum(503);
}

/**
 * Returns the expected amounts: one full charge, and the refunds that Stripe made. Reports refunds that exceed the
 * charge or contradict the results that staff got.
 */
function expectedOf(
  harness: PaymentHarness,
  refunds: ReadonlyMap<number, RefundTotals>,
  { violations }: PaymentRaceOutcome,
) {
  const stripe = readStripeMovements(harness);
  const expected = new Map<number, Expected>();
  for (const [id, { certain, uncertain }] of refunds) {
    const refunded = stripe.get(id)?.refunded ?? 0;
    expected.set(id, { charged: OWED_CENTS, refunded });
    if (refunded > OWED_CENTS) violations.push(`promotion ${id}: ${refunded} of ${OWED_CENTS} was refunded`);
    if (refunded < certain || refunded > certain + uncertain)
      violations.push(`promotion ${id}: ${refunded} was refunded, but staff saw ${certain} and possibly ${uncertain}`);
  }
  return expected;
}

function countStatuses({ statusCounts }: PaymentRaceOutcome, action: string, statuses: readonly number[]) {
  for (const status of statuses) statusCounts[`${action} ${status}`] = (statusCounts[`${action} ${status}`] ?? 0) + 1;
}

/** Returns refunds that only Stripe refused. Our check must refuse them before they're sent. */
const refundsRefusedByStripe = ({ stripe }: PaymentHarness, expected: ReadonlyMap<number, Expected>) =>
  stripe
    .journal()
    .filter(({ method, path, status }) => method === 'POST' && path === '/v1/refunds' && (status ?? 0) >= 400)
    .map(({ params }) => Number((params?.metadata as { promotion_id?: string } | undefined)?.promotion_id))
    .filter((id) => expected.has(id))
    .map((id) => `promotion ${id}: Stripe had to refuse an excessive refund`);
