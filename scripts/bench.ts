// npm run bench                      all benchmarks of docs/performance.md, each compared with a control in the same run
// npm run bench -- search clicks     some of them: files of tests/bench
// npm run bench -- --books 100000 --clicks 1000000     smaller
// Uses a separate database and leaves nothing behind.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { installZodMessages } from '#shared/validation.ts';
import type { BenchTarget, Row } from '../tests/bench/harness.ts';
import { withLargeInstallation } from '../tests/bench/large-installation.ts';

type Sizes = { clicks: number };
type Measure = { measure(target: BenchTarget, sizes: Sizes): Promise<Row[]> };

const MEASURES = ['lists', 'pages', 'search', 'emails', 'send', 'clicks', 'slots', 'sums', 'start', 'review'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { books: { type: 'string', default: '1000000' }, clicks: { type: 'string', default: '10000000' } },
});
const books = Number(values.books);
const clicks = Number(values.clicks);
const unknown = positionals.filter((name) => !MEASURES.includes(name));
if (unknown.length || !(books >= 1000) || !(clicks >= 1000))
  throw new Error(`npm run bench -- [${MEASURES.join('] [')}] [--books N] [--clicks N] (each N at least 1,000)`);

installZodMessages();
console.log(`${books.toLocaleString('en-US')} books; ${cpus().length} × ${cpus()[0]?.model}; Node ${process.version}`);
console.log('Seeding…');
await withLargeInstallation(books, async (target) => {
  console.log('| | what | control | ours | ratio | goal | |\n|---|---|---|---|---|---|---|');
  for (const name of MEASURES.filter((name) => !positionals.length || positionals.includes(name))) {
    const { measure } = (await import(`../tests/bench/${name}.ts`)) as Measure;
    for (const row of await measure(target, { clicks })) print(row);
  }
});

function print({ id, description, control, result, ratio, goal, isMet }: Row) {
  console.log(
    `| ${id} | ${description} | ${control} | ${result} | ${ratio.toFixed(ratio < 10 ? 2 : 0)} | ${goal} | ${isMet ? 'met' : 'not met'} |`,
  );
}
