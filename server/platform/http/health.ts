import { Router } from 'express';
import type { Deps } from '../deps.ts';

/**
 * /healthz: the process responds. /readyz: its database responds too, and the process isn't shutting down; a load
 * balancer sends no requests to a process that isn't ready.
 */
export function healthRoutes({ pool }: Pick<Deps, 'pool'>, isStopping: () => boolean = () => false): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ ok: true });
  });
  router.get('/readyz', async (_req, res) => {
    const ready =
      !isStopping() &&
      (await pool.query('select 1').then(
        () => true,
        () => false,
      ));
    res.status(ready ? 200 : 503).json({ ok: ready });
  });
  return router;
}
