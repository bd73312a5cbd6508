import type { Book, Deal } from '#shared/books.ts';
import { STORE_NAMES, STORE_URL_FIELDS, STORES, type Store } from '#shared/business.ts';

/** While a deal runs, the server gives links that count the click and lead on to the store. */
type TrackedDeal = Deal & { store_links?: Partial<Record<Store, string>> };

/** The stores that have the book, each with its name and where to go. */
export function storeLinks(book: Book) {
  const tracked = (book.deal as TrackedDeal | null)?.store_links ?? {};
  return STORES.flatMap((store) => {
    const href = tracked[store] ?? book[STORE_URL_FIELDS[store]];
    return href ? [{ store, name: STORE_NAMES[store], href }] : [];
  });
}
