/** Middleware in order, then the mount table: one line per prefix. */
import compression from 'compression';
import express, { type Express, type RequestHandler, Router } from 'express';
import { addonRoutes } from './addons/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { aiRoutes } from './ai/routes.ts';
import { requireSecondFactor } from './auth/enrollment.ts';
import { authenticate } from './auth/guards.ts';
import { recordRefusedAccess } from './auth/refusals.ts';
import { authRoutes } from './auth/routes.ts';
import { secondFactorRoutes } from './auth/second-factor-routes.ts';
import { sessionListRoutes } from './auth/session-list-routes.ts';
import { createPassport } from './auth/strategies.ts';
import { authorRoutes } from './authors/routes.ts';
import { creditCardRoutes, invoiceCsvRoutes, invoiceRoutes, stripeRoutes } from './billing/routes.ts';
import { webhookRoutes } from './billing/webhook.ts';
import { readerBlogCategoryRoutes, readerBlogRoutes } from './blog/reader-routes.ts';
import { blogCategoryRoutes, blogRoutes, tagRoutes } from './blog/routes.ts';
import { bookRoutes, storeDataRoutes } from './books/routes.ts';
import { categoryRoutes, superCategoryRoutes } from './categories/routes.ts';
import { trackedLinkRoutes } from './clicks/routes.ts';
import { siteLinks } from './clicks/token.ts';
import { contactForms, contactRoutes } from './contact/routes.ts';
import { discountRoutes } from './discounts/routes.ts';
import { deliveryRoutes, mailEventRoutes } from './mail/routes.ts';
import { newsletterPromotionCountRoutes, newsletterRoutes } from './newsletters/routes.ts';
import { partnerForms, partnerRoutes } from './partners/routes.ts';
import type { Deps } from './platform/deps.ts';
import { boundedBody, stopReading } from './platform/http/bounded-body.ts';
import { apiNotFound, errorHandler, refuseOtherMethods } from './platform/http/error-handler.ts';
import { healthRoutes } from './platform/http/health.ts';
import { mediaRoutes } from './platform/http/media.ts';
import { countRequests, metricsRoutes, mountedAt } from './platform/http/metrics.ts';
import { limitSearches } from './platform/http/network-buckets.ts';
import { originForm, refuseOtherTargets } from './platform/http/origin-form.ts';
import { putIsPatch } from './platform/http/params.ts';
import { requestLog } from './platform/http/request-log.ts';
import { privateAnswers, securityHeaders } from './platform/http/security.ts';
import { sentryReporter } from './platform/sentry.ts';
import { promotionSiteReviewRoutes, promotionSiteRoutes, voteRoutes } from './promotion-sites/routes.ts';
import { watchAuthors, watchBooks } from './promotions/approved-version.ts';
import { promotionCalendarRoutes, promotionCsvRoutes, promotionRoutes } from './promotions/routes.ts';
import { handleStripeEvent } from './promotions/stripe-events.ts';
import { readerForms, readerRoutes, unsubscribeRoutes } from './readers/routes.ts';
import { referralRoutes } from './referrals/routes.ts';
import { pricingRoutes, statisticsRoutes } from './statistics/routes.ts';
import { apiDocs, openApiRoutes } from './web/api-docs.ts';
import { createClientErrors } from './web/client-errors.ts';
import { publicDemo } from './web/public-demo.ts';
import { sessionRoutes } from './web/session.ts';

export type AppParts = {
  /** The demo tools; absent outside the sandbox, where their paths are not found. */
  dev?: Router;
  /** Static files and pages; absent in tests of the API. */
  web?: Router;
  /** True once the process has been asked to end. */
  isStopping?: () => boolean;
};

const MAX_BODY_BYTES = 256 * 1024;

export function createApp(deps: Deps, { dev, web, isStopping }: AppParts = {}): Express {
  const app = express();
  app.disable('x-powered-by').set('query parser', 'extended').set('trust proxy', deps.config.TRUST_PROXY);
  const passport = createPassport(deps);

  app.use(originForm(app));
  app.use(stopReading);
  app.use(requestLog(deps));
  app.use(refuseOtherTargets);
  app.use(countRequests(deps.metrics));
  if (deps.config.isPublicDemo) app.use(publicDemo);
  app.use(securityHeaders({ https: deps.config.appUrl.startsWith('https:') }));
  app.use(trackedLinkRoutes(deps));
  app.use(compression());
  app.use(healthRoutes(deps, isStopping));
  app.use(metricsRoutes(deps));
  app.use(
    '/api/v1/stripe/webhook',
    webhookRoutes(deps, (event) => handleStripeEvent(deps, event)),
  );
  app.use('/api/v1/mail/events', mailEventRoutes(deps));
  app.use('/api/v1/openapi.json', openApiRoutes(deps.config.appUrl));
  app.use('/api/docs', apiDocs());
  const session = [privateAnswers, authenticate(passport), requireSecondFactor(deps)];
  const json = boundedBody(MAX_BODY_BYTES, express.json({ limit: MAX_BODY_BYTES }));
  // Uploads have a limit of their own (platform/pictures.ts).
  const jsonBody: RequestHandler = (req, res, next) => (req.is('multipart') ? next() : json(req, res, next));
  app.use(['/api', '/dev'], jsonBody, session);

  const api: [path: string, router: Router][] = [
    ['/addons', addonRoutes(deps)],
    ['/ai', aiRoutes(deps)],
    ['/admin', adminRoutes(deps)],
    ['/authors', authorRoutes(deps, watchAuthors(deps))],
    ['/blog_categories', blogCategoryRoutes(deps)],
    ['/blogs', blogRoutes(deps)],
    ['/books', bookRoutes(deps, { siteLink: siteLinks(deps.config.appSecret), watch: watchBooks(deps) })],
    ['/categories', categoryRoutes(deps)],
    ['/client_errors', createClientErrors(deps.log, sentryOf(deps))],
    ['/contact', contactRoutes(deps)],
    ['/credit_cards', creditCardRoutes(deps)],
    ['/discounts', discountRoutes(deps)],
    ['/invoices', invoiceRoutes(deps)],
    ['/invoices.csv', invoiceCsvRoutes(deps)],
    ['/newsletter_promotion_counts', newsletterPromotionCountRoutes(deps)],
    ['/newsletters', deliveryRoutes(deps)],
    ['/newsletters', newsletterRoutes(deps)],
    ['/partner-auth/second_factor', secondFactorRoutes(deps, 'partner')],
    ['/partner-auth/sessions', sessionListRoutes(deps, 'partner')],
    ['/partner-auth', authRoutes(deps, passport, 'partner')],
    ['/partner_helpfuls', voteRoutes(deps, { helpful: true })],
    ['/partner_not_helpfuls', voteRoutes(deps, { helpful: false })],
    ['/partners', partnerRoutes(deps)],
    ['/pricing', pricingRoutes(deps)],
    ['/promotion_site_reviews', promotionSiteReviewRoutes(deps)],
    ['/promotion_sites', promotionSiteRoutes(deps)],
    ['/promotions', promotionRoutes(deps)],
    ['/promotions.csv', promotionCsvRoutes(deps)],
    ['/promotions.ics', promotionCalendarRoutes(deps)],
    ['/reader_blog_categories', readerBlogCategoryRoutes(deps)],
    ['/reader_blogs', readerBlogRoutes(deps)],
    ['/readers', readerRoutes(deps)],
    ['/referrals', referralRoutes(deps)],
    ['/session', sessionRoutes(deps)],
    ['/statistics', statisticsRoutes(deps)],
    ['/stripe', stripeRoutes(deps)],
    ['/super_categories', superCategoryRoutes(deps)],
    ['/tags', tagRoutes(deps)],
    ['/unsubscribe', unsubscribeRoutes(deps)],
    ['/user-auth/second_factor', secondFactorRoutes(deps, 'user')],
    ['/user-auth/sessions', sessionListRoutes(deps, 'user')],
    ['/user-auth', authRoutes(deps, passport, 'user')],
  ];
  const version1 = Router();
  for (const [path, router] of api) version1.use(path, mountedAt(path), router);
  app.use('/api/v1', limitSearches(), putIsPatch, version1, refuseOtherMethods(api));
  app.use('/api', apiNotFound);
  app.use('/api', recordRefusedAccess(deps));

  app.use('/books', storeDataRoutes(deps, session));
  app.use('/media', mediaRoutes(deps.blobs));
  if (dev) app.use('/dev', dev);
  app.use('/dev', apiNotFound);
  app.use(readerForms(deps), partnerForms(deps), contactForms(deps));
  if (web) app.use(web);
  app.use(apiNotFound);
  app.use(errorHandler(deps.log));
  return app;
}

/** All that a worker answers: whether it lives and reaches its database, and its metrics. */
export const createProbes = (deps: Deps, { isStopping }: AppParts = {}): Express =>
  express()
    .disable('x-powered-by')
    .use(healthRoutes(deps, isStopping))
    .use(metricsRoutes(deps))
    .use(apiNotFound)
    .use(errorHandler(deps.log));

const sentryOf = ({ config, log, now }: Deps) =>
  config.SENTRY_DSN ? sentryReporter({ dsn: config.SENTRY_DSN, appUrl: config.appUrl, log, now }) : null;
