import type { Book } from '#shared/books.ts';
import { STORE_URL_FIELDS, STORES, type Store } from '#shared/business.ts';

/** What a card shows. Lists keep no more than this: the description alone would make a page ten times as large. */
export type CardBook = Pick<Book, 'id' | 'slug' | 'title' | 'author_name' | 'category_id' | 'cover_url' | 'deal'> & {
  stores: Store[];
};

export const cardOf = (book: Book): CardBook => ({
  id: book.id,
  slug: book.slug,
  title: book.title,
  author_name: book.author_name,
  category_id: book.category_id,
  cover_url: book.cover_url,
  deal: book.deal,
  stores: STORES.filter((store) => book[STORE_URL_FIELDS[store]]),
});
