// npm run markup: checks each kind of page with the Nu HTML Checker, like validator.w3.org. Needs Java and, the first
// time, the network.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, node } from './prepare.mjs';

/** The checker's package is 30 MB, so npm downloads it only for this command. */
const CHECKER = 'vnu-jar@26.9.27';
/** Regular expressions of accepted errors. */
const ACCEPTED = [
  // Partners see their deal as the email shows it, and email programs need these attributes.
  '.*The “(cellspacing|width|valign)” attribute on the “(table|td)” element is obsolete.*',
  // Mantine's lists, switches, and theme.
  'Attribute “value” not allowed on element “div” at this point.*',
  'Element “div” not allowed as child .*“label” .*',
  '.*“style” element.*',
  // The chart library passes its properties on to the SVG and its container.
  'Attribute “(x|y|width|height|name|radius|orientation|angle)” not allowed on element “(path|line|text|div)” at this point.*',
  // CSS Basic User Interface 4: a text area grows with its text. The checker doesn’t know the property yet.
  'CSS: “field-sizing”: Property “field-sizing” doesn.t exist.*',
];
const CRAWLS = ['public', 'partner', 'staff'].map((audience) => `tests/browser/${audience}-crawl.test.ts`);

if (spawnSync('java', ['-version']).status !== 0) {
  console.log('Java isn’t installed, so the Nu HTML Checker didn’t run. npm test checks the pages with html-validate.');
  process.exit(0);
}
install();
build();
const folder = mkdtempSync(join(tmpdir(), 'deckle-markup-'));
const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } }).status === 0;
const isCrawled = run(node, ['node_modules/vitest/vitest.mjs', 'run', '-t', 'problems', ...CRAWLS], {
  NODE_ENV: 'test',
  MARKUP_DIR: folder,
});
const isValid =
  isCrawled &&
  run('npx', ['--yes', CHECKER, '--errors-only', '--skip-non-html', '--filterpattern', ACCEPTED.join('|'), folder]);
console.log(
  isValid ? '0 errors' : isCrawled ? 'The Nu checker found errors.' : 'Some pages didn’t open. See the errors above.',
);
if (isValid) rmSync(folder, { recursive: true });
else console.log(`The pages are in ${folder}`);
process.exit(isValid ? 0 : 1);
