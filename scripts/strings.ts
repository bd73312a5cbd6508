/**
 * Prints the visible strings by area (emails, screens, …) and file, for a copy editor: `npm run strings > strings.txt`.
 */
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { stringsIn } from './language.ts';
import { SKIPPED } from './language-table.ts';

const GROUPS: [title: string, files: string][] = [
  ['Emails', 'server/emails/*.{ts,tsx}'],
  ['Screens', 'client/**/*.{ts,tsx}'],
  ['Messages that server and screens share', 'shared/*.ts'],
  ['Summaries of the API', 'shared/api/*.ts'],
  ['Staff panel', 'server/admin/**/*.ts'],
  ['Messages of the server, and its log', 'server/**/*.{ts,tsx}'],
  ['Commands', 'scripts/**/*.{ts,mjs}'],
];
const EXCLUDED = [...SKIPPED, '**/*.test.*', '**/testing/**', '**/testing.ts', 'server/emails/fixtures.ts'];

const printed = new Set<string>();
for (const [title, files] of GROUPS) {
  console.log(`# ${title}`);
  const paths = globSync(files).filter(
    (path) => !printed.has(path) && !EXCLUDED.some((glob) => matchesGlob(path, glob)),
  );
  for (const path of paths.sort()) {
    printed.add(path);
    const strings = stringsIn(path, readFileSync(path, 'utf8'));
    if (strings.length) console.log(`\n## ${path}`);
    for (const { line, text } of strings) console.log(`${line}: ${text}`);
  }
  console.log();
}
