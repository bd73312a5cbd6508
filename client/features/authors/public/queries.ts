import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import { bookFilters, bookSearchOf } from '#client/features/books/public/book-search.ts';
import { booksQuery } from '#client/features/books/public/queries.ts';
import { idOf, insistOnSlug } from '#client/ui/named-record.ts';
import { pageOf } from '#client/ui/page-of.ts';
import { authorsApi } from '#shared/api/authors.ts';
import type { Filters, PublicApi } from '#shared/api/client.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';

export const authorQuery = (api: PublicApi, id: number) =>
  queryOptions({
    queryKey: ['public author', id],
    queryFn: async () => (await api(authorsApi).show({ id, query: { joins: ['past_deals'] } })).author,
  });

/** A page of the names, without what only an author's own page shows. */
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
  insistOnSlug(author, params.name, paths.author(author));
  const filters = bookFilters(bookSearchOf(url.searchParams), { author_id: author.id });
  await queryClient.ensureQueryData(booksQuery(api, filters));
}

export const loadAuthors = ({ api, queryClient }: App, { url }: Pick<Args, 'url'>) =>
  queryClient.ensureQueryData(authorsQuery(api, authorSearchOf(url.searchParams)));

/** What the list's address says: `?q=…&letter=…&page=…`. */
export type AuthorSearch = { q: string; letter: string; page: number };

export const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Reads an address; what makes no sense there counts as not said. */
export function authorSearchOf(params: URLSearchParams): AuthorSearch {
  const letter = (params.get('letter') ?? '').toLowerCase();
  return {
    q: (params.get('q') ?? '').trim().slice(0, 100),
    letter: LETTERS.includes(letter) ? letter : '',
    page: pageOf(params),
  };
}

/** The address of a search below `path`; what stands for "everything" is left out. */
export function authorSearchHref(path: string, { q, letter, page }: Partial<AuthorSearch>) {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (letter) params.set('letter', letter);
  if (page && page > 1) params.set('page', String(page));
  return params.size > 0 ? `${path}?${params}` : path;
}

const authorFilters = ({ q, letter, page }: AuthorSearch): Filters<typeof authorsApi.list> => ({
  ...(q ? { q } : {}),
  ...(letter ? { letter } : {}),
  page,
  per: RESULTS_PER_PAGE,
});
