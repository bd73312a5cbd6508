import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

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
    testTimeout: 20_000,
    hookTimeout: 60_000,
    globalSetup: ['server/testing/global-setup.ts'],
    pool: 'forks',
    // The usual number leaves one core idle; our tests wait for Postgres and the browser half the time.
    // Files share what they import: no test replaces a module, and importing the server anew for each took half of the time.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
