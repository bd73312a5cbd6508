// npm run faults -- mail                   the fault tests of tests/faults/mail.ts at full size, each with its control
// npm run faults -- mail --size 2000       smaller
// npm run faults -- mail --seed 7          another random seed
// npm run faults -- mail --only raw        only the trials whose id begins with "raw"
// Exit code 1 on a violation, or if a control (the same trial without its guard) finds none. Exit code 2 if this
// machine lacks what the test needs, so nothing was run.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installZodMessages } from '#shared/validation.ts';

/** `control` is 'red' if the control found violations, as it must. */
type Verdict = { n: number; violations: number; control: 'red' | 'green'; notes?: string };
type Trial = { id: string; size: number; run(size: number, seed: number): Promise<Verdict> };

const USAGE = 'npm run faults -- <test> [--size N] [--seed N] [--only ID], where <test> is a file in tests/faults';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string' }, seed: { type: 'string', default: '1' }, only: { type: 'string' } },
});
const [name = ''] = positionals;
const file = `../tests/faults/${name}.ts`;
if (!/^[a-z-]+$/.test(name) || !existsSync(new URL(file, import.meta.url))) throw new Error(USAGE);
const seed = Number(values.seed);
const size = values.size === undefined ? null : Number(values.size);
if (!Number.isInteger(seed) || (size !== null && !(size >= 1))) throw new Error(USAGE);

installZodMessages();
const { trials, unmetRequirement } = (await import(file)) as {
  trials: readonly Trial[];
  unmetRequirement?: () => string | null;
};
const reason = unmetRequirement?.();
if (reason) {
  console.error(`Not run: ${reason}.`);
  process.exit(2);
}
const selected = trials.filter(({ id }) => !values.only || id.startsWith(values.only));
if (!selected.length)
  throw new Error(`No trial of ${name} matches --only. Trials: ${trials.map(({ id }) => id).join(', ')}`);
const COLUMN_WIDTHS = [18, 10, 12, 10, 10, 10];
const printRow = (...cells: (string | number)[]) =>
  console.log(cells.map((cell, index) => String(cell).padEnd(COLUMN_WIDTHS[index] ?? 0)).join(''));

printRow('trial', 'n', 'violations', 'seed', 'control', 'seconds');
for (const trial of selected) {
  const startedAt = performance.now();
  const { n, violations, control, notes } = await trial.run(size ?? trial.size, seed);
  printRow(trial.id, n, violations, seed, control, Math.round((performance.now() - startedAt) / 1000));
  if (notes) console.log(`  ${notes}`);
  if (violations || control !== 'red') process.exitCode = 1;
}
