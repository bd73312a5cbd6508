import type { Book } from '#shared/books.ts';
import { STORE_NAMES, STORE_URL_FIELDS, STORES } from '#shared/business.ts';
import { type ShareChannel, withChannel } from '#shared/share-channels.ts';

/**
 * The book's store links, each with the store's name. If a running deal has a tracked link to a store, it replaces the
 * direct one and counts clicks, by channel if `channel` is set.
 */
export function storeLinks(book: Book, channel: ShareChannel | null = null) {
  const tracked = book.deal?.store_links ?? {};
  return STORES.flatMap((store) => {
    const link = tracked[store];
    const href = (link && channel ? withChannel(link, channel) : link) ?? book[STORE_URL_FIELDS[store]];
    return href ? [{ store, name: STORE_NAMES[store], href }] : [];
  });
}
