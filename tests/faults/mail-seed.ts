/** Inserts a frozen newsletter and its readers in bulk, for tests and benchmarks that need many. */

import type { FrozenDeal } from '#server/newsletters/assemble.ts';
import { businessDate, settableClock } from '#server/platform/clock.ts';
import type { Pool } from '#server/platform/database.ts';
import { STORES } from '#shared/business.ts';

type NewsletterSize = { readers: number; deals: number; date?: string; readersPerRange?: number };

/** Returns the business date, for processes that use real time and don't send newsletters of earlier dates. */
export const currentBusinessDate = () => businessDate(settableClock().now());

const CATEGORIES = 36;

/** Returns the newsletter's id. Readers are reader-1@example.test and so on; each has chosen five categories. */
export async function seedNewsletter(
  pool: Pool,
  { readers, deals, date = '2026-11-30', readersPerRange = 5_000 }: NewsletterSize,
): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    const { rows } = await client.query<{ id: number }>(
      `insert into newsletters (newsletter_date, status, subject, preheader, frozen_at, deliveries_total)
       values ($1, 'frozen', 'Today: “Emma” free, and more', 'Emma · Persuasion', now(), $2) returning id`,
      [date, readers],
    );
    const id = rows[0]!.id;
    const categories = await client.query<{ id: number; name: string; position: number }>(
      'select id, name, position from categories where not is_adult order by position limit $1',
      [CATEGORIES],
    );
    await client.query('update newsletters set snapshot = $2 where id = $1', [
      id,
      { deals: createDeals(id, deals, categories.rows) },
    ]);
    await client.query(
      `with inserted as (
         insert into readers (email, status, stores, confirmed_at)
         select 'reader-' || n || '@example.test', 'active', '{}', now() from generate_series(1, $1) n returning id),
       chosen as (
         insert into reader_categories (reader_id, category_id)
         select inserted.id, ($2::int[])[1 + (inserted.id * 7 + k * 5) % cardinality($2::int[])] from inserted, generate_series(0, 4) k
         on conflict do nothing)
       insert into deliveries (newsletter_id, reader_id) select $3, id from inserted`,
      [readers, categories.rows.map((category) => category.id), id],
    );
    await client.query(
      `insert into newsletter_ranges (newsletter_id, number, is_engaged, after_reader, last_reader, deliveries)
       select $1, row_number() over (order by min(reader_id)), false, min(reader_id) - 1, max(reader_id), count(*)
       from (select reader_id, (row_number() over (order by reader_id) - 1) / $2 as range from deliveries where newsletter_id = $1) d
       group by range`,
      [id, readersPerRange],
    );
    await client.query('commit');
    await client.query('analyze readers, reader_categories, deliveries');
    return id;
  } finally {
    client.release();
  }
}

/** Creates `count` deals, spread over the categories. */
export const createDeals = (
  newsletter_id: number,
  count: number,
  categories: readonly { id: number; name: string; position: number }[],
): FrozenDeal[] =>
  Array.from({ length: count }, (_, index) => {
    const category = categories[index % categories.length]!;
    return {
      newsletter_id,
      promotion_id: index + 1,
      category_id: category.id,
      category_name: category.name,
      category_position: category.position,
      is_adult: false,
      is_top: index < categories.length && index % 3 === 0,
      position: index + 1,
      title: `The Remarkable Book Number ${index + 1}`,
      author_name: 'Zoë Ångström',
      blurb:
        'A harbor town, a drowned ferryman, and a ledger that nobody wants found again – until the tide brings back what was thrown away, and with it the name of the one who threw it.',
      cover_url: `https://deckle.example.test/media/covers/${String(index).padStart(32, '0')}-240.jpg`,
      sale_price_cents: index % 4 === 0 ? 0 : 99,
      current_price_cents: 499,
      stores: [...STORES],
    };
  });
