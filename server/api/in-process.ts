/** Calls of a table without HTTP, as a visitor's, for the pages that the server renders. */
import { missing } from '#server/platform/errors.ts';
import type { Client, PublicApi } from '#shared/api/client.ts';
import type { Operation } from '#shared/api/operation.ts';
import { nameOf } from '#shared/api/operations.ts';
import { type Route, WrittenAnswer } from './implement.ts';

export function inProcess(routes: readonly Route[]): PublicApi {
  // By name: the pages' build has tables of its own.
  const known = new Map(routes.map((route) => [nameOf(route.operation), route]));
  return (api) =>
    Object.fromEntries(
      Object.entries(api).map(([name, operation]) => [name, (input = {}) => ask(known.get(nameOf(operation)), input)]),
    ) as unknown as Client<typeof api>;
}

async function ask(route: Route | undefined, input: { query?: object }) {
  if (!route || !isOpen(route.operation)) throw missing();
  const query = route.operation.query?.parse(asText({ ...input.query, ...PUBLIC }));
  const answer = await route.handle({ ...input, query, session: null, by: null } as never);
  return answer instanceof WrittenAnswer ? answer.value : answer;
}
const PUBLIC = { public: true };

const isOpen = ({ method, access }: Operation) => method === 'get' && access.includes('public');

/** As a query string would bring it. */
const asText = (query: object) =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );
