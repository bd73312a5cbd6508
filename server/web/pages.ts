import { createHash, randomBytes } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import type { Build } from './build.ts';
import { crashPage } from './crash-page.ts';
import { contentSecurityPolicy } from './csp.ts';
import { documentOf } from './document.ts';
import { type Encodable, encodable, encodingFor } from './encodings.ts';
import { createPageCache } from './page-cache.ts';
import { hasRoleCookie, pageKey, redirectTarget } from './page-request.ts';

const KEPT_MS = 30_000;
const KEPT_PAGES = 300;

type PagesOptions<Api> = {
  build: Build<Api>;
  /** The public reads, in process (shared/public-api.ts says which). */
  api: Api;
  log: { error(fields: object, message: string): void };
  /** Without a slash at the end. */
  appUrl: string;
  supportEmail: string;
  /** Whether cards are entered in Stripe's own frames. */
  stripeFrames: boolean;
  now: () => Date;
};

type Made =
  | { kind: 'page'; status: number; body: Encodable; etag: string; policy: string }
  | { kind: 'redirect'; status: number; location: string };

/** Every page of the client's route table, and the not-found page for all else. To be mounted after everything else that answers GET. */
export function createPages<Api>(options: PagesOptions<Api>) {
  const { supportEmail, stripeFrames, log, now } = options;
  const pageFor = createPageCache<Made>({ ttlMs: KEPT_MS, max: KEPT_PAGES, now, keep: ({ status }) => status === 200 });

  const router = Router();
  router.get('/{*path}', async (req, res) => {
    try {
      const key = pageKey(req.originalUrl);
      const signedIn = hasRoleCookie(req);
      await send(await (signedIn ? make(key, true) : pageFor(key, () => make(key, false))), { req, res, signedIn });
    } catch (error) {
      sendCrash(res, error);
    }
  });
  return router;

  /** Signed-in people get the script at once: it fetches their menus. */
  async function make(key: string, atOnce: boolean): Promise<Made> {
    const { build, api, appUrl } = options;
    const output = await build.render({
      request: new Request(appUrl + key),
      api,
      appUrl,
      onError: (error, errorId) => log.error({ err: error, error_id: errorId, page: key }, 'page failed'),
    });
    if (output.kind === 'redirect') return output;
    const page = atOnce ? { ...output, script: 'at once' as const } : output;
    const document = documentOf(page, build.assets(output.sources));
    const etag = `W/"${createHash('sha1').update(document.bytes).digest('base64url')}"`;
    const policy = contentSecurityPolicy(document, stripeFrames);
    return { kind: 'page', status: output.status, body: encodable(document.bytes), etag, policy };
  }

  async function send(made: Made, { req, res, signedIn }: { req: Request; res: Response; signedIn: boolean }) {
    res.vary('Cookie').vary('Accept-Encoding');
    if (made.kind === 'redirect') return res.redirect(made.status, redirectTarget(made.location, req.originalUrl));
    const encoding = encodingFor(req);
    const body = await made.body(encoding);
    res
      .status(made.status)
      .set('Content-Security-Policy', made.policy)
      .set('Cache-Control', signedIn || made.status !== 200 ? 'private, no-store' : 'no-cache')
      .set('ETag', made.etag);
    if (req.fresh) return res.status(304).end();
    if (encoding) res.set('Content-Encoding', encoding);
    res.type('html').set('Content-Length', String(body.length)).end(body);
  }

  function sendCrash(res: Response, error: unknown) {
    const errorId = randomBytes(6).toString('hex');
    log.error({ err: error, error_id: errorId }, 'page failed');
    res
      .status(statusOf(error))
      .set('Content-Security-Policy', "default-src 'none'")
      .set('Cache-Control', 'private, no-store')
      .type('html')
      .send(crashPage(supportEmail, errorId));
  }
}

/** 503 stays what it is, so that people and proxies know to come back. */
const statusOf = (error: unknown) => (error instanceof Error && 'status' in error && error.status === 503 ? 503 : 500);
