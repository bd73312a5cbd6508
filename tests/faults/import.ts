/** Importing a list under kills. */
import { withTrialDatabase } from '../cluster.ts';
import { growthViolations, importUnderKills, importWithoutMark, laterGrowthViolations } from './import-kills.ts';

const CONTROL = { rows: 4_000, kills: 4, rowsPerBatch: 200 };

/** `size` is the number of rows. Imports the file with twenty kills, and again without, to see how memory grows. */
const run = (size: number, seed: number) =>
  withTrialDatabase(async ({ databaseUrl }) => {
    const trial = { databaseUrl, rows: size, rowsPerBatch: 1_000, seed };
    const { violations: found, ...killed } = await importUnderKills({ ...trial, kills: 20 });
    const { violations: foundAlone, ...alone } = await importUnderKills({ ...trial, kills: 0 });
    const violations = [
      ...[...found, ...foundAlone],
      ...[killed.memory, alone.memory].flatMap(growthViolations),
      ...laterGrowthViolations(alone.memory),
    ];
    for (const violation of violations) console.error(violation);
    const control = await importWithoutMark({ databaseUrl, ...CONTROL, seed });
    return { n: size, violations: violations.length, control, notes: JSON.stringify({ killed, alone }) };
  });

export const trials = [{ id: 'import', size: 200_000, run }];
