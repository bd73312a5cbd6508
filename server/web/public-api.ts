/** In-process API calls for server-rendered pages. See docs/decisions/0015-read-public-data-from-a-replica.md. */
import type { Route } from '#server/api/implement.ts';
import { createInProcessClient } from '#server/api/in-process.ts';
import { memoizeFor } from '#server/platform/memoize.ts';
import { categoriesApi } from '#shared/api/categories.ts';
import type { PublicApi } from '#shared/api/client.ts';

/** Every list of books needs the categories, which change a few times a year. */
const CATEGORIES_CACHE_MS = 30_000;
const MAX_CACHED_CALLS = 100;

export function publicApi(routes: readonly Route[], now: () => Date): PublicApi {
  const api = createInProcessClient(routes);
  const { list, listSuper, ...rest } = api(categoriesApi);
  const categories = { ...rest, list: memoizeBriefly(list, now), listSuper: memoizeBriefly(listSuper, now) };
  return (table) => ('listSuper' in table ? (categories as never) : api(table));
}

const memoizeBriefly = <Input, Out extends NonNullable<unknown>>(
  call: (input?: Input) => Promise<Out>,
  now: () => Date,
) => memoizeFor(call, { key: inputKey, max: MAX_CACHED_CALLS, ttlMs: CATEGORIES_CACHE_MS, now });

const inputKey = (input: unknown) => JSON.stringify(input) ?? '';
