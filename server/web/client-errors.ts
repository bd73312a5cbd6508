import express, { Router } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { addressOf } from '#server/auth/guards.ts';
import { ClientError } from '#shared/client-errors.ts';

type Log = { warn(fields: object, message: string): void };
type Elsewhere = { report(error: ClientError): void };

/** From one address in an hour; a page that fails again and again must not fill the log. Counted without the database, which may be what fails. */
const MOST_REPORTS = 60;

/** POST /api/v1/client_errors: what went wrong in a browser, under the ID that its visitor was shown. Into the log, and perhaps elsewhere. */
export function createClientErrors(log: Log, elsewhere: Elsewhere | null) {
  const router = Router();
  const reports = new RateLimiterMemory({ points: MOST_REPORTS, duration: 3600 });
  const isHeard = (address: string) =>
    reports.consume(address).then(
      () => true,
      () => false,
    );
  router.post('/', express.json({ limit: '16kb' }), async (req, res) => {
    const report = ClientError.safeParse(req.body);
    if (report.success && (await isHeard(addressOf(req)))) {
      log.warn({ client_error: report.data }, 'error in a browser');
      elsewhere?.report(report.data);
    }
    res.status(204).end();
  });
  return router;
}
