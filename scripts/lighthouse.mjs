// npm run lighthouse                 each page of tests/lighthouse/pages.ts three times on a simulated phone; the medians
// npm run lighthouse -- book --runs 5    only pages with that in their name, more often
// Exit 1 when a score is below its goal. The reports are in .cache/lighthouse. On a server and database of its own; needs what npm start has prepared.
import { parseArgs } from 'node:util';
import { build } from './prepare.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' } },
});
build();
const { measurePages } = await import('../tests/lighthouse/measure.ts');
const met = await measurePages({ only: positionals, runs: Number(values.runs) });
process.exitCode = met ? 0 : 1;
