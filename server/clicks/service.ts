/** The clicks of one promotion as partner and staff see them: out of sums, which outlive the single clicks. */
import type { ClickRollup, ClickVerdict } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import type { Store } from '#shared/business.ts';
import type { PromotionClicks } from '#shared/promotions.ts';

/** By hour and store for the chart; raw, billable and excluded by reason for the table. After the settlement these are its numbers. */
export async function promotionClicks(
  db: Database,
  promotion: { id: number; settled: boolean; cost_so_far_cents: number },
): Promise<PromotionClicks> {
  const where = { promotion_id: promotion.id };
  const [rollups, verdicts] = await Promise.all([
    db.clickRollup.findMany({ where, orderBy: [{ hour: 'asc' }, { store: 'asc' }] }),
    promotion.settled ? db.clickVerdict.findMany({ where }) : [],
  ]);
  const fromMail: readonly { store: Store; clicks: number }[] = promotion.settled
    ? verdicts
    : rollups.filter(({ source }) => source === 'newsletter');
  const billable = verdicts.filter(({ outcome }) => outcome === 'billable');
  const by_store = [...Map.groupBy(fromMail, ({ store }) => store)].map(([store, own]) => ({
    store,
    raw: sumOf(own),
    billable: sumOf(billable.filter((verdict) => verdict.store === store)),
  }));
  return {
    clicks: byHour(rollups),
    by_store: by_store.sort((a, b) => b.raw - a.raw),
    raw: sumOf(fromMail),
    billable: sumOf(billable),
    site: sumOf(rollups.filter(({ source }) => source === 'site')),
    excluded: excludedOf(verdicts),
    settled: promotion.settled,
    cost_so_far_cents: promotion.cost_so_far_cents,
  };
}

const sumOf = (rows: readonly { clicks: number }[]) => rows.reduce((sum, { clicks }) => sum + clicks, 0);

const byHour = (rollups: readonly ClickRollup[]) =>
  [...Map.groupBy(rollups, ({ hour, store }) => `${hour.toISOString()} ${store}`).values()].map((own) => ({
    hour: own[0]!.hour.toISOString(),
    store: own[0]!.store,
    clicks: sumOf(own),
  }));

const excludedOf = (verdicts: readonly ClickVerdict[]) =>
  [...Map.groupBy(verdicts, ({ outcome }) => outcome)]
    .filter(([outcome]) => outcome !== 'billable')
    .map(([reason, own]) => ({ reason, clicks: sumOf(own) }));
