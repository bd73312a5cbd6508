/** Clicks of settled promotions, which don't change anymore, ordered by settlement. */
import type { Deps } from '#server/platform/deps.ts';
import { invalid } from '#server/platform/errors.ts';
import type { ExportedClicks, ExportQuery } from '#shared/exports.ts';
import { committedBefore } from './committed.ts';

const BATCH_SIZE = 20;

type Scope = { partner_id?: number };
type SettledPromotion = { id: number; settled_at: Date };

export async function* settledClicks(
  { db, pool, now }: Pick<Deps, 'db' | 'pool' | 'now'>,
  scope: Scope,
  { after }: ExportQuery,
): AsyncGenerator<ExportedClicks> {
  const where = { ...scope, settled_at: { lt: committedBefore(now()) } };
  let last: SettledPromotion | null = null;
  if (after !== undefined) {
    last = (await db.promotion.findFirst({
      where: { ...where, id: after },
      select: { id: true, settled_at: true },
    })) as SettledPromotion | null;
    if (!last) throw invalid({ after: ['is not a settled promotion'] });
  }
  for (;;) {
    const later = last && {
      OR: [{ settled_at: { gt: last.settled_at } }, { settled_at: last.settled_at, id: { gt: last.id } }],
    };
    const batch = (await db.promotion.findMany({
      where: { ...where, ...later },
      select: { id: true, settled_at: true },
      orderBy: [{ settled_at: 'asc' }, { id: 'asc' }],
      take: BATCH_SIZE,
    })) as SettledPromotion[];
    for (const { id } of batch) yield* await clicksOf(pool, id);
    if (batch.length < BATCH_SIZE) return;
    last = batch.at(-1)!;
  }
}

/** Lines by hour, store, source, and outcome. */
async function clicksOf(pool: Deps['pool'], promotion_id: number): Promise<ExportedClicks[]> {
  const { rows } = await pool.query<ExportedClicks & { hour: Date }>(
    `select promotion_id, date_trunc('hour', clicked_at, 'UTC') as hour, store, source,
       case when billable then 'billable' else invalid_reason::text end as outcome, count(*)::int as clicks
     from click_logs where promotion_id = $1 and store is not null group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5`,
    [promotion_id],
  );
  return rows.map((row) => ({ ...row, hour: row.hour.toISOString() }));
}
