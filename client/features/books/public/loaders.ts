import type { App } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { data } from '#client/app/router.ts';
import { idOf, insistOnSlug } from '#client/ui/named-record.ts';
import type { booksApi } from '#shared/api/books.ts';
import type { Filters } from '#shared/api/client.ts';
import { paths } from '#shared/paths.ts';
import { bookFilters, bookSearchOf } from './book-search.ts';
import { bookQuery, booksQuery, similarQuery } from './queries.ts';

type Args = { params: { [name: string]: string | undefined }; url: URL };

/** Spec §2: 'free-ebooks' is used for the free list; any other word is no page. */
const FREE_LIST = 'free-ebooks';

export const dealFilters = (free: boolean): Filters<typeof booksApi.list> => ({
  deals_only: true,
  ...(free ? { free_only: true } : {}),
});

export async function loadDeals(app: App, { params, url }: Args) {
  const { freeOnly } = params;
  if (freeOnly !== undefined && freeOnly !== FREE_LIST) throw data(null, { status: 404 });
  await loadList(app, bookFilters(bookSearchOf(url.searchParams), dealFilters(freeOnly === FREE_LIST)));
}

export const loadBooks = (app: App, { url }: Args) => loadList(app, bookFilters(bookSearchOf(url.searchParams)));

const loadList = ({ api, queryClient }: App, filters: Filters<typeof booksApi.list>) =>
  Promise.all([
    queryClient.ensureQueryData(booksQuery(api, filters)),
    queryClient.ensureQueryData(categoriesQuery(api)),
  ]);

export async function loadBook({ api, queryClient }: App, { params }: Args) {
  const book = await queryClient.ensureQueryData(bookQuery(api, idOf(params)));
  insistOnSlug(book, params.name, paths.book(book));
  await queryClient.ensureQueryData(similarQuery(api, book.category_id));
}
