import * as z from 'zod';
import { Author } from './authors.ts';
import { STORES } from './business.ts';
import { Category } from './categories.ts';
import {
  CalendarDate,
  Id,
  listQuery,
  Meta,
  optionalLine,
  optionalUrl,
  queryFlag,
  queryId,
  recordQuery,
  requiredLine,
  StoreName,
  searchText,
  text,
} from './params.ts';
import { REASONS } from './reasons.ts';
import { type StoreLinks, storesOf } from './stores.ts';

export const Asin = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{10}$/, 'is not an ASIN (ten letters or digits)');

const isbn13 = z
  .string()
  .transform((value) => value.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^97[89]\d{10}$/, 'is not an ISBN-13'));
const orNone = <T extends z.ZodType>(schema: T) => z.union([z.literal('').transform(() => null), schema]).nullish();

const fields = {
  title: requiredLine(200),
  subtitle: optionalLine(200),
  author_id: Id.nullish(),
  series: optionalLine(200),
  series_number: z.int().min(0).max(999).nullish(),
  category_id: Id.nullish(),
  secondary_category_id: Id.nullish(),
  asin: orNone(Asin),
  isbn13: orNone(isbn13),
  description: text(4000),
  blurb: text(300),
  page_count: z.int().min(1).max(20_000).nullish(),
  language: z.string().regex(/^[a-z]{2}$/, 'is not a two-letter language code'),
  published_on: CalendarDate.nullish(),
  rating_avg: z.number().min(0).max(5).nullish(),
  rating_count: z.int().min(0).max(100_000_000).nullish(),
  content_rating: z.enum(['general', 'teen', 'mature', 'adult']),
  in_kindle_unlimited: z.boolean(),
  amazon_url: optionalUrl,
  ibooks_url: optionalUrl,
  barnes_and_noble_url: optionalUrl,
  google_play_url: optionalUrl,
  kobo_url: optionalUrl,
  /** Stores whose link no longer works. */
  dead_stores: z.array(StoreName).max(STORES.length),
  status: z.enum(['draft', 'active', 'archived']),
};

export const BookInput = z.strictObject({
  ...fields,
  description: fields.description.default(''),
  blurb: fields.blurb.default(''),
  language: fields.language.default('en'),
  content_rating: fields.content_rating.default('general'),
  in_kindle_unlimited: fields.in_kindle_unlimited.default(false),
  dead_stores: fields.dead_stores.default([]),
  status: fields.status.default('active'),
});
export type BookInput = z.infer<typeof BookInput>;
export const BookPatch = z.strictObject(fields).partial();
export type BookPatch = z.infer<typeof BookPatch>;

const MIN_DESCRIPTION_LENGTH = 50;

type Completeness = StoreLinks & Partial<Pick<BookInput, 'status' | 'category_id' | 'description'>>;

/** The fields that an active book still needs, with the reasons. Other books need only a title. */
export function missingFields(book: Completeness): { [field: string]: string[] } {
  if (book.status !== 'active') return {};
  const length = book.description?.length ?? 0;
  return {
    ...(book.category_id ? {} : { category_id: ["can't be blank"] }),
    ...(length >= MIN_DESCRIPTION_LENGTH
      ? {}
      : { description: [length ? `is too short (at least ${MIN_DESCRIPTION_LENGTH} characters)` : "can't be blank"] }),
    ...(storesOf(book).length ? {} : { base: [REASONS.no_store_link.explanation] }),
  };
}

/** The deal of a book while one of its promotions runs. */
export const Deal = z.object({
  promotion_id: z.int(),
  sale_price_cents: z.int(),
  current_price_cents: z.int(),
  price_type: z.enum(['free', 'discounted']),
  promotion_date: z.string(),
  deal_ends_on: z.string(),
  /**
   * Paths on our own host that count the click and redirect to the store. Empty for the owner and staff, except in the
   * public view.
   */
  store_links: z.partialRecord(StoreName, z.string()),
});
export type Deal = z.infer<typeof Deal>;

/** An ended deal. */
export const PastDeal = Deal.pick({
  promotion_id: true,
  sale_price_cents: true,
  current_price_cents: true,
  promotion_date: true,
  deal_ends_on: true,
});
export type PastDeal = z.infer<typeof PastDeal>;

export const Book = z.object({
  id: z.int(),
  title: z.string(),
  subtitle: z.string().nullable(),
  slug: z.string(),
  series: z.string().nullable(),
  series_number: z.int().nullable(),
  author_id: z.int().nullable(),
  author_name: z.string().nullable(),
  /** Can be null unless the book is active. */
  category_id: z.int().nullable(),
  secondary_category_id: z.int().nullable(),
  asin: z.string().nullable(),
  isbn13: z.string().nullable(),
  description: z.string(),
  blurb: z.string(),
  page_count: z.int().nullable(),
  language: z.string(),
  published_on: z.string().nullable(),
  rating_avg: z.number().nullable(),
  rating_count: z.int().nullable(),
  content_rating: fields.content_rating,
  in_kindle_unlimited: z.boolean(),
  amazon_url: z.string().nullable(),
  ibooks_url: z.string().nullable(),
  barnes_and_noble_url: z.string().nullable(),
  google_play_url: z.string().nullable(),
  kobo_url: z.string().nullable(),
  cover_url: z.string(),
  deal: Deal.nullable(),
  /** Newest first, on request. */
  past_deals: z.array(PastDeal).optional(),
  author: Author.nullable().optional(),
  category: Category.optional(),
  /* fields for the owner and staff */
  partner_id: z.int().optional(),
  partner: z.object({ id: z.int(), name: z.string(), email: z.string().optional() }).optional(),
  status: fields.status.optional(),
  dead_stores: z.array(StoreName).optional(),
  store_data: z.unknown().optional(),
  store_data_fetched_at: z.string().nullable().optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});
export type Book = z.infer<typeof Book>;
export const BookList = z.object({ books: z.array(Book), meta: Meta });
export const BookResponse = z.object({ book: Book });

const BOOK_JOINS = ['author', 'category', 'partner'] as const;
const READ_JOINS = [...BOOK_JOINS, 'past_deals'] as const;
/** The last four sort by the running deal; books without one come last. `popularity` is the deal's clicks so far. */
export const BOOK_ORDER = [
  'id',
  'title',
  'created_at',
  'updated_at',
  'sale_price_cents',
  'deal_ends_on',
  'promotion_date',
  'popularity',
] as const;
export type BookOrder = (typeof BOOK_ORDER)[number];
export const BookListQuery = listQuery(
  BOOK_ORDER,
  {
    /**
     * Words of the title, subtitle, author, or series. The last may be incomplete. If nothing matches, mistyped words
     * are corrected. `total_count` is at most 1,000.
     */
    q: searchText().optional(),
    /** Defaults to relevance for searches, otherwise newest first. */
    sort_col: z.enum(BOOK_ORDER).optional(),
    category_id: queryId.optional(),
    author_id: queryId.optional(),
    partner_id: queryId.optional(),
    status: fields.status.optional(),
    free_only: queryFlag.optional(),
    deals_only: queryFlag.optional(),
    /** Maximum price of the running deal. */
    price_max_cents: z
      .string()
      .regex(/^\d{1,6}$/, 'must be a whole number of cents')
      .transform(Number)
      .optional(),
    store: StoreName.optional(),
  },
  READ_JOINS,
);
export type BookListQuery = z.infer<typeof BookListQuery>;
export const BookQuery = recordQuery(READ_JOINS);
export const BookChangeQuery = recordQuery(BOOK_JOINS);

/** A book-data provider's data about an ASIN. */
export const StoreData = z.object({
  asin: z.string(),
  title: z.string(),
  author_name: z.string().nullable(),
  description: z.string().nullable(),
  page_count: z.int().nullable(),
  published_on: z.string().nullable(),
  rating_avg: z.number().nullable(),
  rating_count: z.int().nullable(),
  list_price_cents: z.int().nullable(),
  /** The current price; absent from data that an older version fetched. */
  price_cents: z.int().nullable().optional(),
  amazon_url: z.string(),
  cover_url: z.string().nullable(),
  category_slug: z.string().nullable(),
  source: z.string(),
  fetched_at: z.string(),
});
export type StoreData = z.infer<typeof StoreData>;
export const StoreDataResponse = z.object({ amazon_api_data: StoreData });
