import type { Book } from '#shared/books.ts';
import { formatDate } from '#shared/long-dates.ts';
import { ratingText } from '../book-facts.ts';

const RATINGS: Record<Book['content_rating'], string> = {
  general: 'For everyone',
  teen: 'Teen',
  mature: 'Mature',
  adult: 'Adult',
};

/** What our editors look at, as labels and values; unknown facts are left out. */
export function partnerBookFacts(book: Book): (readonly [string, string])[] {
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Category', book.category?.name],
    [
      'Series',
      book.series && (book.series_number === null ? book.series : `${book.series}, book ${book.series_number}`),
    ],
    ['Pages', book.page_count?.toLocaleString('en-US')],
    ['Rating', book.rating_avg === null ? null : ratingText(book)],
    ['Published', book.published_on && formatDate(book.published_on)],
    ['Suitable for', RATINGS[book.content_rating]],
    ['ASIN', book.asin],
    ['ISBN-13', book.isbn13],
    ['Kindle Unlimited', book.in_kindle_unlimited ? 'Yes' : null],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
