/** Builds Express routes from the tables in `shared/api/`: guards, parsing, rate limits, status codes, and 405s. */
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import * as z from 'zod';
import {
  addressOf,
  byOf,
  dropCredentialHeaders,
  requireAdmin,
  requirePartner,
  requireSession,
  requireUser,
  type Session,
  sessionIn,
} from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { boundedBody } from '#server/platform/http/bounded-body.ts';
import { methodNotAllowed } from '#server/platform/http/error-handler.ts';
import { readUpload, reserveUpload } from '#server/platform/pictures.ts';
import { patternOf } from '#shared/api/check.ts';
import type { Access, Api, Body, Operation, Params, Query, Success } from '#shared/api/operation.ts';
import { pathParam } from '#shared/params.ts';
import { createLimiter } from './limits.ts';

type IsPublic<O extends Operation> = O extends
  | { access: 'public' | 'public or owner' | 'both or public=true' }
  | { auth: true }
  ? true
  : false;

/** Argument of a handler: path parameters by name, the parsed query and body, and the caller. */
export type Call<O extends Operation> = Params<O> & {
  query: Query<O>;
  /** Unparsed for bare calls and those of devise_token_auth, which validate their bodies themselves. */
  body: O extends { auth: true } | { isBare: true } ? unknown : Body<O>;
  /** Null for visitors on public calls. */
  session: IsPublic<O> extends true ? Session | null : Session;
  by: IsPublic<O> extends true ? ReturnType<typeof byOf> | null : ReturnType<typeof byOf>;
  /** The caller's network, which rate limits are counted by. */
  network: string;
  /** Reads the upload of a multipart form, at most 5 MB. Look the record up first. */
  readFile(): Promise<Buffer>;
  /** Reads the body of a bare call. */
  readBytes(maxBytes: number): Promise<Buffer>;
  /** For non-JSON responses: files, streams, redirects. Undefined when the server renders its own pages. */
  req: Request;
  res: Response;
};

type Answer<T> = T | WrittenAnswer<T>;
export type Handler<O extends Operation> = (call: Call<O>) => Promise<Answer<Success<O>>> | Answer<Success<O>>;
/**
 * A function for each operation of a table. It returns the body of the table's first successful status, or responds
 * through `res`.
 */
export type Handlers<A extends Api> = { [Name in keyof A]: Handler<A[Name]> };

export type Route = { operation: Operation; handle: (call: never) => unknown };

/** Pairs the operations of a table with their handlers. */
export const implement = <A extends Api>(api: A, handlers: Handlers<A>): Route[] =>
  Object.entries(api).map(([name, operation]) => ({ operation, handle: handlers[name]! }));

/** A JSON response memoized as text, with its ETag. */
export class WrittenAnswer<T> {
  readonly value: T;
  readonly json: () => string;
  readonly etag: string;
  constructor(value: T, { json, etag }: { json: () => string; etag: string }) {
    this.value = value;
    this.json = json;
    this.etag = etag;
  }
}

/** Router for the routes; other methods on their paths get 405. */
export function apiRouter(deps: Pick<Deps, 'limits'>, routes: readonly Route[]): RequestHandler {
  const router = Router();
  const count = createLimiter(deps);
  for (const route of [...routes].sort(literalFirst)) {
    const { method, path } = route.operation;
    router[method](expressPath(path), answer(route, count));
  }
  const operations = routes.map(({ operation }) => operation);
  router.use((req, res, next) => {
    const allowed = methodsAt(operations, req.path);
    return allowed.length ? methodNotAllowed(...allowed)(req, res, next) : next();
  });
  const atRoot = operations.filter(({ path }) => !path.startsWith('/api/')).map(patternOf);
  // Skips the router for pages and links, so that they aren't matched against every route.
  return (req, res, next) => {
    const isOurs = /^\/api\//i.test(req.path) || atRoot.some((pattern) => pattern.test(req.path));
    return isOurs ? router(req, res, next) : next();
  };
}

function methodsAt(operations: readonly Operation[], path: string): string[] {
  const methods = operations
    .filter((operation) => patternOf(operation).test(path) && !(405 in operation.answers))
    .flatMap(({ method, auth }) => (auth && method === 'patch' ? ['PATCH', 'PUT'] : [method.toUpperCase()]));
  return [...new Set(methods)];
}

const answer =
  ({ operation, handle }: Route, count: ReturnType<typeof createLimiter>): RequestHandler =>
  async (req, res) => {
    if (operation.auth) dropCredentialHeaders(res);
    else admit(operation.access, req, res);
    let freeUpload: (() => void) | undefined;
    const call = {
      ...paramsOf(operation, req.params),
      query: operation.auth ? req.query : operation.query?.parse(req.query),
      body: bodyOf(operation, req.body, sessionIn(res)),
      session: sessionIn(res),
      by: sessionIn(res) && byOf(res),
      network: addressOf(req),
      readFile: () => {
        const { role, id } = byOf(res);
        freeUpload = reserveUpload(`${role}:${id}`);
        return readUpload(req, res, (operation.body as { file: string }).file);
      },
      readBytes: (maxBytes: number) => readBytes(req, res, maxBytes),
      ...{ req, res },
    };
    if (typeof operation.limited === 'string') await count(operation.limited, call);
    let body: unknown;
    try {
      body = await handle(call as never);
    } finally {
      freeUpload?.();
    }
    if (res.headersSent || res.writableEnded || res.closed) return;
    if (body instanceof WrittenAnswer) return void res.set('ETag', body.etag).type('json').send(body.json());
    if (body === undefined) return void res.status(204).end();
    if (res.statusCode === 200) res.status(successOf(operation));
    res.json(body);
  };

function admit(access: Access, req: Request, res: Response) {
  if (access.startsWith('public') || (access === 'both or public=true' && req.query.public === 'true')) return;
  const refuse = (error?: unknown) => {
    if (error) throw error;
  };
  GUARDS[access as keyof typeof GUARDS](req, res, refuse);
}
const GUARDS = {
  partner: requirePartner,
  owner: requirePartner,
  user: requireUser,
  admin: requireAdmin,
  both: requireSession,
  'both or public=true': requireSession,
  'owner or user': requireSession,
};

/** Parses the path's parameters. One that can't be an id answers 404. */
export function paramsOf({ path }: Operation, params: Record<string, unknown>) {
  return Object.fromEntries(
    namesIn(path).map((name) => {
      const parsed = pathParam(name).safeParse(params[name]);
      if (!parsed.success) throw missing();
      return [name, parsed.data];
    }),
  );
}

const NoBody = z.strictObject({});

/** Parses the body. Missing bodies are reported by the schema; operations without a body refuse one. */
export function bodyOf(
  { method, auth, isBare, body, staffBody }: Operation,
  sent: unknown,
  session: Session | null,
): unknown {
  if (auth || isBare) return sent ?? {};
  const schema = (session?.role === 'user' && staffBody) || body;
  if (!schema && method !== 'get') NoBody.parse(sent ?? {});
  return schema && 'parse' in schema ? schema.parse(sent ?? {}) : undefined;
}

const successOf = ({ answers }: Operation) =>
  Number(Object.keys(answers).find((status) => Number(status) < 300) ?? 200);

/** '/books/{id}' → '/books/:id' */
const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** Sorts '/promotions/check' before '/promotions/{id}', and '/{entity}.csv' before '/{entity}'. */
const literalFirst = ({ operation: a }: Route, { operation: b }: Route) =>
  namesIn(a.path).length - namesIn(b.path).length || b.path.length - a.path.length;

async function readBytes(req: Request, res: Response, maxBytes: number): Promise<Buffer> {
  const parse = express.raw({ type: () => true, limit: maxBytes });
  await new Promise<void>((resolve, reject) =>
    boundedBody(maxBytes, parse)(req, res, (error?: unknown) => (error ? reject(error) : resolve())),
  );
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}
