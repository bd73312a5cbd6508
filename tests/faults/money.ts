/** Payment fault tests: crashes, races, prices, and webhooks. */

import { withTrialDatabase } from '../cluster.ts';
import { type CrashOutcome, crashBatch, crashWithoutGuard } from './money-crash.ts';
import { type Batch, planBatches, type StopMethod } from './money-crash-cases.ts';
import { type PaymentHarness, withPaymentHarness } from './money-harness.ts';
import { racesTrial, racesWithoutGuard } from './money-races.ts';
import { pricesTrial, pricesWithoutGuard } from './pricing.ts';
import { type Verdict, verdict } from './verdict.ts';
import { webhooksTrial, webhooksWithoutGuard } from './webhooks.ts';

type Run = (size: number, seed: number) => Promise<Verdict>;

const withHarness =
  (trial: (harness: PaymentHarness, size: number, seed: number) => Promise<Verdict>): Run =>
  (size, seed) =>
    withTrialDatabase((database) => withPaymentHarness(database, (harness) => trial(harness, size, seed)));

/**
 * `size` is the maximum number of crash cases, the number of prices, or the approximate number of races or deliveries.
 */
export const trials: readonly { id: string; size: number; run: Run }[] = [
  { id: 'crashes', size: 1_000, run: withHarness(runCrashes) },
  { id: 'races', size: 1_000, run: withHarness(runRaces) },
  { id: 'prices', size: 100_000, run: runPrices },
  { id: 'webhooks', size: 10_000, run: withHarness(runWebhooks) },
];

const CONTROL_PRICES = 1_000;

async function runCrashes(harness: PaymentHarness, size: number, seed: number) {
  const onBatch = (batch: Batch, { crashed }: CrashOutcome) =>
    console.error(
      `  ${batch.stopMethod} with Stripe failure ${batch.failure}: ${crashed} of ${batch.cases.length} cases`,
    );
  const { crashed, unreached, violations } = await crashTrial(harness, {
    stopMethods: ['kill', 'restart'],
    size,
    seed,
    onBatch,
  });
  const control = await crashWithoutGuard(harness);
  const notes = `failpoints that weren’t reached: ${unreached.length ? unreached.join('; ') : 'none'}`;
  return verdict(crashed, violations, control, notes);
}

/** Runs all crash cases, up to `size`. */
export async function crashTrial(
  harness: PaymentHarness,
  {
    onBatch,
    ...trial
  }: {
    stopMethods: readonly StopMethod[];
    size: number;
    seed: number;
    onBatch?: (batch: Batch, outcome: CrashOutcome) => void;
  },
): Promise<CrashOutcome> {
  const total: CrashOutcome = { crashed: 0, unreached: [], violations: [] };
  for (const batch of planBatches(trial)) {
    const outcome = await crashBatch(harness, batch);
    const { crashed, unreached, violations } = outcome;
    onBatch?.(batch, outcome);
    total.crashed += crashed;
    total.unreached.push(...unreached);
    total.violations.push(...violations);
  }
  return total;
}

async function runRaces(harness: PaymentHarness, size: number, seed: number) {
  const otherServer = await harness.start();
  try {
    const { races: n, violations, statusCounts } = await racesTrial(harness, { races: size, seed, otherServer });
    return verdict(
      n,
      violations,
      await racesWithoutGuard(harness, { seed, otherServer }),
      JSON.stringify(statusCounts),
    );
  } finally {
    await otherServer.kill();
  }
}

async function runPrices(size: number, seed: number) {
  const violations = pricesTrial(size, seed).map((violation) => JSON.stringify(violation));
  return verdict(size, violations, pricesWithoutGuard(CONTROL_PRICES, seed));
}

async function runWebhooks(harness: PaymentHarness, size: number, seed: number) {
  const { n, violations } = await webhooksTrial(harness, size, seed);
  return verdict(n, violations, await webhooksWithoutGuard(harness, seed));
}
