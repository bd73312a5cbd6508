import type { Fact } from '#client/ui/app/FactList.tsx';
import { type Book, missingFields } from '#shared/books.ts';
import { STORE_NAMES } from '#shared/business.ts';
import { formatCount } from '#shared/counts.ts';
import { formatInstant } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { storesOf } from '#shared/stores.ts';

const numberFormat = new Intl.NumberFormat('en-US');

/** '4.2 stars from 2,401 ratings', '4.2 stars' if the number of ratings is unknown or 0, or 'not rated yet'. */
export function ratingText({ rating_avg, rating_count }: Pick<Book, 'rating_avg' | 'rating_count'>) {
  if (rating_avg === null) return 'not rated yet';
  const stars = `${rating_avg.toFixed(1)} stars`;
  return rating_count
    ? `${stars} from ${numberFormat.format(rating_count)} ${rating_count === 1 ? 'rating' : 'ratings'}`
    : stars;
}

export const pagesText = ({ page_count }: Pick<Book, 'page_count'>) =>
  page_count === null ? 'length unknown' : formatCount(page_count, 'page');

export const storesText = (book: Book) =>
  storesOf(book)
    .map((store) => STORE_NAMES[store])
    .join(', ') || 'no store link';

/** A book's facts for staff: those that the submission rules check, Kindle Unlimited, and the store data's age. */
export const bookFacts = (book: Book): Fact[] => [
  ['Rating', ratingText(book)],
  ['Length', pagesText(book)],
  ['Stores', storesText(book)],
  ['Published', book.published_on ? formatDate(book.published_on) : 'unknown'],
  ['Content', STAFF_CONTENT_RATINGS[book.content_rating]],
  ['Kindle Unlimited', book.in_kindle_unlimited ? 'yes' : 'no'],
  ['Store data', book.store_data_fetched_at ? `fetched ${formatInstant(book.store_data_fetched_at)}` : 'never fetched'],
];

const STAFF_CONTENT_RATINGS: Record<Book['content_rating'], string> = {
  general: 'for all ages',
  teen: 'for teens',
  mature: 'mature',
  adult: 'adults only',
};

const PARTNER_CONTENT_RATINGS: Record<Book['content_rating'], string> = {
  general: 'All ages',
  teen: 'Teen',
  mature: 'Mature',
  adult: 'Adult',
};

/** 'This is a draft. To promote it, add a category and a link to a store, then set it to active.' */
export function draftText(book: Book) {
  const missing = Object.keys(missingFields({ ...book, status: 'active' })).map((field) => MISSING_FIELD_TEXTS[field]);
  if (missing.length === 0) return 'This is a draft. Set it to active to promote it.';
  return `This is a draft. To promote it, add ${listFormat.format(missing.filter((name) => name !== undefined))}, then set it to active.`;
}

const listFormat = new Intl.ListFormat('en-US');

const MISSING_FIELD_TEXTS: { [field: string]: string } = {
  category_id: 'a category',
  description: 'a description of at least 50 characters',
  base: 'a link to a store',
};

/** A book's facts for its partner, as labels and values, without unknown ones. */
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
    ['Content rating', PARTNER_CONTENT_RATINGS[book.content_rating]],
    ['ASIN', book.asin],
    ['ISBN-13', book.isbn13],
    ['Kindle Unlimited', book.in_kindle_unlimited ? 'Yes' : null],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
