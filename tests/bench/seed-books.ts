/**
 * Inserts partners, authors, books, and running deals of a large installation in bulk. Equal arguments give equal rows,
 * except for timestamps.
 */

import type { Pool } from '#server/platform/database.ts';
import { APPROVED_BOOK } from '#server/testing/approved-book.ts';

export type LargeCatalog = { books: number; deals: number; date: string };

const BATCH = 50_000;

export async function seedLargeCatalog(pool: Pool, { books, deals, date }: LargeCatalog) {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const partners = Math.max(10, Math.round(books / 200));
    await client.query(PARTNERS, [partners]);
    await client.query(AUTHORS, [partners]);
    const { rows } = await client.query<{ partner: number; author: number }>(
      `select (select min(id) from partners where uid like 'large-%') as partner, (select min(id) from authors where slug like 'large-%') as author`,
    );
    const { partner, author } = rows[0]!;
    for (let from = 1; from <= books; from += BATCH) {
      const to = Math.min(books, from + BATCH - 1);
      await client.query(BOOKS, [from, to, partners, partner, author]);
    }
    await client.query(DEALS, [deals, date]);
    await client.query('vacuum analyze books, book_cards, book_words, authors, promotions');
  } finally {
    client.release(true);
  }
}

const PARTNERS = `
  insert into partners (uid, name, encrypted_password, referral_code)
  select 'large-' || n || '@example.test', 'Large Partner ' || n, 'none', 'large-' || n from generate_series(1, $1::int) n`;

/** Many pronounceable words: a beginning, a middle, and an end selected by the number. */
const word = (n: string, salt: number) => `(
  (array['ash','bel','cor','dan','eve','far','gal','hol','ing','jar','kel','lor','mar','nor','oak','pen','quin','ros','sil','tor','und','ver','wil','yar','zel'])[1 + (${n} * 7 + ${salt}) % 25]
  || (array['a','e','i','o','u','an','er','il','on','ur'])[1 + (${n} / 25 * 3 + ${salt}) % 10]
  || (array['bury','dale','fen','gate','ham','land','mere','ness','port','rick','shaw','ton','wick','worth','yard','bane','crest','drift','ford','grove'])[1 + (${n} / 250 + ${salt}) % 20])`;

const AUTHORS = `
  insert into authors (partner_id, name, slug, bio)
  select p.id, initcap(${word('p.id', 3)}) || ' ' || initcap(${word('(p.id / 7)', 11)}) || ' ' || p.id, 'large-' || p.id, repeat('Writes by the sea. ', 8)
  from partners p where p.uid like 'large-%' order by p.id limit $1::int`;

/** Every third title contains "house", the worst case for a search. */
const BOOKS = `
  with genres as (select array_agg(id order by position) as ids from categories where not is_adult)
  insert into books (partner_id, author_id, title, slug, series, series_number, category_id, secondary_category_id, description, blurb, page_count,
    rating_avg, rating_count, amazon_url, kobo_url, status)
  select $4::int + n % $3::int, $5::int + n % $3::int,
    'The ' || initcap(${word('(n * 13 % 5003)', 1)}) || case when n % 3 = 0 then ' House of ' else ' Songs of ' end || initcap(${word('(n / 5 * 17 % 4999)', 5)}),
    'large-' || n, case when n % 4 = 0 then initcap(${word('(n / 11)', 2)}) || ' Chronicles' end, case when n % 4 = 0 then 1 + n % 9 end,
    ids[1 + n % cardinality(ids)], case when n % 6 = 0 then ids[1 + (n + 3) % cardinality(ids)] end,
    repeat('A harbor town, a drowned ferryman, and a ledger that nobody wants found again. ', 8),
    'A harbor town, a drowned ferryman, and a ledger that nobody wants found again – until the tide brings it back.', 180 + n % 400,
    3 + (n % 20) / 10.0, (10000000 / (1 + n::bigint * 7919 % 999983))::int, 'https://www.amazon.com/dp/B' || lpad(n::text, 9, '0'), 'https://www.kobo.com/us/en/ebook/' || n, 'active'
  from generate_series($1::int, $2::int) n, genres`;

const DEALS = `
  insert into promotions (partner_id, book_id, category_id, requested_date, promotion_date, deal_ends_on, current_price_cents, sale_price_cents, price_type,
    approval_status, reviewed_at, sent_at, cpc_cents, max_cost_cents, alternate_dates, reason_codes, reviewed_book, reviewed_store_urls)
  select b.partner_id, b.id, b.category_id, $2::date - b.id % 6, $2::date - b.id % 6, $2::date + 1 + b.id % 5, 499, price, case price when 0 then 'free' else 'discounted' end::"PriceType",
    'approved', now(), now(), 15, 6000, '{}', '{}', ${APPROVED_BOOK}
  from (select b.*, case when b.id % 5 = 0 then 0 else 99 + b.id % 3 * 100 end as price from books b where b.slug like 'large-%' order by b.id desc limit $1::int) b`;
