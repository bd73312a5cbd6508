/**
 * Reads reports in worker threads, with limits on time and memory, so that other requests don't wait. See
 * docs/decisions/0136-read-reports-in-a-thread.md.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { busy, invalid } from '#server/platform/errors.ts';
import type { SalesReport } from '#shared/sales-report.ts';
import type { ReportInput } from './read-report.ts';

const TIMEOUT_MS = 20_000;
const MAX_HEAP_MB = 384;
const MAX_YOUNG_HEAP_MB = 64;
/** Each reader may use the heaps above plus the unpacked bytes of a workbook. */
const MAX_READERS = 2;
const RETRY_SECONDS = 5;
let activeReaders = 0;

export async function runReader(input: ReportInput): Promise<SalesReport> {
  if (activeReaders >= MAX_READERS) throw busy('We’re reading too many reports right now.', RETRY_SECONDS);
  activeReaders += 1;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stderr: true,
  });
  try {
    const [message] = await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { report, refusal } = message as { report?: SalesReport; refusal?: string };
    if (report) return report;
    throw invalid({ report: [refusal!] });
  } catch (error) {
    if (isOverLimit(error))
      throw invalid({ report: ['This file is too large or takes too long to read. Choose a shorter date range.'] });
    throw error;
  } finally {
    // The next reader may start only once this one's memory is free.
    await worker.terminate();
    activeReaders -= 1;
  }
}

const isOverLimit = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));
