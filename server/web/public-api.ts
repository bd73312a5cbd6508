/** The calls of server-rendered pages, in process. */
import type { Route } from '#server/api/implement.ts';
import { inProcess } from '#server/api/in-process.ts';
import { keptFor } from '#server/platform/kept.ts';
import { categoriesApi } from '#shared/api/categories.ts';
import type { PublicApi } from '#shared/api/client.ts';

/** Every list of books names them, and they change a few times a year. */
const GENRES_MS = 30_000;

export function publicApi(routes: readonly Route[], now: () => Date): PublicApi {
  const api = inProcess(routes);
  const { list, listSuper, ...rest } = api(categoriesApi);
  const categories = { ...rest, list: keptByInput(list, now), listSuper: keptByInput(listSuper, now) };
  return (table) => ('listSuper' in table ? (categories as never) : api(table));
}

function keptByInput<Input, Out>(ask: (input?: Input) => Promise<Out>, now: () => Date) {
  const kept = new Map<string, () => Promise<Out>>();
  return (input?: Input) => {
    const key = JSON.stringify(input);
    const answer = kept.get(key) ?? keptFor(GENRES_MS, now, () => ask(input));
    kept.set(key, answer);
    return answer();
  };
}
