/** The reads of server-rendered pages, in process: the same queries and presenters that the API's routes use. */

import { presentAuthor } from '#server/authors/presenter.ts';
import { authorById } from '#server/authors/queries.ts';
import { presentBook } from '#server/books/presenter.ts';
import { bookById, listBooks } from '#server/books/queries.ts';
import { presentCategory, presentSuperCategory } from '#server/categories/presenter.ts';
import { listCategories, listSuperCategories } from '#server/categories/queries.ts';
import { siteLinks } from '#server/clicks/token.ts';
import { vancouver } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { BookListQuery } from '#shared/books.ts';
import type { BookFilters, PublicApi } from '#shared/public-api.ts';
import { sessionFacts } from './session.ts';

const ALL = { page: 1, per: 100, sort_col: 'position', sort_dir: 'asc' } as const;
const EVERYONE = { kind: 'public' } as const;

export function publicApi(deps: Deps): PublicApi {
  const siteLink = siteLinks(deps.config.appSecret);
  const today = () => vancouver(deps.now()).date;
  return {
    session: async () => sessionFacts(deps),
    books: async (filters) => {
      const query = BookListQuery.parse(asQuery(filters));
      const { rows, total } = await listBooks(deps.db, query, EVERYONE, today());
      return {
        books: rows.map((row) => presentBook(row, ['author', 'category'], siteLink)),
        meta: metaOf(query, total),
      };
    },
    book: async (id) =>
      presentBook(found(await bookById(deps.db, id, EVERYONE, today())), ['author', 'category'], siteLink),
    author: async (id) => presentAuthor(found(await authorById(deps.db, id))),
    categories: async () => (await listCategories(deps.db, ALL)).rows.map(presentCategory),
    superCategories: async () =>
      (await listSuperCategories(deps.db, ALL)).rows.map((row) => presentSuperCategory(row, ['categories'])),
  };
}

function found<T>(record: T | null): T {
  if (record === null) throw missing();
  return record;
}

/** As the query string would bring it. */
const asQuery = (filters: BookFilters) =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
