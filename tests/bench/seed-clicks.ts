/** Inserts a year's clicks on sent promotions, and the totals that are normally updated with each click. */
import type pg from 'pg';

const PROMOTIONS = 500;
const BATCH = 500_000;

/** Returns the ids of the promotions that got clicks. */
export async function seedClicks(
  client: pg.Client,
  { clicks, date }: { clicks: number; date: string },
): Promise<number[]> {
  await client.query('set statement_timeout = 0');
  const { rows } = await client.query<{ id: number }>(
    'select id from promotions where sent_at is not null order by id limit $1',
    [PROMOTIONS],
  );
  const ids = rows.map(({ id }) => id);
  for (let from = 1; from <= clicks; from += BATCH) {
    await client.query(
      `insert into click_logs (promotion_id, source, store, clicked_at, ua_class)
       select ids[1 + n % cardinality(ids)], 'newsletter', (enum_range(null::"Store"))[1 + n % 5], $4::date - (n % 8760) * interval '1 hour', 'person'
       from generate_series($1::int, $2::int) n, (select $3::int[] as ids) promotions`,
      [from, Math.min(clicks, from + BATCH - 1), ids, date],
    );
  }
  await client.query('delete from click_rollups; delete from click_days');
  await client.query(`insert into click_rollups (promotion_id, hour, store, source, clicks)
    select promotion_id, date_trunc('hour', clicked_at, 'UTC'), store, source, count(*) from click_logs where promotion_id is not null group by 1, 2, 3, 4`);
  await client.query(
    `insert into click_days (day, source, clicks) select clicked_at::date, source, count(*) from click_logs group by 1, 2`,
  );
  await client.query('vacuum analyze click_logs, click_rollups, click_days');
  return ids;
}
