/** Express app with its middleware in order and the routes. */
import compression from 'compression';
import express, { type Express, type Router } from 'express';
import { partnerAuthApi, userAuthApi } from '#shared/api/auth.ts';
import { booksApi } from '#shared/api/books.ts';
import { requireSecondFactor } from './accounts/enrollment.ts';
import { recordRefusedAccess } from './accounts/refusal-events.ts';
import { authRoutes } from './accounts/routes.ts';
import { addonRoutes } from './addons/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { aiRoutes } from './ai/routes.ts';
import { apiRouter, expressPath } from './api/implement.ts';
import { authenticate } from './auth/guards.ts';
import { createPassport } from './auth/strategies.ts';
import { authorRoutes } from './authors/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { blogRoutes } from './blog/routes.ts';
import { bookRoutes } from './books/routes.ts';
import { categoryRoutes } from './categories/routes.ts';
import { trackedLinkRoutes } from './clicks/routes.ts';
import { siteLinks } from './clicks/token.ts';
import { contactRoutes } from './contact/routes.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { discountRoutes } from './discounts/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { newsletterRoutes, promotionCountRoutes } from './newsletters/routes.ts';
import { partnerRoutes } from './partners/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { handleStripeEvent } from './payments/stripe-events.ts';
import type { Deps } from './platform/deps.ts';
import { boundedBody, stopReading } from './platform/http/bounded-body.ts';
import { apiNotFound, errorHandler } from './platform/http/error-handler.ts';
import { healthRoutes } from './platform/http/health.ts';
import { mediaRoutes } from './platform/http/media.ts';
import { countRequests, metricsRoutes } from './platform/http/metrics.ts';
import { limitSearches } from './platform/http/network-buckets.ts';
import { reduceToOriginForm, refuseOtherTargets, treatPutAsPatch } from './platform/http/request-line.ts';
import { requestLog } from './platform/http/request-log.ts';
import { privateResponses, securityHeaders } from './platform/http/security.ts';
import { promotionSiteRoutes } from './promotion-sites/routes.ts';
import { authorChangeHook, bookChangeHook } from './promotions/approved-version.ts';
import { promotionRoutes, savedViewRoutes, waitingListRoutes } from './promotions/routes.ts';
import { readerImportRoutes } from './reader-imports/routes.ts';
import { readerRoutes } from './readers/routes.ts';
import { referralRoutes } from './referrals/routes.ts';
import { resultRoutes } from './results/routes.ts';
import { DAILY } from './schedule.ts';
import { staffRoutes } from './staff/routes.ts';
import { statisticsRoutes } from './statistics/routes.ts';
import { warmUpRoutes } from './warm-up/routes.ts';
import { apiDocsRoutes } from './web/api-docs.ts';
import { noScriptFormRoutes } from './web/no-script-forms.ts';
import { demoNotice, labelDemo } from './web/public-demo.ts';
import { webRoutes } from './web/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

export type AppParts = {
  /** The demo tools, or undefined outside the sandbox, where their paths respond with 404. */
  dev?: Router;
  /** Static files and pages, or undefined in API tests. */
  web?: Router;
  /** True once the process is shutting down. */
  isStopping?: () => boolean;
};

const MAX_BODY_BYTES = 256 * 1024;

export function createApp(deps: Deps, { dev, web, isStopping }: AppParts = {}): Express {
  const app = express();
  app.disable('x-powered-by').set('query parser', 'extended').set('trust proxy', deps.config.TRUST_PROXY);
  const passport = createPassport(deps);

  app.use(reduceToOriginForm(app));
  app.use(stopReading);
  app.use(requestLog(deps));
  app.use(refuseOtherTargets);
  app.use(countRequests(deps.metrics));
  if (demoNotice(deps.config)) app.use(labelDemo(deps.config));
  app.use(securityHeaders({ https: deps.config.appUrl.startsWith('https:') }));
  app.use(trackedLinkRoutes(deps));
  app.use(healthRoutes(deps, isStopping));
  app.use(compression());
  app.use(metricsRoutes(deps));
  const routes = apiRoutes(deps, passport);
  app.use(
    apiRouter(
      deps,
      routes.filter(({ operation }) => operation.isBare),
    ),
  );
  app.use('/api/docs', apiDocsRoutes(deps.config));
  app.use(['/api', '/dev'], boundedBody(MAX_BODY_BYTES, express.json({ limit: MAX_BODY_BYTES })));
  // Some clients of devise_token_auth send forms.
  const form = express.urlencoded({ extended: false, limit: MAX_BODY_BYTES });
  app.use([partnerAuthApi.update.path, userAuthApi.update.path], boundedBody(MAX_BODY_BYTES, form));
  app.use(
    ['/api', '/dev', expressPath(booksApi.storeDataAtRoot.path)],
    privateResponses,
    authenticate(deps, passport),
    requireSecondFactor(deps),
  );
  app.use('/api/v1', limitSearches());
  app.use(treatPutAsPatch);
  app.use(
    apiRouter(
      deps,
      routes.filter(({ operation }) => !operation.isBare),
    ),
  );
  app.use('/api', apiNotFound);
  app.use('/api', recordRefusedAccess(deps));

  app.use('/media', mediaRoutes(deps.blobs));
  if (dev) app.use('/dev', dev);
  if (dev && web) app.get('/dev/ui', web);
  app.use('/dev', apiNotFound);
  app.use(noScriptFormRoutes(routes));
  if (web) app.use(web);
  app.use(apiNotFound);
  app.use(errorHandler(deps.log));
  return app;
}

/** Returns every operation with its handler. */
export const apiRoutes = (deps: Deps, passport = createPassport(deps)) => [
  ...addonRoutes(deps),
  ...adminRoutes(deps, DAILY),
  ...aiRoutes(deps),
  ...authRoutes(deps, passport),
  ...authorRoutes(deps, authorChangeHook(deps)),
  ...billingRoutes(deps, (event) => handleStripeEvent(deps, event)),
  ...blogRoutes(deps),
  ...bookRoutes(deps, { siteLink: siteLinks(deps.config.appSecret), onChange: bookChangeHook(deps) }),
  ...categoryRoutes(deps),
  ...contactRoutes(deps),
  ...discountRoutes(deps),
  ...deliveryRoutes(deps),
  ...exportRoutes(deps),
  ...newsletterRoutes(deps),
  ...partnerRoutes(deps),
  ...paymentRoutes(deps),
  ...promotionCountRoutes(deps),
  ...promotionRoutes(deps),
  ...savedViewRoutes(deps),
  ...waitingListRoutes(deps),
  ...resultRoutes(deps),
  ...promotionSiteRoutes(deps),
  ...readerRoutes(deps),
  ...readerImportRoutes(deps),
  ...warmUpRoutes(deps),
  ...referralRoutes(deps),
  ...staffRoutes(deps),
  ...statisticsRoutes(deps),
  ...webRoutes(deps),
  ...webhookRoutes(deps),
];

/** Creates a worker's app, with only its endpoints for health, readiness, and metrics. */
export const createProbes = (
  deps: Pick<Deps, 'pool' | 'config' | 'log' | 'metrics'>,
  { isStopping }: AppParts = {},
): Express =>
  express()
    .disable('x-powered-by')
    .use(healthRoutes(deps, isStopping))
    .use(metricsRoutes(deps))
    .use(apiNotFound)
    .use(errorHandler(deps.log));
