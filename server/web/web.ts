/** The client's pages and files, robots.txt, sitemaps, feeds, the framed sign-up form, and link previews. */
import { type Request, Router } from 'express';
import type { Route } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { networkBucket, searchBucket } from '#server/platform/http/network-buckets.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { loadBuild } from './build.ts';
import type { DevPages } from './dev-pages.ts';
import { feedRoutes } from './feeds.ts';
import { linkPreviewRoutes } from './link-previews.ts';
import { newsletterFormRoutes } from './newsletter-form.ts';
import { createPages } from './pages.ts';
import { publicApi } from './public-api.ts';
import { robotsRoutes } from './robots.ts';
import { sitemapRoutes } from './sitemap.ts';
import { createStatic } from './static.ts';

const DIST = 'dist';
const PAGE_CACHE_MS = 30_000;

/** Five a second for a minute, not counting cached pages. */
const MAX_RENDERS_PER_MINUTE = 300;

function renderLimit() {
  const [renders, searches] = [networkBucket(MAX_RENDERS_PER_MINUTE, 60), searchBucket()];
  return async (req: Request, { isSearch }: { isSearch: boolean }) => {
    await renders(req);
    if (isSearch) await searches(req);
  };
}

/** Nothing here changes data or needs a sign-in, so it may read data that is seconds old. */
export async function createWeb(allDeps: Deps, createRoutes: (deps: Deps) => Route[], dev?: DevPages): Promise<Router> {
  const deps = { ...allDeps, db: allDeps.reads, pool: allDeps.readsPool };
  const router = Router();
  const api = publicApi(createRoutes(deps), deps.now);
  router.use(dev?.files ?? createStatic(DIST));
  router.use(
    robotsRoutes(deps.config.appUrl, { isClosed: deps.config.isPublicDemo }),
    sitemapRoutes(deps),
    feedRoutes(deps, api),
    newsletterFormRoutes(deps),
    linkPreviewRoutes(deps, api),
  );
  router.use(
    createPages<PublicApi>({
      build: dev?.build ?? (await loadBuild<PublicApi>(DIST)),
      cacheMs: dev ? 0 : PAGE_CACHE_MS,
      api,
      appUrl: deps.config.appUrl,
      supportEmail: deps.config.operator.email,
      hasStripeFrames: deps.stripe.publishableKey !== null,
      log: deps.log,
      now: deps.now,
      limit: renderLimit(),
    }),
  );
  return router;
}
