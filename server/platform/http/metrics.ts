/** GET /metrics for Prometheus, and the middleware that counts responses. */
import { timingSafeEqual } from 'node:crypto';
import { type Request, type RequestHandler, Router } from 'express';
import { TOP_SPOT_TAKEN } from '#shared/addons.ts';
import type { Deps } from '../deps.ts';
import { type AppError, notFound } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { sha256 } from '../signed.ts';
import { isStream } from './event-stream.ts';

/** Requires METRICS_TOKEN if there is one. Without one, it's open in a demo that isn't public. Otherwise 404. */
export function metricsRoutes({ metrics, config }: Pick<Deps, 'metrics' | 'config'>): Router {
  const router = Router();
  router.get('/metrics', async (req, res) => {
    const { METRICS_TOKEN: token, isDemo, isPublicDemo } = config;
    if (token ? !isBearer(req, token) : !isDemo || isPublicDemo) throw notFound();
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

/** Counts finished responses by route pattern, because paths with ids would each be a series. */
export const countRequests =
  ({ requests, requestSeconds, slotConflicts }: Metrics): RequestHandler =>
  (req, res, next) => {
    const stopTimer = requestSeconds.startTimer();
    res.on('finish', () => {
      const route = routeOf(req);
      if (!isStream(res)) stopTimer({ route });
      requests.inc({ method: req.method, route, status: res.statusCode });
      const slot = res.statusCode === 409 && slotConflictOf(res.locals.refusal);
      if (slot) slotConflicts.inc({ slot });
    });
    next();
  };

const PAGE_ROUTE = '/{*path}';

function routeOf({ route }: Request): string {
  const path = route?.path;
  if (path === undefined) return 'none';
  if (path === PAGE_ROUTE) return 'page';
  if (typeof path !== 'string') return 'pattern';
  return path.replace('/api/v1', '');
}

/** The slot that was already taken, recognized by the error response. */
function slotConflictOf(refusal: AppError['body'] | undefined): 'date_full' | 'top_taken' | null {
  const { code, errors } = (refusal ?? {}) as { code?: string; errors?: { base?: string[] } };
  if (code === 'date_full') return 'date_full';
  return errors?.base?.[0] === TOP_SPOT_TAKEN ? 'top_taken' : null;
}

/** Compares digests, because the comparison needs equal lengths. */
const isBearer = (req: Request, token: string) =>
  timingSafeEqual(sha256(req.get('authorization') ?? ''), sha256(`Bearer ${token}`));
