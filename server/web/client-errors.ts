import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ClientError } from '#shared/client-errors.ts';

type Log = { warn(fields: object, message: string): void };
type ErrorReporter = { report(error: ClientError): void };

/**
 * Per network and hour: a page that keeps failing must not fill the log. Counted in memory, because the database may be
 * what fails.
 */
const MAX_REPORTS = 60;

/**
 * Logs an error in a visitor's browser under the error ID they saw, and forwards it to an error tracker if there is
 * one.
 */
export function clientErrors(log: Log, elsewhere: ErrorReporter | null) {
  const reports = new RateLimiterMemory({ points: MAX_REPORTS, duration: 3600 });
  return async (report: ClientError | null, network: string) => {
    const isHeard = await reports.consume(network).then(
      () => true,
      () => false,
    );
    if (!report || !isHeard) return;
    log.warn({ client_error: report }, 'browser error');
    elsewhere?.report(report);
  };
}
