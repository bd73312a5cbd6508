/** Approved versions of books, for promotions that tests insert directly. */
import type { Database } from '#server/platform/database.ts';
import { bookFactsOf, storeUrlsOf } from '#shared/reviewed-facts.ts';

/** SQL for `reviewed_book, reviewed_store_urls` of a book `b`, without its author's name. */
export const APPROVED_BOOK = `
  jsonb_build_object('title', b.title, 'author_name', null, 'cover', b.cover, 'description', b.description, 'blurb', b.blurb,
    'content_rating', b.content_rating),
  jsonb_strip_nulls(jsonb_build_object('amazon', b.amazon_url, 'ibooks', b.ibooks_url, 'barnes_and_noble', b.barnes_and_noble_url,
    'google_play', b.google_play_url, 'kobo', b.kobo_url))`;

/** Returns the same columns for Prisma, with the author's name and without dead links. */
export async function approvedBookOf(db: Database, id: number) {
  const book = await db.book.findUniqueOrThrow({ where: { id }, include: { author: true } });
  return { reviewed_book: bookFactsOf(book), reviewed_store_urls: storeUrlsOf(book) };
}
