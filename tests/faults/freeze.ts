/** Choosing a newsletter's recipients under kills. */
import { withTrialDatabase } from '../cluster.ts';
import { freezeUnderKills, freezeWithoutCursor } from './freeze-kills.ts';

const CONTROL_RANGES = 8;

/** `size` is the number of ranges. Processes die at their third or fourth. */
const run = (size: number, seed: number) =>
  withTrialDatabase(async ({ databaseUrl }) => {
    const { violations, ...counts } = await freezeUnderKills({ databaseUrl, ranges: size, seed });
    for (const violation of violations) console.error(violation);
    const control = await freezeWithoutCursor({ databaseUrl, ranges: CONTROL_RANGES, seed });
    return { n: size, violations: violations.length, control, notes: JSON.stringify(counts) };
  });

export const trials = [{ id: 'recipients', size: 300, run }];
