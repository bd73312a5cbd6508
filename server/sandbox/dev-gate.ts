/**
 * Access to the demo's tools: whoever uses this machine. In a public demo everyone can look, and nobody can change
 * anything.
 */
import type { Request, RequestHandler } from 'express';
import type { Config } from '#server/platform/config.ts';
import { isLoopback } from '#server/platform/config-safety.ts';
import { notFound } from '#server/platform/errors.ts';

type Facts = Pick<Config, 'isPublicDemo' | 'PUBLISHED_LOCALLY'>;

/** Everyone else gets the 404 that they would get outside the demo. */
export const devGate =
  ({ isPublicDemo, PUBLISHED_LOCALLY }: Facts): RequestHandler =>
  (req, _res, next) =>
    next((isPublicDemo ? onlyLooks(req) : isFromHere(req, PUBLISHED_LOCALLY)) ? undefined : notFound());

/** Hides the clock page, whose buttons would do nothing. */
const onlyLooks = (req: Request) => ['GET', 'HEAD'].includes(req.method) && !/^\/clock(?:\/|$)/i.test(req.path);

/**
 * True for requests from this machine itself. A local peer alone proves little: another site's page can send requests
 * from this machine's browser, even under its own name that resolves to 127.0.0.1, and a proxy on this machine forwards
 * requests from anywhere.
 */
const isFromHere = (req: Request, isPublishedLocally: boolean) =>
  (isPublishedLocally || isLoopback(req.socket.remoteAddress ?? '')) &&
  isLoopback(hostOf(req)) &&
  isOwnOrigin(req) &&
  !FORWARDED.some((name) => name in req.headers) &&
  SITES[req.method === 'GET' || req.method === 'HEAD' ? 'read' : 'write'].includes(req.get('sec-fetch-site'));

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Allowed values of sec-fetch-site. Other ports of this machine are the same site; they may link here, but not change
 * anything. Programs send no such header.
 */
const SITES: Record<'read' | 'write', (string | undefined)[]> = {
  read: [undefined, 'none', 'same-origin', 'same-site'],
  write: [undefined, 'same-origin'],
};

/**
 * Browsers without fetch metadata still send a form's origin; programs needn't. The tools send no referrer, so the
 * origin of their own forms is `null`.
 */
const isOwnOrigin = ({ headers: { origin, host, 'sec-fetch-site': site } }: Request) =>
  site !== undefined || origin === undefined || origin === `http://${host}`;

/** The host without its port; '' if it is invalid. */
const hostOf = (req: Request) => /^(\[[\da-f:.]+\]|[^:/\\@\s]+)(?::\d+)?$/i.exec(req.headers.host ?? '')?.[1] ?? '';
