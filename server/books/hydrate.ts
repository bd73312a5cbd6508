/** Loads listed books by id in one prepared statement; Prisma takes many times as long to join and unpack them. */
import pg from 'pg';
import type { Author, Book, Promotion } from '#prisma';
import type { Pool } from '#server/platform/database.ts';
import { parseDate } from '#shared/dates.ts';

const BOOK_COLUMNS = [
  ...(['id', 'title', 'subtitle', 'slug', 'series', 'series_number', 'author_id', 'category_id'] as const),
  ...(['secondary_category_id', 'asin', 'isbn13', 'description', 'blurb', 'page_count', 'language'] as const),
  ...(['published_on', 'rating_avg', 'rating_count', 'content_rating', 'in_kindle_unlimited', 'amazon_url'] as const),
  ...(['ibooks_url', 'barnes_and_noble_url', 'google_play_url', 'kobo_url', 'dead_stores', 'cover'] as const),
] satisfies (keyof Book)[];
const DEAL_COLUMNS = [
  ...(['id', 'sale_price_cents', 'current_price_cents', 'price_type', 'requested_date'] as const),
  ...(['promotion_date', 'deal_ends_on', 'reviewed_book', 'reviewed_store_urls'] as const),
] satisfies (keyof Promotion)[];

export type HydratedDeal = Pick<Promotion, (typeof DEAL_COLUMNS)[number]>;
export type HydratedBook = Pick<Book, (typeof BOOK_COLUMNS)[number]> & {
  author?: Pick<Author, 'name'> | null;
  /** The running promotion, if any. */
  promotions?: HydratedDeal[];
};
type Row = Pick<Book, (typeof BOOK_COLUMNS)[number]> & { author_name: string | null } & {
  [column in keyof HydratedDeal as `deal_${column}`]: HydratedDeal[column] | null;
};

/** Loads the books in no particular order. `date` is the Vancouver date that determines the running deal. */
export async function hydrateBooks(pool: Pool, ids: number[], date: string): Promise<HydratedBook[]> {
  if (!ids.length) return [];
  const { rows } = await pool.query<Row>({ name: 'books-shown', text: TEXT, values: [ids, date], types: TYPES });
  return rows.map((row) => ({
    ...row,
    author: row.author_name === null ? null : { name: row.author_name },
    promotions: row.deal_id === null ? [] : [dealOf(row)],
  }));
}

const dealOf = (row: Row) =>
  Object.fromEntries(DEAL_COLUMNS.map((column) => [column, row[`deal_${column}`]])) as HydratedDeal;

const TEXT = `
  select ${BOOK_COLUMNS.map((column) => `b.${column}`).join(', ')}, a.name as author_name,
    ${DEAL_COLUMNS.map((column) => `d.${column} as deal_${column}`).join(', ')}
  from books b left join authors a on a.id = b.author_id left join lateral (
    select ${DEAL_COLUMNS.join(', ')} from promotions
    where book_id = b.id and sent_at is not null and cancelled_at is null and promotion_date <= $2::date and deal_ends_on >= $2::date
    order by promotion_date desc, id desc limit 1) d on true
  where b.id = any($1::int[])`;

/** Parses dates as midnight UTC like Prisma; pg would use local midnight. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.DATE ? parseDate : pg.types.getTypeParser(oid, format)),
};
