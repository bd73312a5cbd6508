import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import { type Book, BookAnswer, type BookInput, BookList, type BookPatch, StoreDataAnswer } from '#shared/books.ts';

const role = 'partner';
const BOOKS = ['partner', 'books'];

export type PartnerBookFilters = {
  q?: string;
  status?: NonNullable<Book['status']> | '';
  page?: number;
  per?: number;
  sort_col?: 'id' | 'title' | 'created_at' | 'updated_at';
  sort_dir?: 'asc' | 'desc';
};

export const partnerBooksQuery = (filters: PartnerBookFilters) =>
  queryOptions({
    queryKey: [...BOOKS, 'list', filters],
    queryFn: () => call('/books', { role, query: { joins: ['author', 'category'], ...filters }, schema: BookList }),
    placeholderData: keepPreviousData,
  });

export const partnerBookQuery = (id: number) =>
  queryOptions({
    queryKey: [...BOOKS, id],
    queryFn: async () =>
      (await call(`/books/${id}`, { role, query: { joins: ['author', 'category'] }, schema: BookAnswer })).book,
  });

export const createBook = async (body: BookInput) =>
  (await call('/books', { method: 'POST', role, body, schema: BookAnswer })).book;

export const changeBook = async (id: number, body: BookPatch) =>
  (await call(`/books/${id}/`, { method: 'PATCH', role, body, query: { joins: ['category'] }, schema: BookAnswer }))
    .book;

/** What the store says about an ASIN. 404 when it knows none, 503 when this installation asks no store. */
export const storeDataOf = async (asin: string) =>
  (await call(`/books/${encodeURIComponent(asin)}/amazon_api_data`, { role, schema: StoreDataAnswer })).amazon_api_data;

export const refreshCover = async (id: number) =>
  (await call(`/books/${id}/refresh-cover`, { method: 'POST', role, schema: BookAnswer })).book;

export async function uploadCover(id: number, picture: File) {
  const body = new FormData();
  body.set('cover', picture);
  return (await call(`/books/${id}/cover`, { method: 'POST', role, body, schema: BookAnswer })).book;
}

/** Promotions and the public pages show the book too. */
export function useBooksChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [BOOKS, ['partner', 'promotions'], ['partner', 'promotion check'], ['public books'], ['public book']].map(
        (queryKey) => client.invalidateQueries({ queryKey }),
      ),
    );
}
