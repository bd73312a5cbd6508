// npm run size -- --readers 100000 --promotions 60
// Prints the processes, settings of Postgres, and disk for that many readers and promotions a day.
import { fail, textOptions } from './command-line.ts';
import { MAX_SIZE, planFor } from './size/installation.ts';

const USAGE = 'npm run size -- --readers NUMBER --promotions PER_DAY';

const ABOVE_MAX_SIZE =
  'More than that is too much for one Postgres: see “The limits of one Postgres” in docs/scaling.md.';

const options = textOptions(['readers', 'promotions'], USAGE);
const numberOf = (name: keyof typeof MAX_SIZE) => {
  const text = options[name] ?? '';
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= MAX_SIZE[name]) return value;
  const range = `--${name} must be a whole number from 1 to ${MAX_SIZE[name].toLocaleString('en-US')}.`;
  const isTooLarge = value > MAX_SIZE[name];
  return fail(`${range}${isTooLarge ? ` ${ABOVE_MAX_SIZE}` : ''}\n${USAGE}`);
};
console.log(planFor({ readers: numberOf('readers'), promotions: numberOf('promotions') }).join('\n'));
