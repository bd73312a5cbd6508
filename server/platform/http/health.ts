import { Router } from 'express';
import type { Deps } from '../deps.ts';

/**
 * /healthz: the process responds. /readyz: its database responds too and isn't a standby, which refuses writes, and the
 * process isn't shutting down. A load balancer sends no requests to a process that isn't ready.
 */
export function healthRoutes({ pool }: Pick<Deps, 'pool'>, isStopping: () => boolean = () => false): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ ok: true });
  });
  router.get('/readyz', async (_req, res) => {
    const ready =
      !isStopping() &&
      (await pool.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby').then(
        ({ rows }) => !rows[0]!.is_standby,
        () => false,
      ));
    res.status(ready ? 200 : 503).json({ ok: ready });
  });
  return router;
}
