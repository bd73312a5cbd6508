import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { data } from '#client/app/router.ts';
import { idOf, redirectToCanonicalSlug } from '#client/ui/canonical-url.ts';
import { cardOf } from '#client/ui/card-book.ts';
import { booksApi } from '#shared/api/books.ts';
import type { Filters, PublicApi } from '#shared/api/client.ts';
import { paths } from '#shared/paths.ts';
import { bookFilters, bookSearchOf } from './book-search.ts';

export const booksQuery = (api: PublicApi, filters: Filters<typeof booksApi.list>) =>
  queryOptions({
    queryKey: ['public books', filters],
    queryFn: async () => {
      const { books, meta } = await api(booksApi).list({ query: filters });
      return { books: books.map(cardOf), meta };
    },
  });

export const bookQuery = (api: PublicApi, id: number) =>
  queryOptions({
    queryKey: ['public book', id],
    queryFn: async () =>
      (await api(booksApi).show({ id, query: { joins: ['author', 'category', 'past_deals'] } })).book,
  });

export const MAX_SIMILAR_BOOKS = 6;

/** Books of the same category, one more than are shown, because the book itself may be among them. */
export const similarQuery = (api: PublicApi, category_id: number) =>
  booksQuery(api, { category_id, per: MAX_SIMILAR_BOOKS + 1 });

type Args = { params: { [name: string]: string | undefined }; url: URL };

/** The last part of the free list's path. Anything else there is a 404. */
const FREE_LIST = 'free-ebooks';

export const dealFilters = (isFreeList: boolean): Filters<typeof booksApi.list> => ({
  deals_only: true,
  ...(isFreeList ? { free_only: true } : {}),
});

export async function loadDeals(app: App, { params, url }: Args) {
  const { freeOnly } = params;
  if (freeOnly !== undefined && freeOnly !== FREE_LIST) throw data(null, { status: 404 });
  const search = bookSearchOf(url.searchParams);
  const [, categories] = await loadList(app, bookFilters(search, dealFilters(freeOnly === FREE_LIST)));
  return { genre: categories.find(({ id }) => id === search.category_id) };
}

export const loadBooks = (app: App, { url }: Args) => loadList(app, bookFilters(bookSearchOf(url.searchParams)));

const loadList = ({ api, queryClient }: App, filters: Filters<typeof booksApi.list>) =>
  Promise.all([
    queryClient.ensureQueryData(booksQuery(api, filters)),
    queryClient.ensureQueryData(categoriesQuery(api)),
  ]);

export async function loadBook({ api, queryClient }: App, { params }: Args) {
  const book = await queryClient.ensureQueryData(bookQuery(api, idOf(params)));
  redirectToCanonicalSlug(book, params.name, paths.book(book));
  await queryClient.ensureQueryData(similarQuery(api, book.category_id!));
  return { genre: book.category };
}
