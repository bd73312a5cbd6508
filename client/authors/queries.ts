import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#shared/public-api.ts';
import { type AuthorSearch, authorFilters } from './author-search.ts';

export const authorQuery = (api: PublicApi, id: number) =>
  queryOptions({ queryKey: ['public author', id], queryFn: () => api.author(id) });

/** A page of the names, without what only an author's own page shows. */
export const authorsQuery = (api: PublicApi, search: AuthorSearch) => {
  const filters = authorFilters(search);
  return queryOptions({
    queryKey: ['public authors', filters],
    queryFn: async () => {
      const { authors, meta } = await api.authors(filters);
      return {
        authors: authors.map(({ id, slug, name, books_count = 0 }) => ({ id, slug, name, books_count })),
        meta,
      };
    },
  });
};
