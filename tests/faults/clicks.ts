/** Fault tests of clicks: billing people but not programs, and storing every redirected click. */

import { withTrialDatabase } from '../cluster.ts';
import { crowdTrial, crowdWithoutEvidence } from './clicks-crowd.ts';
import { clickKillsTrial, redirectedFirst } from './clicks-kills.ts';

const CONTROL_KILLS = 2;

/** `size` is the number of clicks. */
async function crowd(size: number, seed: number) {
  const { violations, ...counts } = crowdTrial(size, seed);
  return verdict(size, violations, crowdWithoutEvidence(size, seed), JSON.stringify(counts));
}

/** `size` is the number of kills. */
const kills = (size: number, seed: number) =>
  withTrialDatabase(async ({ databaseUrl }) => {
    const { violations, ...counts } = await clickKillsTrial({ databaseUrl, kills: size, seed });
    const control = await redirectedFirst({ databaseUrl, kills: CONTROL_KILLS, seed });
    return verdict(size, violations, control, JSON.stringify(counts));
  });

function verdict(n: number, violations: readonly string[], control: 'red' | 'green', notes: string) {
  for (const violation of violations.slice(0, 20)) console.error(violation);
  return { n, violations: violations.length, control, notes };
}

export const promises = [
  { id: 'M8', size: 50_000, run: crowd },
  { id: 'E1', size: 100, run: kills },
];
