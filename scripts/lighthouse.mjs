// npm run lighthouse                     measures the pages of tests/lighthouse/measure.ts on a simulated phone, three
//                                        times each, and prints the medians
// npm run lighthouse -- book --runs 5    only the page with this name, five times
// Exit code 1 if a median misses its target. Reports are in .cache/lighthouse. Uses its own server and database; needs
// the packages and the database client that npm start installs.
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
