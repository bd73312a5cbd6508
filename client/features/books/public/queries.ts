import { queryOptions } from '@tanstack/react-query';
import { cardOf } from '#client/ui/card-book.ts';
import { booksApi } from '#shared/api/books.ts';
import type { Filters, PublicApi } from '#shared/api/client.ts';

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

export const SIMILAR_BOOKS = 7;

/** Books of the same category; one more than is shown, because the book itself may be among them. */
export const similarQuery = (api: PublicApi, category_id: number) =>
  booksQuery(api, { category_id, per: SIMILAR_BOOKS });
