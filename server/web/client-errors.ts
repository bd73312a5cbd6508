import express, { Router } from 'express';
import { ClientError } from '#shared/client-errors.ts';

type Log = { warn(fields: object, message: string): void };
type Elsewhere = { report(error: ClientError): void };

/** POST /api/v1/client_errors: what went wrong in a browser, under the ID that its visitor was shown. Into the log, and perhaps elsewhere. */
export function createClientErrors(log: Log, elsewhere: Elsewhere | null) {
  const router = Router();
  router.post('/', express.json({ limit: '16kb' }), (req, res) => {
    const report = ClientError.safeParse(req.body);
    if (report.success) {
      log.warn({ client_error: report.data }, 'error in a browser');
      elsewhere?.report(report.data);
    }
    res.status(204).end();
  });
  return router;
}
