// npm run bench -- search clicks     two benchmarks of docs/performance.md (files in tests/bench)
// npm run bench -- all               all of them, which takes about 20 minutes
// npm run bench -- lists --books 100000 --clicks 1000000     smaller
// Most benchmarks have a control. The command uses a separate database and leaves nothing behind.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { installZodMessages } from '#shared/validation.ts';
import type { BenchTarget, Row } from '../tests/bench/harness.ts';
import { withLargeInstallation } from '../tests/bench/large-installation.ts';

type Sizes = { clicks: number };
type Measure = { measure(target: BenchTarget, sizes: Sizes): Promise<Row[]> };

const MEASURES = [
  'lists',
  'pages',
  'search',
  'emails',
  'send',
  'clicks',
  'slots',
  'sums',
  'requests',
  'start',
  'review',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { books: { type: 'string', default: '1000000' }, clicks: { type: 'string', default: '10000000' } },
});
const books = Number(values.books);
const clicks = Number(values.clicks);
const chosen = positionals[0] === 'all' ? MEASURES : positionals;
if (!chosen.length || chosen.some((name) => !MEASURES.includes(name)) || !(books >= 1000) || !(clicks >= 1000)) {
  console.error(`npm run bench -- all | ${MEASURES.join(' | ')}\n  [--books N] [--clicks N]   at least 1,000 each`);
  process.exit(1);
}

installZodMessages();
console.log(`${books.toLocaleString('en-US')} books; ${cpus().length} × ${cpus()[0]?.model}; Node ${process.version}`);
console.log('Seeding…');
await withLargeInstallation(books, async (target) => {
  console.log('| | what | control | ours | ratio | goal | |\n|---|---|---|---|---|---|---|');
  for (const name of chosen) {
    const { measure } = (await import(`../tests/bench/${name}.ts`)) as Measure;
    for (const row of await measure(target, { clicks })) print(row);
  }
});

function print({ id, description, control, result, ratio, goal, isMet }: Row) {
  console.log(
    `| ${id} | ${description} | ${control} | ${result} | ${ratio.toFixed(ratio < 10 ? 2 : 0)} | ${goal} | ${isMet ? 'met' : 'not met'} |`,
  );
}
