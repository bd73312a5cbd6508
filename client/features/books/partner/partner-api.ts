import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { refreshPublicPages } from '#client/api/public-pages.ts';
import { booksApi } from '#shared/api/books.ts';
import type { Book, BookInput, BookPatch } from '#shared/books.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';

const books = clientFor(booksApi, 'partner');
const BOOKS = ['partner', 'books'];

type PartnerBookFilters = {
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
    queryFn: () => books.list({ query: { joins: ['author', 'category'], ...filters } }),
    placeholderData: keepPreviousData,
  });

export const partnerBookQuery = (id: number) =>
  queryOptions({
    queryKey: [...BOOKS, id],
    queryFn: async () => (await books.show({ id, query: { joins: ['author', 'category'] } })).book,
  });

/** Every active book of the partner. */
export const activeBooksQuery = () =>
  queryOptions({
    queryKey: [...BOOKS, 'active'],
    queryFn: () => fetchAllBooks({ status: 'active', joins: ['author'] }),
  });

/** The partner's books that match the filters, from all pages. */
export async function fetchAllBooks(filters: { status?: 'active'; joins?: 'author'[] } = {}): Promise<Book[]> {
  const all: Book[] = [];
  for (let page = 1; ; page++) {
    const { books: pageBooks, meta } = await books.list({ query: { ...filters, per: MAX_PER_PAGE, page } });
    all.push(...pageBooks);
    if (pageBooks.length === 0 || all.length >= meta.total_count) return all;
  }
}

export const createBook = async (body: BookInput, idempotencyKey: string) =>
  (await books.create({ body, idempotencyKey })).book;

export const updateBook = async (id: number, body: BookPatch) =>
  (await books.update({ id, body, query: { joins: ['category'] } })).book;

/** The store's data about an ASIN. 422 for an invalid ASIN, 404 for an unknown one, 503 if no store API answers. */
export const fetchStoreData = async (asin: string) => (await books.storeData({ asin })).amazon_api_data;

export const refreshCover = async (id: number) => (await books.refreshCover({ id })).book;
export const uploadCover = async (id: number, file: File) => (await books.replaceCover({ id, file })).book;

/** Returns a function that reloads books, and the promotions and public pages that show them. */
export function useRefreshBooks() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      ...[BOOKS, ['partner', 'promotions'], ['partner', 'promotion check']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
      refreshPublicPages(queryClient),
    ]);
}
