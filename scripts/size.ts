// npm run size -- --readers 100000 --promotions 60
// Prints the processes, settings of Postgres, and disk for that many readers and promotions a day.
import { fail, textOptions } from './command-line.ts';
import { planFor } from './size/installation.ts';

const USAGE = 'npm run size -- --readers NUMBER --promotions PER_DAY';

const options = textOptions(['readers', 'promotions'], USAGE);
const numberOf = (name: 'readers' | 'promotions') => {
  const value = options[name] ?? '';
  return /^[1-9]\d{0,9}$/.test(value) ? Number(value) : fail(`--${name} must be a whole number above 0.\n${USAGE}`);
};
console.log(planFor({ readers: numberOf('readers'), promotions: numberOf('promotions') }).join('\n'));
