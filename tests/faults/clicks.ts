/** Click fault tests: 99% of people's clicks are billed, 99% of programs' aren't, and no redirected click is lost. */

import { withTrialDatabase } from '../cluster.ts';
import { crowdTrial, crowdWithoutEvidence } from './clicks-crowd.ts';
import { clickKillsTrial, clickKillsWithoutGuard } from './clicks-kills.ts';
import { verdict } from './verdict.ts';

const CONTROL_KILLS = 2;

/** `size` is the number of clicks. */
async function runCrowd(size: number, seed: number) {
  const { violations, ...counts } = crowdTrial(size, seed);
  return verdict(size, violations, crowdWithoutEvidence(size, seed), JSON.stringify(counts));
}

/** `size` is the number of kills. */
const runKills = (size: number, seed: number) =>
  withTrialDatabase(async ({ databaseUrl }) => {
    const { violations, ...counts } = await clickKillsTrial({ databaseUrl, kills: size, seed });
    const control = await clickKillsWithoutGuard({ databaseUrl, kills: CONTROL_KILLS, seed });
    return verdict(size, violations, control, JSON.stringify(counts));
  });

export const trials = [
  { id: 'crowd', size: 50_000, run: runCrowd },
  { id: 'kills', size: 100, run: runKills },
];
