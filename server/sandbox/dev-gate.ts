/** Who may use the demo's tools: whoever sits at this machine. In a public demo anyone may look, and nobody may change anything. */
import type { Request, RequestHandler } from 'express';
import type { Config } from '#server/platform/config.ts';
import { isLoopback } from '#server/platform/config-safety.ts';
import { missing } from '#server/platform/errors.ts';

type Facts = Pick<Config, 'isPublicDemo' | 'PUBLISHED_LOCALLY'>;

/** Anybody else is told what they would be told outside the demo: that there is nothing here. */
export const devGate =
  ({ isPublicDemo, PUBLISHED_LOCALLY }: Facts): RequestHandler =>
  (req, _res, next) =>
    next((isPublicDemo ? onlyLooks(req) : isFromHere(req, PUBLISHED_LOCALLY)) ? undefined : missing());

/** The clock's page would be one of buttons that do nothing. */
const onlyLooks = (req: Request) => ['GET', 'HEAD'].includes(req.method) && !/^\/clock(?:\/|$)/i.test(req.path);

/**
 * A local peer alone proves little: a page of another site can send requests from this machine's browser, also under a name of its
 * own that resolves to 127.0.0.1, and a proxy on this machine passes on requests from anywhere.
 */
const isFromHere = (req: Request, isPublishedLocally: boolean) =>
  (isPublishedLocally || isLoopback(req.socket.remoteAddress ?? '')) &&
  isLoopback(hostOf(req)) &&
  isOwnOrigin(req) &&
  !FORWARDED.some((name) => name in req.headers) &&
  SITES[req.method === 'GET' || req.method === 'HEAD' ? 'read' : 'write'].includes(req.get('sec-fetch-site'));

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Other ports of this machine are the same site; they may link here, but not change anything. Programs send no such header. */
const SITES: Record<'read' | 'write', (string | undefined)[]> = {
  read: [undefined, 'none', 'same-origin', 'same-site'],
  write: [undefined, 'same-origin'],
};

/** Browsers that send no fetch metadata still say where a form came from; programs needn't. The tools send no referrer, so their own forms' origin is `null`. */
const isOwnOrigin = ({ headers: { origin, host, 'sec-fetch-site': site } }: Request) =>
  site !== undefined || origin === undefined || origin === `http://${host}`;

/** Without the port; '' for what is no host. */
const hostOf = (req: Request) => /^(\[[\da-f:.]+\]|[^:/\\@\s]+)(?::\d+)?$/i.exec(req.headers.host ?? '')?.[1] ?? '';
