/**
 * Builds Express routes from the tables in `shared/api/`: guards, parsing, rate limits, status codes, and 405s. See
 * docs/decisions/0010-refuse-unknown-keys.md.
 */
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import * as z from 'zod';
import {
  actorOf,
  type Caller,
  callerIn,
  dropCredentialHeaders,
  refuseViewers,
  requestNetwork,
  requireAdmin,
  requireCaller,
  requirePartner,
  requireScope,
  requireUser,
  type Session,
} from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, notFound, unsupportedType } from '#server/platform/errors.ts';
import { boundedBody } from '#server/platform/http/bounded-body.ts';
import { methodNotAllowed } from '#server/platform/http/error-handler.ts';
import { fingerprintOf, hasWritten, runIdempotent } from '#server/platform/idempotency.ts';
import { readUpload, reserveUpload } from '#server/platform/images.ts';
import { literalFirst, patternOf } from '#shared/api/check.ts';
import {
  type Access,
  type Api,
  acceptsIdempotencyKey,
  type Body,
  type Operation,
  type Params,
  type Query,
  type SessionPath,
  type Success,
  scopeFor,
} from '#shared/api/operation.ts';
import { pathParam } from '#shared/params.ts';
import { createLimiter } from './limits.ts';

type IsPublic<O extends Operation> = O extends
  | { access: 'public' | 'public or owner' | 'both or public=true' }
  | { auth: true }
  ? true
  : false;

/** API keys are refused where a session is needed. */
type CallerAt<O extends Operation> = O['path'] extends SessionPath ? Session : Caller;

/** Argument of a handler: path parameters by name, the parsed query and body, and the caller. */
export type Call<O extends Operation> = Params<O> & {
  query: Query<O>;
  /** Unparsed for bare calls and those of devise_token_auth, which validate their bodies themselves. */
  body: O extends { auth: true } | { isBare: true } ? unknown : Body<O>;
  /** Null for visitors on public calls. Without a token if the caller has an API key. */
  session: IsPublic<O> extends true ? CallerAt<O> | null : CallerAt<O>;
  actor: IsPublic<O> extends true ? ReturnType<typeof actorOf> | null : ReturnType<typeof actorOf>;
  /** The caller's network, for rate limits. */
  network: string;
  /** Reads the upload of a multipart form, at most 5 MB. Look the record up first. */
  readFile(): Promise<Buffer>;
  /** Reads the body of a bare call. */
  readBytes(maxBytes: number): Promise<Buffer>;
  /** Undefined for in-process calls by pages and their forms. */
  req: Request;
  res: Response;
};

type HandlerResult<T> = T | MemoizedResponse<T>;
export type Handler<O extends Operation> = (
  call: Call<O>,
) => Promise<HandlerResult<Success<O>>> | HandlerResult<Success<O>>;
/**
 * A function for each operation of a table. It returns the body of the operation's first successful status, or responds
 * through `res`.
 */
export type Handlers<A extends Api> = { [Name in keyof A]: Handler<A[Name]> };

export type Route = { operation: Operation; handle: (call: never) => unknown };

/** Pairs the operations of a table with their handlers. */
export const implement = <A extends Api>(api: A, handlers: Handlers<A>): Route[] =>
  Object.entries(api).map(([name, operation]) => ({ operation, handle: handlers[name]! }));

/** A response whose JSON is memoized, with its ETag. Bytes needn't be encoded again for each request. */
export class MemoizedResponse<T> {
  readonly value: T;
  readonly json: () => string | Buffer;
  readonly etag: string;
  constructor(value: T, { json, etag }: { json: () => string | Buffer; etag: string }) {
    this.value = value;
    this.json = json;
    this.etag = etag;
  }
}

/** Router for the routes; other methods on their paths get 405. */
export function apiRouter(deps: Pick<Deps, 'limits'> & KeyedDeps, routes: readonly Route[]): RequestHandler {
  const router = Router();
  const consumeLimit = createLimiter(deps);
  for (const route of routes.toSorted((a, b) => literalFirst(a.operation, b.operation))) {
    const { method, path } = route.operation;
    router[method](expressPath(path), createHandler(deps, route, consumeLimit));
  }
  const operations = routes.map(({ operation }) => operation);
  router.use((req, res, next) => {
    const allowed = methodsAt(operations, req.path);
    return allowed.length ? methodNotAllowed(...allowed)(req, res, next) : next();
  });
  const rootPatterns = operations.filter(({ path }) => !path.startsWith('/api/')).map(patternOf);
  // Skips the router for pages, so that their paths aren't matched against every route.
  return (req, res, next) => {
    const isApiPath = /^\/api\//i.test(req.path) || rootPatterns.some((pattern) => pattern.test(req.path));
    return isApiPath ? router(req, res, next) : next();
  };
}

function methodsAt(operations: readonly Operation[], path: string): string[] {
  const methods = operations
    .filter((operation) => patternOf(operation).test(path) && !(405 in operation.responses))
    .flatMap(({ method, auth }) => (auth && method === 'patch' ? ['PATCH', 'PUT'] : [method.toUpperCase()]));
  return [...new Set(methods)];
}

const createHandler =
  (
    deps: KeyedDeps & Pick<Deps, 'limits'>,
    { operation, handle }: Route,
    consumeLimit: ReturnType<typeof createLimiter>,
  ): RequestHandler =>
  async (req, res) => {
    if (operation.auth) dropCredentialHeaders(res);
    else {
      await requireScope(deps, res, (role) => scopeFor(operation, role));
      admit(operation.access, req, res);
      if (operation.scope === null) refuseViewers(res);
    }
    refuseOtherTypes(operation, req);
    let freeUpload: (() => void) | undefined;
    const call = {
      ...parsePathParams(operation, req.params),
      query: operation.auth ? req.query : operation.query?.parse(req.query),
      body: parseBody(operation, req.body, callerIn(res)),
      session: callerIn(res),
      actor: callerIn(res) && actorOf(res),
      network: requestNetwork(req),
      readFile: () => {
        const { role, id } = actorOf(res);
        freeUpload = reserveUpload(`${role}:${id}`);
        return readUpload(req, res, (operation.body as { file: string }).file);
      },
      readBytes: (maxBytes: number) => readBytes(req, res, maxBytes),
      req,
      res,
    };
    const run = async () => {
      if (typeof operation.rateLimited === 'string') await consumeLimit(operation.rateLimited, call);
      try {
        return await handle(call as never);
      } finally {
        freeUpload?.();
      }
    };
    const key = acceptsIdempotencyKey(operation) ? req.get('idempotency-key') : undefined;
    if (key !== undefined && call.actor)
      return respondIdempotently(deps, { key, actor: call.actor, operation, run, req, res });
    const body = await run();
    if (res.headersSent || res.writableEnded || res.closed) return;
    if (body instanceof MemoizedResponse) return void res.set('ETag', body.etag).type('json').send(body.json());
    if (body === undefined) return void res.status(204).end();
    if (res.statusCode === 200) res.status(successOf(operation));
    res.json(body);
  };

type KeyedDeps = Pick<Deps, 'pool' | 'config'>;
type KeyedRequest = {
  key: string;
  actor: { role: string; id: number };
  operation: Operation;
  run(): Promise<unknown>;
  req: Request;
  res: Response;
};

/** A repeated request gets the stored response, if there is one. */
async function respondIdempotently(
  { pool, config }: KeyedDeps,
  { key, actor, operation, run, req, res }: KeyedRequest,
) {
  const caller = `${actor.role}:${actor.id}`;
  const fingerprint = fingerprintOf(config.appSecret, [
    operation.method,
    req.path.replace(/\/$/, ''),
    req.query,
    req.body ?? null,
  ]);
  const { status, body, isReplayed } = await runIdempotent(pool, { caller, key, fingerprint }, async () => {
    try {
      const result = await run();
      return result === undefined
        ? { status: 204, body: null }
        : { status: res.statusCode === 200 ? successOf(operation) : res.statusCode, body: JSON.stringify(result) };
    } catch (error) {
      if (error instanceof AppError && error.status < 500 && error.status !== 429 && hasWritten())
        return { status: error.status, body: JSON.stringify(error.body) };
      throw error;
    }
  });
  if (isReplayed) res.set('Idempotent-Replayed', 'true');
  res.status(status);
  if (body === null) res.end();
  else res.type('json').send(body);
}

function admit(access: Access, req: Request, res: Response) {
  if (access.startsWith('public') || (access === 'both or public=true' && req.query.public === 'true')) return;
  const next = (error?: unknown) => {
    if (error) throw error;
  };
  GUARDS[access as keyof typeof GUARDS](req, res, next);
}
const GUARDS = {
  partner: requirePartner,
  owner: requirePartner,
  user: requireUser,
  admin: requireAdmin,
  both: requireCaller,
  'both or public=true': requireCaller,
  own: requireCaller,
  'owner or user': requireCaller,
};

/** Parses the path's parameters. Throws 404 for one that can't be an id. */
export function parsePathParams({ path }: Operation, params: Record<string, unknown>) {
  return Object.fromEntries(
    namesIn(path).map((name) => {
      const parsed = pathParam(name).safeParse(params[name]);
      if (!parsed.success) throw notFound();
      return [name, parsed.data];
    }),
  );
}

/**
 * Refuses a body of a type that isn't parsed, because it would look empty. Operations without a body ignore such a
 * body, because email programs post a form to unsubscribe.
 */
function refuseOtherTypes({ auth, isBare, body, method }: Operation, req: Request) {
  const takesJson = method !== 'get' && !isBare && body !== undefined && 'parse' in body;
  if (!takesJson || req.get('content-length') === '0') return;
  // Pages of other sites can post a form, but not JSON.
  const takesForms = auth && req.get('sec-fetch-site') !== 'cross-site';
  if (req.is(takesForms ? ['json', 'urlencoded'] : 'json') === false) throw unsupportedType();
}

const NoBody = z.strictObject({});

/**
 * Parses the body. The schema reports a missing one. Operations that take no body refuse one with fields, except for
 * GET.
 */
export function parseBody(
  { method, auth, isBare, body, staffBody }: Operation,
  rawBody: unknown,
  session: Caller | null,
): unknown {
  if (auth || isBare) return rawBody ?? {};
  const schema = (session?.role === 'user' && staffBody) || body;
  if (!schema && method !== 'get') NoBody.parse(rawBody ?? {});
  return schema && 'parse' in schema ? schema.parse(rawBody ?? {}) : undefined;
}

const successOf = ({ responses }: Operation) =>
  Number(Object.keys(responses).find((status) => Number(status) < 300) ?? 200);

/** '/books/{id}' → '/books/:id' */
export const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

async function readBytes(req: Request, res: Response, maxBytes: number): Promise<Buffer> {
  const parse = express.raw({ type: () => true, limit: maxBytes });
  await new Promise<void>((resolve, reject) =>
    boundedBody(maxBytes, parse)(req, res, (error?: unknown) => (error ? reject(error) : resolve())),
  );
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}
