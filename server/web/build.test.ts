import { beforeAll, expect, it } from 'vitest';
import { fakeApi } from '#client/api/fake-api.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { type Build, loadBuild } from './build.ts';

const WORDS = ['tea', 'coffee', 'cocoa', 'mate', 'rooibos', 'chicory'];
const countOf = (word: string) => 7001 + WORDS.indexOf(word);

/** A fake that finds a different number of books for each word, and responds in reverse order of the calls. */
function createReversingApi(count: number): PublicApi {
  let pendingCalls = count;
  return fakeApi({
    categories: { list: async () => ({ categories: [] }) },
    books: {
      list: async ({ query: { q = '' } }: { query: { q?: string } }) => {
        await new Promise((resolve) => setTimeout(resolve, 5 * pendingCalls--));
        return { books: [], meta: { page: 1, per: 20, total_count: countOf(q) } };
      },
    },
  });
}

let build: Build<PublicApi>;
beforeAll(async () => {
  build = await loadBuild('dist');
});

it('gives each page its own data when many are rendered at the same time', async () => {
  const api = createReversingApi(WORDS.length);
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
  const wordsInPages = pages.map(
    // Matches the field's name, too, because a time in the state may contain the same digits.
    (page) =>
      page.kind === 'page' && WORDS.filter((word) => new RegExp(`total_count\\W+${countOf(word)}\\b`).test(page.state)),
  );
  expect(wordsInPages).toEqual(WORDS.map((word) => [word]));
});
