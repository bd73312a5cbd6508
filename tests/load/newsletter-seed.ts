/**
 * Inserts readers and approved promotions of one date in bulk: a large installation just before the cutoff. A hundred
 * deals, spread over all but the adult categories, and three or four categories per reader result in emails of eight to
 * twelve deals.
 */

import type { Pool } from '#server/platform/database.ts';
import { APPROVED_BOOK } from '#server/testing/approved-book.ts';

type DaySize = { readers: number; promotions: number; date: string };

export async function seedDay(pool: Pool, { readers, promotions, date }: DaySize) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    for (const [sql, values] of statements({ readers, promotions, date })) await client.query(sql, values);
    await client.query('commit');
    await client.query('set statement_timeout = 0');
    await client.query('vacuum analyze readers, reader_categories, deliveries');
  } finally {
    client.release(true);
  }
}

const GENRES = `(select array_agg(id order by position) from categories where not is_adult)`;

const statements = ({ readers, promotions, date }: DaySize): [sql: string, values: unknown[]][] => [
  [
    `insert into partners (uid, name, encrypted_password, referral_code)
     select 'partner-' || n || '@example.test', 'Partner ' || n, 'none', 'load-' || n from generate_series(1, $1::int) n`,
    [promotions],
  ],
  [
    `insert into books (partner_id, title, slug, category_id, description, blurb, amazon_url, ibooks_url, barnes_and_noble_url, google_play_url, kobo_url)
     select p.id, 'The Remarkable Book Number ' || p.id, 'book-' || p.id, genres[1 + p.id % cardinality(genres)], repeat('A harbor town. ', 10),
       'A harbor town, a drowned ferryman, and a ledger that nobody wants found again – until the tide brings back what was thrown away.',
       'https://www.amazon.com/dp/B0' || lpad(p.id::text, 8, '0'), 'https://books.apple.com/us/book/id' || p.id, 'https://www.barnesandnoble.com/w/' || p.id,
       'https://play.google.com/store/books/details?id=' || p.id, 'https://www.kobo.com/us/en/ebook/' || p.id
     from partners p, ${GENRES} as g(genres)`,
    [],
  ],
  [
    `insert into promotions (partner_id, book_id, category_id, requested_date, promotion_date, deal_ends_on, current_price_cents, sale_price_cents, price_type,
       approval_status, reviewed_at, cpc_cents, max_cost_cents, alternate_dates, reason_codes, reviewed_book, reviewed_store_urls)
     select b.partner_id, b.id, b.category_id, $1::date, $1::date, $1::date + 6, 499, 99, 'discounted', 'approved', now(), 15, 6000, '{}', '{}', ${APPROVED_BOOK}
     from books b`,
    [date],
  ],
  [
    `insert into readers (email, status, stores, confirmed_at)
     select 'reader-' || n || '@example.test', 'active', '{}', now() from generate_series(1, $1::int) n`,
    [readers],
  ],
  [
    `insert into reader_categories (reader_id, category_id)
     select r.id, genres[1 + (r.id * 7 + k * 5) % cardinality(genres)]
     from readers r, generate_series(0, 2 + r.id % 2) k, ${GENRES} as g(genres)
     on conflict do nothing`,
    [],
  ],
];
