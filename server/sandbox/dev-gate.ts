/**
 * Access to the demo's tools: allowed from this machine only. In a public demo, everyone can read all but the clock
 * page, and nobody can change anything.
 */
import type { Request, RequestHandler } from 'express';
import type { Config } from '#server/platform/config.ts';
import { isLoopback } from '#server/platform/config-safety.ts';
import { notFound } from '#server/platform/errors.ts';

type Facts = Pick<Config, 'isPublicDemo' | 'PUBLISHED_LOCALLY'>;

/** Refuses a request with the same 404 that it would get outside the demo. */
export const devGate =
  ({ isPublicDemo, PUBLISHED_LOCALLY }: Facts): RequestHandler =>
  (req, _res, next) =>
    next((isPublicDemo ? isReadOnly(req) : isFromThisMachine(req, PUBLISHED_LOCALLY)) ? undefined : notFound());

/** Excludes the clock page, whose buttons would do nothing. */
const isReadOnly = (req: Request) => ['GET', 'HEAD'].includes(req.method) && !/^\/clock(?:\/|$)/i.test(req.path);

/**
 * True for requests from this machine itself. A local peer isn't enough: another site's page can send requests from
 * this machine's browser, even with a host name that resolves to 127.0.0.1, and a proxy on this machine forwards
 * requests from anywhere.
 */
const isFromThisMachine = (req: Request, isPublishedLocally: boolean) =>
  (isPublishedLocally || isLoopback(req.socket.remoteAddress ?? '')) &&
  isLoopback(hostOf(req)) &&
  isOwnOrigin(req) &&
  !PROXY_HEADERS.some((name) => name in req.headers) &&
  ALLOWED_SITES[req.method === 'GET' || req.method === 'HEAD' ? 'read' : 'write'].includes(req.get('sec-fetch-site'));

const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Allowed values of sec-fetch-site, undefined for programs and older browsers, which don't send it. Other ports of this
 * machine are the same site; their pages may link here, but not change anything.
 */
const ALLOWED_SITES: Record<'read' | 'write', (string | undefined)[]> = {
  read: [undefined, 'none', 'same-origin', 'same-site'],
  write: [undefined, 'same-origin'],
};

/**
 * Checks a form's origin if the browser doesn't send sec-fetch-site. Other browsers don't need this check, and their
 * origin is `null` for the tools' own forms, which send no referrer. Programs needn't send either header.
 */
const isOwnOrigin = ({ headers: { origin, host, 'sec-fetch-site': site } }: Request) =>
  site !== undefined || origin === undefined || origin === `http://${host}`;

/** The host without its port; '' if it is invalid. */
const hostOf = (req: Request) => /^(\[[\da-f:.]+\]|[^:/\\@\s]+)(?::\d+)?$/i.exec(req.headers.host ?? '')?.[1] ?? '';
