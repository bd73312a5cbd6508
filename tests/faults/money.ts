/** Payment fault tests: crashes, races, prices, and webhooks. */

import { onOwnDatabase } from '../cluster.ts';
import { type Batch, batchesOf, type End } from './money-cells.ts';
import { crashBatch, crashWithoutGuard, type Outcome } from './money-crash.ts';
import { racesTrial, racesWithoutGuard } from './money-races.ts';
import { type World, withWorld } from './money-world.ts';
import { pricesTrial, pricesWithoutGuard } from './pricing.ts';
import { webhooksTrial, webhooksWithoutGuard } from './webhooks.ts';

type Verdict = { n: number; violations: number; control: 'red' | 'green'; notes?: string };
type Run = (size: number, seed: number) => Promise<Verdict>;

const inWorld =
  (trial: (world: World, size: number, seed: number) => Promise<Verdict>): Run =>
  (size, seed) =>
    onOwnDatabase((place) => withWorld(place, (world) => trial(world, size, seed)));

/** `size` is the number of crash points, races, prices, or deliveries. */
export const promises: readonly { id: string; size: number; run: Run }[] = [
  { id: 'C1 C2', size: 1_000, run: inWorld(crashes) },
  { id: 'C3', size: 1_000, run: inWorld(races) },
  { id: 'C5', size: 100_000, run: prices },
  { id: 'W1', size: 10_000, run: inWorld(webhooks) },
];

const CONTROL_PRICES = 1_000;

async function crashes(world: World, size: number, seed: number) {
  const told = (batch: Batch, { crashed }: Outcome) =>
    console.error(`  ${batch.end} with Stripe’s illness ${batch.illness}: ${crashed} of ${batch.cells.length} points`);
  const { crashed, missed, violations } = await crashTrial(world, { ends: ['kill', 'restart'], size, seed, told });
  const control = await crashWithoutGuard(world);
  const notes = `points that were not reached: ${missed.length ? missed.join('; ') : 'none'}`;
  return verdict(crashed, violations, control, notes);
}

/** All crash points, up to `size`. */
export async function crashTrial(
  world: World,
  { told, ...trial }: { ends: readonly End[]; size: number; seed: number; told?: (batch: Batch, of: Outcome) => void },
): Promise<Outcome> {
  const total: Outcome = { crashed: 0, missed: [], violations: [] };
  for (const batch of batchesOf(trial)) {
    const outcome = await crashBatch(world, batch);
    const { crashed, missed, violations } = outcome;
    told?.(batch, outcome);
    total.crashed += crashed;
    total.missed.push(...missed);
    total.violations.push(...violations);
  }
  return total;
}

async function races(world: World, size: number, seed: number) {
  const second = await world.start();
  try {
    const { races: n, violations, answers } = await racesTrial(world, { races: size, seed, second });
    return verdict(n, violations, await racesWithoutGuard(world, { seed, second }), JSON.stringify(answers));
  } finally {
    await second.kill();
  }
}

async function prices(size: number, seed: number) {
  const wrong = pricesTrial(size, seed).map((each) => JSON.stringify(each));
  return verdict(size, wrong, pricesWithoutGuard(CONTROL_PRICES, seed));
}

async function webhooks(world: World, size: number, seed: number) {
  const { n, violations } = await webhooksTrial(world, size, seed);
  return verdict(n, violations, await webhooksWithoutGuard(world, seed));
}

function verdict(n: number, violations: readonly string[], control: 'red' | 'green', notes?: string): Verdict {
  for (const violation of violations.slice(0, 20)) console.error(violation);
  return { n, violations: violations.length, control, ...(notes ? { notes } : {}) };
}
