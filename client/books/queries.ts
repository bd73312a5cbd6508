import { queryOptions } from '@tanstack/react-query';
import { cardOf } from '#client/ui/card-book.ts';
import type { BookFilters, PublicApi } from '#shared/public-api.ts';

export const booksQuery = (api: PublicApi, filters: BookFilters) =>
  queryOptions({
    queryKey: ['public books', filters],
    queryFn: async () => {
      const { books, meta } = await api.books(filters);
      return { books: books.map(cardOf), meta };
    },
  });

export const bookQuery = (api: PublicApi, id: number) =>
  queryOptions({ queryKey: ['public book', id], queryFn: () => api.book(id) });

export const SIMILAR_BOOKS = 7;

/** Books of the same category; one more than is shown, because the book itself may be among them. */
export const similarQuery = (api: PublicApi, category_id: number) =>
  booksQuery(api, { category_id, per: SIMILAR_BOOKS });
