import type { Book } from '#shared/books.ts';
import { STORE_URL_FIELDS, STORES, type Store } from '#shared/business.ts';
import { daysBetween, parseDate } from '#shared/dates.ts';

/**
 * The fields of a book's card. Lists send only these, because the description alone would make a page ten times as
 * large.
 */
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

const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });

/** 'Ends today', 'Ends in 3 days', 'Until Dec 24'; both dates are 'YYYY-MM-DD'. */
export function dealEndText(endsOn: string, today: string) {
  const days = daysBetween(today, endsOn);
  if (days < 0) return 'Ended';
  if (days === 0) return 'Ends today';
  if (days === 1) return 'Ends tomorrow';
  return days <= 7 ? `Ends in ${days} days` : `Until ${format.format(parseDate(endsOn))}`;
}
