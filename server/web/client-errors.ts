// See docs/decisions/0016-browser-errors-through-our-server.md.
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ClientError } from '#shared/client-errors.ts';

type Log = { warn(fields: object, message: string): void };
type ErrorReporter = { report(error: ClientError): void };

/**
 * Per network and hour: a page that keeps failing must not fill the log. Counted in memory, because the database may be
 * what fails.
 */
const MAX_REPORTS_PER_HOUR = 60;

/**
 * Logs an error in a visitor's browser under the error ID they saw, and forwards it to an error tracker if there is
 * one.
 */
export function createErrorReporter(log: Log, errorTracker: ErrorReporter | null) {
  const reports = new RateLimiterMemory({ points: MAX_REPORTS_PER_HOUR, duration: 3600 });
  return async (report: ClientError | null, network: string) => {
    const isAllowed = await reports.consume(network).then(
      () => true,
      () => false,
    );
    if (!report || !isAllowed) return;
    log.warn({ client_error: report }, 'browser error');
    errorTracker?.report(report);
  };
}
