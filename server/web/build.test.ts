import { beforeAll, expect, it } from 'vitest';
import type { Session } from '#shared/auth.ts';
import type { BookFilters, PublicApi } from '#shared/public-api.ts';
import { type Build, loadBuild } from './build.ts';

const WORDS = ['tea', 'coffee', 'cocoa', 'mate', 'rooibos', 'chicory'];
const countOf = (word: string) => 7001 + WORDS.indexOf(word);

/** Counts other books for each word; the later it is asked, the earlier it answers. */
function answering(count: number): PublicApi {
  let waiting = count;
  return {
    session: async () => ({ now: '2026-11-21T10:00:00Z', support_email: 'help@deckle.test' }) as unknown as Session,
    categories: async () => [],
    books: async ({ q }: BookFilters) => {
      await new Promise((resolve) => setTimeout(resolve, 5 * waiting--));
      return { books: [], meta: { page: 1, per: 20, total_count: countOf(q ?? '') } };
    },
  } as unknown as PublicApi;
}

let build: Build<PublicApi>;
beforeAll(async () => {
  build = await loadBuild('dist');
});

it('gives each page what it has loaded itself, however many are made at once', async () => {
  const api = answering(WORDS.length);
  const pages = await Promise.all(
    WORDS.map((word) =>
      build.render({
        request: new Request(`http://deckle.test/books?q=${word}`),
        api,
        appUrl: 'http://deckle.test',
        onError(error) {
          throw error;
        },
      }),
    ),
  );
  const known = pages.map(
    (page) => page.kind === 'page' && WORDS.filter((word) => page.state.includes(String(countOf(word)))),
  );
  expect(known).toEqual(WORDS.map((word) => [word]));
});
