import type { Reporter, TestModule } from 'vitest/node';

/** Lists tests that failed once and passed on the second attempt, so that a retry hides nothing. */
export default class FlakyTestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    for (const module of modules)
      for (const test of module.children.allTests('passed'))
        if (test.diagnostic()?.flaky)
          console.log(`passed on the second attempt: ${module.relativeModuleId} > ${test.fullName}`);
  }
}
