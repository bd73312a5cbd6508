import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ClientError } from '#shared/client-errors.ts';

type Log = { warn(fields: object, message: string): void };
type Elsewhere = { report(error: ClientError): void };

/** From one network in an hour; a page that fails again and again must not fill the log. Counted without the database, which may be what fails. */
const MAX_REPORTS = 60;

/** Writes what went wrong in a browser, under the ID that its visitor was shown, to the log and perhaps elsewhere. */
export function clientErrors(log: Log, elsewhere: Elsewhere | null) {
  const reports = new RateLimiterMemory({ points: MAX_REPORTS, duration: 3600 });
  return async (report: ClientError | null, network: string) => {
    const isHeard = await reports.consume(network).then(
      () => true,
      () => false,
    );
    if (!report || !isHeard) return;
    log.warn({ client_error: report }, 'error in a browser');
    elsewhere?.report(report);
  };
}
