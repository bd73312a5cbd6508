/** Benchmark i: dashboard queries on the maintained click totals, compared with the individual clicks. */
import pg from 'pg';
import { promotionClicks } from '#server/clicks/service.ts';
import { openDatabase } from '#server/platform/database.ts';
import { type BenchTarget, formatMs, measureMs, median, quantile, type Row } from './harness.ts';
import { seedClicks } from './seed-clicks.ts';

/** Number of warm-up calls, for promotions that aren't measured. */
const WARM_UP = 100;
const CALLS = 300;
const GOAL_MS = 10;

export async function measure({ databaseUrl, date }: BenchTarget, { clicks }: { clicks: number }): Promise<Row[]> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const ids = await seedClicks(client, { clicks, date });
  const measureRaw = async (sql: string, values: unknown[] = []) => {
    const durations: number[] = [];
    for (let n = 0; n < 3; n += 1) durations.push(await measureMs(() => client.query(sql, values)));
    return median(durations);
  };
  const rawPromotionMs = await measureRaw(
    `select date_trunc('hour', clicked_at), store, source, count(*) from click_logs where promotion_id = $1 group by 1, 2, 3`,
    [ids[0]],
  );
  const rawSiteMs = await measureRaw(`select clicked_at::date, source, count(*) from click_logs group by 1, 2`);
  const promotionMs: number[] = [];
  const siteMs: number[] = [];
  const promotionAt = (n: number) => ({ id: ids[n % ids.length]!, settled: false });
  for (let n = 0; n < WARM_UP; n += 1) await promotionClicks(pool, promotionAt(n));
  for (let n = WARM_UP; n < WARM_UP + CALLS; n += 1) {
    promotionMs.push(await measureMs(() => promotionClicks(pool, promotionAt(n))));
    siteMs.push(await measureMs(() => client.query('select day, source, clicks from click_days order by day')));
  }
  await client.end();
  await db.$disconnect();
  if (!pool.ended) await pool.end();
  const p99 = quantile(promotionMs, 0.99);
  const row = (
    id: string,
    description: string,
    [control, result]: [number, number],
    [goal, isMet]: [string, boolean],
  ): Row => ({
    id,
    description,
    control: formatMs(control),
    result: formatMs(result),
    ratio: control / result,
    goal,
    isMet,
  });
  const total = `of ${(clicks / 1e6).toFixed(1)}M clicks`;
  return [
    row(
      'i1',
      `a promotion’s clicks by hour and store (p99), ${total}, against grouping its clicks`,
      [rawPromotionMs, p99],
      [`≤ ${GOAL_MS} ms`, p99 <= GOAL_MS],
    ),
    row(
      'i2',
      `the site’s clicks by day, ${total}, against grouping all of them`,
      [rawSiteMs, median(siteMs)],
      ['≥ 1,000 ×', rawSiteMs >= 1000 * median(siteMs)],
    ),
  ];
}
