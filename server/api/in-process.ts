/** In-process calls as a visitor, for server-rendered pages and their forms. */
import type { Request } from 'express';
import { requestNetwork } from '#server/auth/guards.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Client, PublicApi } from '#shared/api/client.ts';
import type { Operation } from '#shared/api/operation.ts';
import { nameOf } from '#shared/api/operations.ts';
import { MemoizedResponse, parseBody, parsePathParams, type Route } from './implement.ts';

export function createInProcessClient(routes: readonly Route[]): PublicApi {
  // Matched by name, because the page build has its own copies of the tables.
  const routesByName = new Map(routes.map((route) => [nameOf(route.operation), route]));
  return (api) =>
    Object.fromEntries(
      Object.entries(api).map(([name, operation]) => [
        name,
        (input = {}) => callRoute(routesByName.get(nameOf(operation)), input),
      ]),
    ) as unknown as Client<typeof api>;
}

async function callRoute(route: Route | undefined, input: { query?: object }) {
  if (!route || !isPublic(route.operation)) throw notFound();
  const query = route.operation.query?.parse(toQueryText({ ...input.query, ...PUBLIC_QUERY }));
  const result = await route.handle({ ...input, query, session: null, actor: null } as never);
  return result instanceof MemoizedResponse ? result.value : result;
}
const PUBLIC_QUERY = { public: true };

const isPublic = ({ method, access }: Operation) => method === 'get' && access.includes('public');

/** Converts values to the text of a query string. */
const toQueryText = (query: object) =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );

/** Calls an operation as a visitor. Throws the errors that the API would return. */
export function callAsVisitor(routes: readonly Route[]) {
  const routesByName = new Map(routes.map((route) => [nameOf(route.operation), route]));
  return async (
    operation: Operation,
    { body, ...params }: { body?: unknown; [param: string]: unknown },
    req: Request,
  ) => {
    const call = {
      ...parsePathParams(operation, params),
      body: parseBody(operation, body, null),
      network: requestNetwork(req),
    };
    await routesByName.get(nameOf(operation))!.handle({ ...call, session: null, actor: null } as never);
  };
}
