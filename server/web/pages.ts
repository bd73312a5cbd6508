// See docs/decisions/0014-render-pages-without-knowing-the-visitor.md.
import { createHash, randomBytes } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { AppError } from '#server/platform/errors.ts';
import { memoizeFor } from '#server/platform/memoize.ts';
import type { Build } from './build.ts';
import { crashPage, rateLimitPage } from './crash-page.ts';
import { contentSecurityPolicy } from './csp.ts';
import { buildDocument } from './document.ts';
import { type Encodable, encodable, encodingFor } from './encodings.ts';
import { previewTags } from './link-previews.ts';
import { hasRoleCookie, pageKey, redirectTarget } from './page-request.ts';

const MAX_PAGES = 300;

type PagesOptions<Api> = {
  build: Build<Api>;
  /** Calls public reads in process (server/web/public-api.ts). */
  api: Api;
  log: { error(fields: object, message: string): void };
  /** Without a trailing slash. */
  appUrl: string;
  supportEmail: string;
  /** Time in milliseconds for which a page for signed-out visitors is cached. */
  cacheMs: number;
  /** True if cards are entered in Stripe's own frames. */
  hasStripeFrames: boolean;
  now: () => Date;
  /** Throws 429 if the caller's network has requested too many uncached pages. */
  limit?: (req: Request, page: { isSearch: boolean }) => Promise<void>;
};

type RenderedPage =
  | { kind: 'page'; status: number; body: Encodable; etag: string; policy: string }
  | { kind: 'redirect'; status: number; location: string };

/**
 * Renders every page of the client's route table, and the not-found page otherwise. Mount it after everything else that
 * answers GET.
 */
export function createPages<Api>(options: PagesOptions<Api>) {
  const { supportEmail, hasStripeFrames, cacheMs, log, now, limit } = options;
  const pageFor = memoizeFor((key: string) => renderPage(key, false), {
    ...{ key: (key) => key, max: MAX_PAGES, ttlMs: cacheMs, now },
    shouldStore: ({ status }) => status === 200,
  });

  const router = Router();
  router.get('/{*path}', async (req, res) => {
    try {
      const key = pageKey(req.originalUrl);
      const isSignedIn = hasRoleCookie(req);
      // Checked before joining another request's render, so that a refusal affects only its own caller.
      if (isSignedIn || !pageFor.has(key)) await limit?.(req, { isSearch: /[?&]q=/.test(key) });
      await send(await (isSignedIn ? renderPage(key, true) : pageFor(key)), { req, res, isSignedIn });
    } catch (error) {
      sendCrash(res, error);
    }
  });
  return router;

  /** Signed-in people get the script immediately, because it loads their menus. */
  async function renderPage(key: string, shouldLoadImmediately: boolean): Promise<RenderedPage> {
    const { build, api, appUrl } = options;
    const output = await build.render({
      request: new Request(appUrl + key),
      api,
      appUrl,
      onError: (error, errorId) => log.error({ err: error, error_id: errorId, page: key }, 'page failed'),
    });
    if (output.kind === 'redirect') return output;
    const page = shouldLoadImmediately ? { ...output, script: 'immediate' as const } : output;
    const document = buildDocument(page, build.assets(output.sources), previewTags(output.html, { appUrl, key }));
    const etag = `W/"${createHash('sha1').update(document.bytes).digest('base64url')}"`;
    const policy = contentSecurityPolicy(document, hasStripeFrames);
    return { kind: 'page', status: output.status, body: encodable(document.bytes), etag, policy };
  }

  async function send(
    rendered: RenderedPage,
    { req, res, isSignedIn }: { req: Request; res: Response; isSignedIn: boolean },
  ) {
    res.vary('Cookie').vary('Accept-Encoding');
    // Browsers keep a 301 for good, but a changed title may be changed back.
    if (rendered.kind === 'redirect')
      return res
        .set('Cache-Control', 'no-cache')
        .redirect(rendered.status, redirectTarget(rendered.location, req.originalUrl));
    const encoding = encodingFor(req);
    const body = await rendered.body(encoding);
    res
      .status(rendered.status)
      .set('Content-Security-Policy', rendered.policy)
      .set('Cache-Control', isSignedIn || rendered.status !== 200 ? 'private, no-store' : 'no-cache')
      .set('ETag', rendered.etag);
    if (req.fresh) return res.status(304).end();
    if (encoding) res.set('Content-Encoding', encoding);
    res.type('html').set('Content-Length', String(body.length)).end(body);
  }

  function sendCrash(res: Response, error: unknown) {
    if (error instanceof AppError && error.status === 429) return sendRateLimit(res, error);
    const errorId = randomBytes(6).toString('hex');
    log.error({ err: error, error_id: errorId }, 'page failed');
    res.status(statusOf(error)).set(PLAIN_PAGE).type('html').send(crashPage(supportEmail, errorId));
  }

  function sendRateLimit(res: Response, { status, headers }: AppError) {
    res
      .status(status)
      .set(PLAIN_PAGE)
      .set(headers)
      .type('html')
      .send(rateLimitPage(Number(headers['Retry-After'])));
  }
}

const PLAIN_PAGE = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'private, no-store',
};

/** Keeps a 503, so that proxies and crawlers treat the failure as temporary. */
const statusOf = (error: unknown) => (error instanceof Error && 'status' in error && error.status === 503 ? 503 : 500);
