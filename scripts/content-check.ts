/**
 * Checks the sources of written pages (docs/content.md), and lists each page's words, links, pictures, and downloads,
 * and the links to check by hand. With --brief, lists only problems. Exit code 1 if there is one.
 */
import { readFileSync } from 'node:fs';
import { systemClock } from '#server/platform/clock.ts';
import { pageFiles, readArticle } from './content/article.ts';
import { checkContent } from './content/check.ts';

const EXPECTED_IN_GUIDE = { links: 5, pictures: 2, downloads: 1 };

const reports = pageFiles().map((file) => ({
  file,
  ...checkContent(file, readFileSync(file, 'utf8'), systemClock.now().toISOString().slice(0, 10)),
}));

const isBrief = process.argv.includes('--brief');
if (!isBrief) {
  console.log('words  links  pictures  downloads  unverified');
  for (const { file, kind, path, links, pictures, downloads, unverified } of reports) {
    const counts = { links: links.length, pictures, downloads };
    const shortages = Object.entries(EXPECTED_IN_GUIDE).filter(
      ([name, minimum]) => counts[name as keyof typeof counts] < minimum,
    );
    const { words } = readArticle(file);
    const cells = [words, links.length, pictures, downloads, unverified.length].map((count, at) =>
      String(count).padStart([5, 5, 8, 9, 10][at]!),
    );
    const isShort = kind === 'guide' && shortages.length > 0;
    console.log(
      `${cells.join('  ')}  ${path}${isShort ? ` (fewer ${shortages.map(([name]) => name).join(', ')} than expected)` : ''}`,
    );
  }
  const linksToOpen = new Map(reports.flatMap(({ unverified }) => unverified.map(({ url, why }) => [url, why])));
  if (linksToOpen.size) console.log('\nCheck these links by hand:');
  for (const [url, why] of linksToOpen)
    console.log(`  ${url} (${why === 'undated' ? 'the copy we read is undated' : 'nobody opened it'})`);
  console.log();
}
const problems = reports.flatMap(({ file, problems }) =>
  problems.map(({ line, message }) => `${file}:${line} ${message}`),
);
for (const problem of problems) console.log(problem);
console.log(`content: ${reports.length} pages, ${problems.length || 'no'} problems`);
process.exitCode = problems.length ? 1 : 0;
