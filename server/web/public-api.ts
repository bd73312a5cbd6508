/** The reads of server-rendered pages, in process: the same queries and presenters that the API's routes use. */

import { presentAuthor, presentAuthorPastDeal } from '#server/authors/presenter.ts';
import { authorById, authorPastDeals, listAuthors } from '#server/authors/queries.ts';
import { bookLists, isPlainList } from '#server/books/listed.ts';
import { presentBook, presentPastDeal } from '#server/books/presenter.ts';
import { bookById, listBooks, pastDeals } from '#server/books/queries.ts';
import { presentCategory, presentSuperCategory } from '#server/categories/presenter.ts';
import { listCategories, listSuperCategories } from '#server/categories/queries.ts';
import { siteLinks } from '#server/clicks/token.ts';
import { presentPromotionCount } from '#server/newsletters/presenter.ts';
import { promotionCountsBetween } from '#server/newsletters/queries.ts';
import { promotionToday, vancouver } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { keptFor } from '#server/platform/kept.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { presentPricing, presentStatistics } from '#server/statistics/presenter.ts';
import { siteFigures } from '#server/statistics/service.ts';
import { TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import { AuthorListQuery } from '#shared/authors.ts';
import { BookListQuery } from '#shared/books.ts';
import { addDays } from '#shared/dates.ts';
import type { PublicApi } from '#shared/public-api.ts';
import { asQuery, found } from './public-reads.ts';
import { publicSites } from './public-sites.ts';
import { publicWriting } from './public-writing.ts';
import { sessionFacts } from './session.ts';

const ALL = { page: 1, per: 100, sort_col: 'position', sort_dir: 'asc' } as const;
const EVERYONE = { kind: 'public' } as const;
/** Every list of books names them, and they change a few times a year. */
const GENRES_MS = 30_000;

export function publicApi(deps: Deps): PublicApi {
  const siteLink = siteLinks(deps.config.appSecret);
  const listed = bookLists(deps, siteLink);
  const today = () => vancouver(deps.now()).date;
  return {
    session: async () => sessionFacts(deps),
    books: async (filters) => {
      const query = BookListQuery.parse(asQuery(filters));
      if (isPlainList(query)) {
        const { books, total } = await listed(query, today());
        return { books: books.map(({ book }) => book), meta: metaOf(query, total) };
      }
      const { rows, total } = await listBooks(deps.db, query, EVERYONE, today());
      return { books: rows.map((row) => presentBook(row, [], siteLink)), meta: metaOf(query, total) };
    },
    book: async (id) => {
      const book = found(await bookById(deps.db, id, EVERYONE, today()));
      const past_deals = (await pastDeals(deps.db, id, today())).map(presentPastDeal);
      return { ...presentBook(book, ['author', 'category'], siteLink), past_deals };
    },
    author: async (id) => {
      const author = found(await authorById(deps.db, id));
      const past_deals = (await authorPastDeals(deps.db, id, today())).map(presentAuthorPastDeal);
      return { ...presentAuthor(author), past_deals };
    },
    authors: async (filters) => {
      const query = AuthorListQuery.parse({ ...asQuery(filters), sort_col: 'name', sort_dir: 'asc' });
      const { rows, total } = await listAuthors(deps.db, query);
      return { authors: rows.map(presentAuthor), meta: metaOf(query, total) };
    },
    categories: keptFor(GENRES_MS, deps.now, async () =>
      (await listCategories(deps.db, ALL)).rows.map(presentCategory),
    ),
    superCategories: keptFor(GENRES_MS, deps.now, async () =>
      (await listSuperCategories(deps.db, ALL)).rows.map((row) => presentSuperCategory(row, ['categories'])),
    ),
    ...publicWriting(deps),
    ...publicSites(deps),
    statistics: async () => presentStatistics(await siteFigures(deps)),
    pricing: async () => presentPricing(await siteFigures(deps)),
    newsletterPromotionCounts: async ({ category_id, per }) => {
      const from = promotionToday(deps.now());
      const open_dates = await openDates(deps.db, deps.now());
      const days = { category_id, from, to: addDays(from, per - 1), top: TOP_OF_NEWSLETTER, open_dates };
      return (await promotionCountsBetween(deps.db, days)).map(presentPromotionCount);
    },
  };
}
