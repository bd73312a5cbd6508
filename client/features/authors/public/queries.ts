import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { bookFilters, bookSearchOf } from '#client/features/books/public/book-search.ts';
import { booksQuery } from '#client/features/books/public/queries.ts';
import { idOf, redirectToCanonicalSlug } from '#client/ui/canonical-url.ts';
import { page, type SearchOf, searchParams, searchWords, withoutEmpty } from '#client/ui/search-params.ts';
import { authorsApi } from '#shared/api/authors.ts';
import type { Filters, PublicApi } from '#shared/api/client.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';

export const authorQuery = (api: PublicApi, id: number) =>
  queryOptions({
    queryKey: ['public author', id],
    queryFn: async () => (await api(authorsApi).show({ id, query: { joins: ['past_deals'] } })).author,
  });

/** A page of the list, without the facts that only an author's page shows. */
export const authorsQuery = (api: PublicApi, search: AuthorSearch) => {
  const filters = authorFilters(search);
  return queryOptions({
    queryKey: ['public authors', filters],
    queryFn: async () => {
      const { authors, meta } = await api(authorsApi).list({
        query: { ...filters, sort_col: 'name', sort_dir: 'asc' },
      });
      return {
        authors: authors.map(({ id, slug, name, books_count = 0 }) => ({ id, slug, name, books_count })),
        meta,
      };
    },
  });
};

type Args = { params: { [name: string]: string | undefined }; url: URL };

export async function loadAuthor({ api, queryClient }: App, { params, url }: Args) {
  const author = await queryClient.ensureQueryData(authorQuery(api, idOf(params)));
  redirectToCanonicalSlug(author, params.name, paths.author(author));
  const filters = bookFilters(bookSearchOf(url.searchParams), { author_id: author.id });
  const { books } = await queryClient.ensureQueryData(booksQuery(api, filters));
  const categories = await queryClient.ensureQueryData(categoriesQuery(api));
  return { genre: categories.find(({ id }) => id === books[0]?.category_id) };
}

export const loadAuthors = ({ api, queryClient }: App, { url }: Pick<Args, 'url'>) =>
  queryClient.ensureQueryData(authorsQuery(api, authorSearchOf(url.searchParams)));

export const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** The query string of the list: `?q=…&letter=…&page=…`. */
const SEARCH_PARAMS = searchParams({
  q: searchWords,
  letter: { fallback: '', read: (text: string) => LETTERS.find((letter) => letter === text.toLowerCase()) },
  page,
});
export type AuthorSearch = SearchOf<typeof SEARCH_PARAMS>;
export const authorSearchOf = SEARCH_PARAMS.read;
export const authorSearchHref = (path: string, search: Partial<AuthorSearch>) => path + SEARCH_PARAMS.write(search);

const authorFilters = (search: AuthorSearch): Filters<typeof authorsApi.list> => ({
  ...withoutEmpty(search),
  per: RESULTS_PER_PAGE,
});
