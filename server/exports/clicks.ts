/**
 * Clicks of settled promotions in the order of settlement. They no longer change until they are deleted after
 * `RETENTION_DAYS.clicks`. They are sorted by invoice id: the lock that prevents gaps in invoice numbers also keeps the
 * ids in commit order, so a later settlement doesn't appear before the cursor.
 */
import type { Deps } from '#server/platform/deps.ts';
import { invalid } from '#server/platform/errors.ts';
import { streamById } from '#server/platform/http/ndjson.ts';
import type { ExportedClicks, ExportQuery } from '#shared/exports.ts';

type Scope = { partner_id?: number };

export async function* settledClicks(
  { db, pool }: Pick<Deps, 'db' | 'pool'>,
  scope: Scope,
  { after }: ExportQuery,
): AsyncGenerator<ExportedClicks> {
  const start = after === undefined ? undefined : await invoiceOf(db, scope, after);
  const settled = streamById(start, async ({ after, take }) => {
    const promotions = await db.promotion.findMany({
      where: { ...scope, invoice_id: { gt: after } },
      select: { id: true, invoice_id: true, click_window_ends_at: true },
      orderBy: { invoice_id: 'asc' },
      take,
    });
    return promotions.map(({ invoice_id, ...promotion }) => ({ id: invoice_id!, promotion }));
  });
  for await (const { promotion } of settled) yield* await clicksOf(pool, promotion);
}

/** Returns the id of a settled promotion's invoice. */
async function invoiceOf(db: Deps['db'], scope: Scope, id: number): Promise<number> {
  const where = { ...scope, id };
  const promotion = await db.promotion.findFirst({ where, select: { invoice_id: true } });
  if (!promotion?.invoice_id) throw invalid({ after: ['is not a settled promotion'] });
  return promotion.invoice_id;
}

type Settled = { id: number; click_window_ends_at: Date | null };

/** Lines by hour, store, source, and outcome, without clicks after the window, which may still come in. */
async function clicksOf(pool: Deps['pool'], { id, click_window_ends_at }: Settled): Promise<ExportedClicks[]> {
  const { rows } = await pool.query<ExportedClicks & { hour: Date }>(
    `select promotion_id, date_trunc('hour', clicked_at, 'UTC') as hour, store, source,
       case when billable then 'billable' else invalid_reason::text end as outcome, count(*)::int as clicks
     from click_logs where promotion_id = $1 and store is not null
       and clicked_at <= $2
     group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5`,
    [id, click_window_ends_at],
  );
  return rows.map((row) => ({ ...row, hour: row.hour.toISOString() }));
}
