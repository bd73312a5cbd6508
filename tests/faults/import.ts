/** The import of a list under kills. */
import { withTrialDatabase } from '../cluster.ts';
import { importUnderKills, importWithoutMark } from './import-kills.ts';

const CONTROL = { rows: 4_000, kills: 4, rowsPerBatch: 200 };

/** `size` is the number of rows; twenty processes are killed. */
const run = (size: number, seed: number) =>
  withTrialDatabase(async ({ databaseUrl }) => {
    const { violations, ...counts } = await importUnderKills({
      databaseUrl,
      rows: size,
      kills: 20,
      rowsPerBatch: 1_000,
      seed,
    });
    for (const violation of violations) console.error(violation);
    const control = await importWithoutMark({ databaseUrl, ...CONTROL, seed });
    return { n: size, violations: violations.length, control, notes: JSON.stringify(counts) };
  });

export const promises = [{ id: 'import', size: 200_000, run }];
