/** Builds rows in memory with ids assigned in advance, and stores them with one statement per table. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Prisma } from '#prisma';

type Tables = {
  users: Prisma.UserUncheckedCreateInput;
  partners: Prisma.PartnerUncheckedCreateInput;
  credit_cards: Prisma.CreditCardUncheckedCreateInput;
  authors: Prisma.AuthorUncheckedCreateInput;
  books: Prisma.BookUncheckedCreateInput;
  readers: Prisma.ReaderUncheckedCreateInput;
  reader_categories: Prisma.ReaderCategoryUncheckedCreateInput;
  discounts: Prisma.DiscountUncheckedCreateInput;
  newsletters: Prisma.NewsletterUncheckedCreateInput;
  promotions: Prisma.PromotionUncheckedCreateInput;
  promotion_addons: Prisma.PromotionAddonUncheckedCreateInput;
  discount_uses: Prisma.DiscountUseUncheckedCreateInput;
  promotion_events: Prisma.PromotionEventUncheckedCreateInput;
  click_logs: Prisma.ClickLogUncheckedCreateInput;
  counted_audiences: Prisma.CountedAudienceUncheckedCreateInput;
  referral_visits: Prisma.ReferralVisitUncheckedCreateInput;
  invoices: Prisma.InvoiceUncheckedCreateInput;
  charge_attempts: Prisma.ChargeAttemptUncheckedCreateInput;
  stripe_errors: Prisma.StripeErrorUncheckedCreateInput;
  ledger_entries: Prisma.LedgerEntryUncheckedCreateInput;
  promotion_stats: Prisma.PromotionStatUncheckedCreateInput;
  referral_entries: Prisma.ReferralEntryUncheckedCreateInput;
  promotion_sites: Prisma.PromotionSiteUncheckedCreateInput;
  promotion_site_reviews: Prisma.PromotionSiteReviewUncheckedCreateInput;
  partner_votes: Prisma.PartnerVoteUncheckedCreateInput;
  blog_categories: Prisma.BlogCategoryUncheckedCreateInput;
  tags: Prisma.TagUncheckedCreateInput;
  blogs: Prisma.BlogUncheckedCreateInput;
  blog_tags: Prisma.BlogTagUncheckedCreateInput;
  reader_blog_categories: Prisma.ReaderBlogCategoryUncheckedCreateInput;
  reader_blogs: Prisma.ReaderBlogUncheckedCreateInput;
  audit_events: Prisma.AuditEventUncheckedCreateInput;
  internal_notes: Prisma.InternalNoteUncheckedCreateInput;
};
type Table = keyof Tables;

/** Tables in the order of insertion: parents before children. */
const ORDER: readonly Table[] = [
  'users',
  'partners',
  'credit_cards',
  'authors',
  'books',
  'readers',
  'reader_categories',
  'discounts',
  'newsletters',
  'counted_audiences',
  'promotions',
  'promotion_addons',
  'discount_uses',
  'promotion_events',
  'click_logs',
  'invoices',
  'charge_attempts',
  'stripe_errors',
  'ledger_entries',
  'promotion_stats',
  'referral_visits',
  'referral_entries',
  'promotion_sites',
  'promotion_site_reviews',
  'partner_votes',
  'blog_categories',
  'tags',
  'blogs',
  'blog_tags',
  'reader_blog_categories',
  'reader_blogs',
  'audit_events',
  'internal_notes',
];
const WITHOUT_ID = new Set<Table>([
  'reader_categories',
  'discount_uses',
  'click_logs',
  'counted_audiences',
  'referral_visits',
  'promotion_stats',
  'promotion_sites',
  'partner_votes',
  'blog_tags',
]);
/** Tables whose `updated_at` Prisma sets; for rows stored without Prisma, it's set here. */
const WITH_UPDATED_AT = new Set<Table>([
  'users',
  'partners',
  'authors',
  'books',
  'readers',
  'discounts',
  'promotions',
  'promotion_site_reviews',
  'blogs',
  'reader_blogs',
]);

export type Rows = {
  /** Adds a row, with the next id if it has none. Rows of tables in WITHOUT_ID stay unchanged. */
  add<T extends Table>(table: T, row: Tables[T]): Tables[T] & { id: number };
  nextId(table: Table): number;
  of<T extends Table>(table: T): readonly (Tables[T] & { id: number })[];
};

/** Ids continue from each table's sequence. */
export async function createRows(client: PoolClient): Promise<Rows> {
  const lastIds = new Map<Table, number>();
  for (const table of ORDER.filter((name) => !WITHOUT_ID.has(name))) {
    const { rows } = await client.query(`select nextval(pg_get_serial_sequence('${table}', 'id'))::int as id`);
    lastIds.set(table, rows[0].id - 1);
  }
  const tables = new Map<Table, object[]>(ORDER.map((table) => [table, []]));
  const nextId = (table: Table) => {
    const id = lastIds.get(table)! + 1;
    lastIds.set(table, id);
    return id;
  };
  return {
    nextId,
    of: <T extends Table>(table: T) => tables.get(table) as (Tables[T] & { id: number })[],
    add: (table, row) => {
      const rowWithId = WITHOUT_ID.has(table) || 'id' in row ? row : { id: nextId(table), ...row };
      tables.get(table)!.push(rowWithId);
      return rowWithId as never;
    },
  };
}

/**
 * Stores all rows. Every row of a table must have the same keys, because a missing one becomes null rather than the
 * default.
 */
export async function storeRows(client: PoolClient, rows: Rows) {
  for (const table of ORDER) {
    const list = rows.of(table).map((row) => withUpdatedAt(table, row as Record<string, unknown>));
    if (!list.length) continue;
    if (table === 'click_logs') {
      await copyRows(client, table, list);
      continue;
    }
    const columns = Object.keys(list[0]!)
      .map((name) => `"${name}"`)
      .join(', ');
    const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`;
    await client.query(text, [JSON.stringify(list)]);
    if (!WITHOUT_ID.has(table)) {
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
    }
  }
}

/**
 * Copies rows, which is several times as fast as an insert. Values may be numbers,
 * booleans, dates, simple words, and null.
 */
async function copyRows(client: PoolClient, table: Table, list: readonly Record<string, unknown>[]) {
  const columns = Object.keys(list[0]!);
  const lines = list.map((row) => `${columns.map((column) => copyValue(row[column])).join('\t')}\n`);
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from([lines.join('')]), stream);
}

const copyValue = (value: unknown) =>
  value === null || value === undefined ? '\\N' : value instanceof Date ? value.toISOString() : String(value);

const withUpdatedAt = (table: Table, row: Record<string, unknown>) =>
  WITH_UPDATED_AT.has(table) && !row.updated_at ? { ...row, updated_at: row.created_at } : row;
