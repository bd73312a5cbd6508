import { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { CHANNEL_PARAMETER } from '#shared/share-channels.ts';
import { createLinkFollower } from './redirect.ts';
import { userAgentClass } from './user-agent.ts';

const TOKEN = /^\/([\w-]{33,45})\/?$/;

/** `/{token}`: a tracked link. Other paths and invalid tokens are left to the pages. */
export function trackedLinkRoutes(deps: Pick<Deps, 'pool' | 'now' | 'config'>): Router {
  const router = Router();
  const follow = createLinkFollower(deps);
  router.get(TOKEN, async (req, res, next) => {
    const ua_class = userAgentClass({ method: req.method, header: (name) => req.get(name) });
    const visit = { ua_class, ip: req.ip, from: req.query[CHANNEL_PARAMETER] };
    const url = await follow(String(req.params[0]), visit);
    if (!url) return next();
    res
      .set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
      .redirect(302, url);
  });
  return router;
}
