import type { Author } from '#shared/authors.ts';
import type { Book } from '#shared/books.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import type { Category, SuperCategory } from '#shared/categories.ts';
import type { PublicApi } from '#shared/public-api.ts';
import { call, type Query } from './http.ts';

/** Public reads over HTTP. The answers are not parsed here: zod would double the public pages' script. */
export const httpPublicApi: PublicApi = {
  session: () => call('/session'),
  books: (filters) => read('/books', filters),
  book: async (id) => (await read<{ book: Book }>(`/books/${id}`, { joins: ['author', 'category'] })).book,
  author: async (id) => (await read<{ author: Author }>(`/authors/${id}`)).author,
  categories: async () => (await read<{ categories: Category[] }>('/categories', ALL)).categories,
  superCategories: async () => {
    const query = { ...ALL, joins: ['categories'] };
    return (await read<{ super_categories: SuperCategory[] }>('/super_categories', query)).super_categories;
  },
};

const ALL = { per: MAX_PER_PAGE, sort_col: 'position', sort_dir: 'asc' };

const read = <T>(path: string, query: Query = {}) => call<T>(path, { query: { ...query, public: true } });
