/** Worker thread that reads a report, sends the result, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ReportInput, readReport } from './read-report.ts';
import { ReportError } from './tables.ts';

try {
  parentPort!.postMessage({ report: await readReport(workerData as ReportInput) });
} catch (error) {
  if (!(error instanceof ReportError)) throw error;
  parentPort!.postMessage({ refusal: error.message });
}
