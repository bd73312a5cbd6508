import type { Session } from '#shared/auth.ts';
import type { Author } from '#shared/authors.ts';
import type { Book } from '#shared/books.ts';
import type { Category, SuperCategory } from '#shared/categories.ts';
import type { Meta } from '#shared/params.ts';

export type BookFilters = {
  q?: string | undefined;
  category_id?: number | undefined;
  author_id?: number | undefined;
  free_only?: boolean | undefined;
  deals_only?: boolean | undefined;
  sort_col?: 'id' | 'title' | 'created_at' | undefined;
  sort_dir?: 'asc' | 'desc' | undefined;
  page?: number | undefined;
  per?: number | undefined;
};

/**
 * The reads of server-rendered pages. In the browser they are calls (http-public-api.ts); on the server the same
 * functions run in process. Both give the public form of records, and throw an error with `status` 404 for unknown ids.
 */
export type PublicApi = {
  session(): Promise<Session>;
  books(filters: BookFilters): Promise<{ books: Book[]; meta: Meta }>;
  /** With its author and category. */
  book(id: number): Promise<Book>;
  author(id: number): Promise<Author>;
  categories(): Promise<Category[]>;
  /** With their categories. */
  superCategories(): Promise<SuperCategory[]>;
};
