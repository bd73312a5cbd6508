import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest: a browser, processes that are killed, whole servers. */
const LONGEST = [/\/tests\/(browser|faults)\//, /\/tests\//];

/** They come first, so that no worker is still at one when the others have nothing left to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const turnOf = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((kind) => kind.test(moduleId));
      return at < 0 ? LONGEST.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => turnOf(a) - turnOf(b));
  }
}

export default defineConfig({
  test: {
    include: [
      'shared/**/*.test.ts',
      'server/**/*.test.ts',
      'client/**/*.test.{ts,tsx}',
      'prisma/**/*.test.ts',
      'scripts/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
    // Some tests let a week pass, job by job, which takes a crowded machine longer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a page shows soon, it shows later on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    globalSetup: ['server/testing/global-setup.ts'],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // The usual number leaves one core idle; our tests wait for Postgres and the browser half the time.
    // Files share what they import: no test replaces a module, and importing the server anew for each took half of the time.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
