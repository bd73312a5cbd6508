// npm run lighthouse                 each page of tests/lighthouse/measure.ts three times on a simulated phone; prints the medians
// npm run lighthouse -- book --runs 5    only the page with this name, more runs
// Exit code 1 if a score is below its target. Reports are in .cache/lighthouse. Uses its own server and database; needs
// the files that npm start prepares.
import { parseArgs } from 'node:util';
import { build } from './prepare.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' } },
});
build();
const { measurePages } = await import('../tests/lighthouse/measure.ts');
const isMet = await measurePages({ only: positionals, runs: Number(values.runs) });
process.exitCode = isMet ? 0 : 1;
