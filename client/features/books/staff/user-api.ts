import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import type { Query } from '#client/api/http.ts';
import { refreshPublicPages } from '#client/api/public-pages.ts';
import { authorsApi } from '#shared/api/authors.ts';
import { booksApi } from '#shared/api/books.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import type { BookPatch } from '#shared/books.ts';

const authors = clientFor(authorsApi, 'user');
const books = clientFor(booksApi, 'user');
const promotions = clientFor(promotionsApi, 'user');
const BOOKS = ['user', 'books'];
const JOINS = ['author', 'category', 'partner'];

export const userBooksQuery = (filters: Query) =>
  queryOptions({
    queryKey: [...BOOKS, 'list', filters],
    queryFn: () => books.list({ query: { joins: JOINS, ...filters } }),
    placeholderData: keepPreviousData,
  });

export const userBookQuery = (id: number) =>
  queryOptions({
    queryKey: [...BOOKS, 'one', id],
    queryFn: async () => (await books.show({ id, query: { joins: JOINS } })).book,
  });

/** The latest promotions of one book. */
export const promotionsOfBookQuery = (book_id: number) =>
  queryOptions({
    queryKey: [...BOOKS, 'promotions', book_id],
    queryFn: () =>
      promotions.list({ query: { book_id, sort_col: 'booked_date', sort_dir: 'desc', joins: ['category'] } }),
  });

/** The partner's author profiles whose name contains `q`. */
export const authorsQuery = (partner_id: number | undefined, q: string) =>
  queryOptions({
    queryKey: ['user', 'authors', partner_id, q],
    queryFn: async () => (await authors.list({ query: { partner_id, q, sort_dir: 'asc', per: 100 } })).authors,
  });

export const saveBook = async (id: number, body: BookPatch) =>
  (await books.update({ id, query: { joins: JOINS }, body })).book;

export const refreshCover = (id: number) => books.refreshCover({ id });
export const uploadCover = (id: number, file: File) => books.replaceCover({ id, file });

/** Returns a function that reloads books, and the promotions, newsletters, and public pages that show them. */
export function useRefreshUserBooks() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      ...[BOOKS, ['user', 'promotions'], ['user', 'promotion'], ['newsletters']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
      refreshPublicPages(queryClient),
    ]);
}
