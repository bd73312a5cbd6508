/** Fields of a promotion that staff approve. Without zod, because screens use the labels. */
import { STORE_NAMES, STORE_URL_FIELDS, STORES, type Store } from './business.ts';
import { type StoreLinks, storesOf } from './stores.ts';

const storeLabels = Object.fromEntries(
  STORES.map((store) => [STORE_URL_FIELDS[store], `${STORE_NAMES[store]} link`]),
) as Record<(typeof STORE_URL_FIELDS)[keyof typeof STORE_URL_FIELDS], string>;

/** Reviewed fields with their labels, in the order of a diff. */
export const REVIEWED_FIELDS = {
  title: 'Title',
  author_name: 'Author',
  cover_url: 'Cover',
  description: 'Description',
  blurb: 'Book blurb',
  blurb_override: 'Blurb for this promotion',
  content_rating: 'Content rating',
  ...storeLabels,
  category_id: 'Category',
  current_price_cents: 'Current price',
  sale_price_cents: 'Deal price',
  deal_ends_on: 'Deal ends on',
} as const;
export type ReviewedField = keyof typeof REVIEWED_FIELDS;

/** A field that differs from the approved version; prices in cents, dates as YYYY-MM-DD. */
export type ReviewedChange = {
  field: ReviewedField;
  approved: string | number | null;
  proposed: string | number | null;
};

/** Columns of a book that staff approve, besides its author's name and store links. */
export const BOOK_FACT_COLUMNS = [
  'title',
  'cover',
  'description',
  'blurb',
  'content_rating',
] as const satisfies readonly (keyof BookFacts)[];

/** A book's texts, image, and content rating that staff approve. */
export type BookFacts = {
  title: string;
  author_name: string | null;
  /** Missing in what version 0.1.0 approved. */
  author_id?: number | null;
  /** Its key in the blob store. */
  cover: string | null;
  description: string;
  blurb: string;
  content_rating: 'general' | 'teen' | 'mature' | 'adult';
};
export type StoreUrls = { [store in Store]?: string };

export const bookFactsOf = (
  book: Omit<BookFacts, 'author_name'> & { author?: { name: string } | null },
): BookFacts => ({
  ...pick(book, BOOK_FACT_COLUMNS),
  author_name: book.author?.name ?? null,
});

/** True for a book whose author is the approved one and still has the approved name. 0.1.0 approved names only. */
export const isApprovedAuthor = (
  { author_id, author }: { author_id: number | null; author?: { name: string } | null },
  { author_name, author_id: approved_id = author_id }: BookFacts,
) => author_id === approved_id && author?.name === author_name;

const pick = <T, Name extends keyof T>(from: T, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>;

/** Leaves out links that are marked dead. */
export const storeUrlsOf = (book: StoreLinks): StoreUrls =>
  Object.fromEntries(storesOf(book).map((store) => [store, book[STORE_URL_FIELDS[store]]!]));

/** The approved book and its store links. Approval always sets both columns. */
export const approvedVersionOf = (columns: { reviewed_book: unknown; reviewed_store_urls: unknown }) => ({
  book: columns.reviewed_book as BookFacts,
  store_urls: columns.reviewed_store_urls as StoreUrls,
});
