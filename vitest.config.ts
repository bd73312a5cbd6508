import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { contentPages } from './scripts/content/plugin.ts';

/** Slowest test files first: browser and fault-injection tests, then the other tests in `tests/`. */
const LONGEST = [/\/tests\/(browser|faults)\//, /\/tests\//];

/** Runs the slowest files first, so that workers finish at about the same time. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const priorityOf = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((kind) => kind.test(moduleId));
      return index < 0 ? LONGEST.length : index;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => priorityOf(a) - priorityOf(b));
  }
}

export default defineConfig({
  plugins: [contentPages()],
  test: {
    include: [
      'shared/**/*.test.ts',
      'server/**/*.test.ts',
      'client/**/*.test.{ts,tsx}',
      'prisma/**/*.test.ts',
      'scripts/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
    // Some tests simulate a week of jobs, which is slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Pages render more slowly on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    globalSetup: ['server/testing/global-setup.ts', 'tests/browser/unpack-browser.ts'],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // A worker's test files share one module graph: re-importing the server for each file took half the time.
    // So vi.mock can't replace a module that an earlier file has loaded.
    isolate: false,
    // More memory than by default: each file's variables stay in that graph, and so do the servers and database clients
    // that the file has closed.
    execArgv: ['--max-old-space-size=7168'],
    // Vitest's default leaves one core idle, but our tests spend half their time waiting for Postgres and the browser.
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
