/** The simulated month of a warm-up, and its newsletter under kills, at full size. */
import { withTrialDatabase } from '../cluster.ts';
import { warmUpUnderKills } from './warm-up-kills.ts';
import { monthTable, monthTrial, monthWithout } from './warm-up-month.ts';

const CONTROL_READERS = 2_000;
const READERS_PER_KILL = 500;

export const trials = [
  { id: 'month', size: 3_000, run: runMonth },
  { id: 'kills', size: 10_000, run: runKills },
];

/** `size` is the number of readers. */
function runMonth(size: number, seed: number) {
  return withTrialDatabase(async ({ databaseUrl }) => {
    const { violations, ...found } = await monthTrial({ databaseUrl, readers: size, seed });
    for (const violation of violations) console.error(violation);
    console.log(monthTable(found));
    const controls = { databaseUrl, readers: Math.min(size, CONTROL_READERS), seed };
    const [stop, cap] = [await monthWithout('stop', controls), await monthWithout('cap', controls)];
    const isRed = stop.control === 'red' && cap.control === 'red';
    return {
      ...{ n: size, violations: violations.length, control: isRed ? ('red' as const) : ('green' as const) },
      notes: JSON.stringify({ without_stop: stop, without_cap: { ...cap, others: cap.others.length } }),
    };
  });
}

/** `size` is the number of readers, with a kill per 500, but at least two. */
function runKills(size: number, seed: number) {
  return withTrialDatabase(async ({ databaseUrl }) => {
    const trial = { databaseUrl, readers: size, kills: Math.max(2, Math.round(size / READERS_PER_KILL)), seed };
    const { violations, tally, days } = await warmUpUnderKills(trial);
    for (const violation of violations) console.error(violation);
    const control = await warmUpUnderKills({ ...trial, readers: CONTROL_READERS, kills: 1, isGuarded: false });
    return {
      ...{ n: size, violations: violations.length, notes: JSON.stringify({ tally, days }) },
      control: control.violations.length ? ('red' as const) : ('green' as const),
    };
  });
}
