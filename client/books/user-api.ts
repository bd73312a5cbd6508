import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, type Query } from '#client/api/http.ts';
import { AuthorList } from '#shared/authors.ts';
import { BookAnswer, BookList, type BookPatch } from '#shared/books.ts';
import { PromotionList } from '#shared/promotions.ts';

const role = 'user';
const BOOKS = ['user', 'books'];
const JOINS = ['author', 'category', 'partner'];

export const userBooksQuery = (filters: Query) =>
  queryOptions({
    queryKey: [...BOOKS, 'list', filters],
    queryFn: () => call('/books', { role, query: { joins: JOINS, ...filters }, schema: BookList }),
    placeholderData: keepPreviousData,
  });

export const userBookQuery = (id: number) =>
  queryOptions({
    queryKey: [...BOOKS, 'one', id],
    queryFn: async () => (await call(`/books/${id}`, { role, query: { joins: JOINS }, schema: BookAnswer })).book,
  });

/** The latest promotions of one book. */
export const promotionsOfBookQuery = (book_id: number) =>
  queryOptions({
    queryKey: [...BOOKS, 'promotions', book_id],
    queryFn: () =>
      call('/promotions', {
        role,
        query: { book_id, sort_col: 'requested_date', sort_dir: 'desc', joins: ['category'] },
        schema: PromotionList,
      }),
  });

/** One partner's author profiles whose name contains the words. */
export const authorsQuery = (partner_id: number | undefined, q: string) =>
  queryOptions({
    queryKey: ['user', 'authors', partner_id, q],
    queryFn: async () =>
      (await call('/authors', { role, query: { partner_id, q, sort_dir: 'asc', per: 100 }, schema: AuthorList }))
        .authors,
  });

export const saveBook = async (id: number, body: BookPatch) =>
  (await call(`/books/${id}/`, { method: 'PATCH', role, query: { joins: JOINS }, body, schema: BookAnswer })).book;

export const refreshCover = (id: number) =>
  call(`/books/${id}/refresh-cover`, { method: 'POST', role, schema: BookAnswer });

export function uploadCover(id: number, picture: File) {
  const body = new FormData();
  body.set('cover', picture);
  return call(`/books/${id}/cover`, { method: 'POST', role, body, schema: BookAnswer });
}

/** Promotions, newsletters and the public pages show the book too. */
export function useUserBooksChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [BOOKS, ['user', 'promotions'], ['user', 'promotion'], ['newsletters'], ['public books'], ['public book']].map(
        (queryKey) => client.invalidateQueries({ queryKey }),
      ),
    );
}
