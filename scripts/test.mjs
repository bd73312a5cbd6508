// npm test: installs missing packages, then runs lint, types, import rules, commit subjects, wording, content, and
// every test: rules, API on a real Postgres, browser.
// npm test -- server/clicks: only the tests in these files or folders. Ends with one line: N passed, N failed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, node } from './prepare.mjs';

const filters = process.argv.slice(2);
install();
if (!filters.length || filters.some(needsPages)) build();

const counts = { passed: 0, failed: 0 };
const count = (name, isOk) => {
  counts[isOk ? 'passed' : 'failed'] += 1;
  console.log(`${isOk ? '✓' : '✗'} ${name}`);
};
const run = (command, args) =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: 'test' } })
    .status === 0;

if (!filters.length) {
  count('lint and format (biome)', run('node_modules/.bin/biome', ['check', '--error-on-warnings', '.']));
  count('types (tsc)', run('node_modules/.bin/tsc', ['-p', '.']));
  count('import rules', run(node, ['scripts/import-rules.ts']));
  count('commit subjects', run(node, ['scripts/commit-subjects.ts']));
  count('wording and spelling', run(node, ['scripts/language.ts']));
  count('content', run(node, ['--disable-warning=ExperimentalWarning', 'scripts/content-check.ts', '--brief']));
}
runTests(filters);

console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed ? 1 : 0);

/**
 * True if a test may open a page, render an email, or read the build. An argument that isn't a path may match any test.
 */
function needsPages(filter) {
  if (!existsSync(filter)) return !filter.startsWith('-');
  if (!statSync(filter).isDirectory())
    return /pages: true|browser|dist|npm|cluster\.ts/.test(readFileSync(filter, 'utf8'));
  return readdirSync(filter).some((name) => needsPages(join(filter, name)));
}

/** Runs vitest and adds its counts. A run without a report or without tests has failed. */
function runTests(filters) {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-report-'));
  const report = join(folder, 'report.json');
  const reporters = ['default', 'json', './scripts/flaky-tests.ts'].map((name) => `--reporter=${name}`);
  // Browsers and killed processes can miss a deadline on a busy machine, so a full run retries a failed test once.
  const retries = filters.length ? [] : ['--retry=1'];
  const flags = ['run', ...retries, ...reporters, `--outputFile.json=${report}`];
  const isOk = run(node, [
    '--disable-warning=ExperimentalWarning',
    'node_modules/vitest/vitest.mjs',
    ...flags,
    ...filters,
  ]);
  const result = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0 };
  rmSync(folder, { recursive: true });
  counts.passed += result.numPassedTests;
  counts.failed += result.numFailedTests;
  if (!result.numFailedTests && (!isOk || !result.numPassedTests)) count('the test run itself', false);
}
