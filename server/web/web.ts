/** The pages and their files, as the client's build made them. */
import { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import type { PublicApi } from '#shared/public-api.ts';
import { loadBuild } from './build.ts';
import { feeds } from './feeds.ts';
import { createPages } from './pages.ts';
import { publicApi } from './public-api.ts';
import { robots } from './robots.ts';
import { sitemap } from './sitemap.ts';
import { createStatic } from './static.ts';

const DIST = 'dist';

/** Everything here shows what anybody may see, so it reads where that may be seconds old. */
export async function createWeb({ reads, readsPool, ...whole }: Deps): Promise<Router> {
  const deps: Deps = { ...whole, reads, readsPool, db: reads, pool: readsPool };
  const router = Router();
  const api = publicApi(deps);
  router.use(createStatic(DIST));
  router.use(robots(deps.config.appUrl, { isClosed: deps.config.isPublicDemo }), sitemap(deps), feeds(deps, api));
  router.use(
    createPages<PublicApi>({
      build: await loadBuild<PublicApi>(DIST),
      api,
      appUrl: deps.config.appUrl,
      supportEmail: deps.config.SUPPORT_EMAIL,
      stripeFrames: deps.stripe.publishableKey !== null,
      log: deps.log,
      now: deps.now,
    }),
  );
  return router;
}
