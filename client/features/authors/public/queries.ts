import { queryOptions } from '@tanstack/react-query';
import { authorsApi } from '#shared/api/authors.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { type AuthorSearch, authorFilters } from './author-search.ts';

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
