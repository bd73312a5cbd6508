import type { Book } from '#shared/books.ts';
import { STORE_NAMES, STORE_URL_FIELDS, STORES } from '#shared/business.ts';

/** The stores that have the book, each with its name and link. While a deal runs, the link counts the click. */
export function storeLinks(book: Book) {
  const tracked = book.deal?.store_links ?? {};
  return STORES.flatMap((store) => {
    const href = tracked[store] ?? book[STORE_URL_FIELDS[store]];
    return href ? [{ store, name: STORE_NAMES[store], href }] : [];
  });
}
