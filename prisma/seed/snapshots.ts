/** What each past edition held, as its freeze would have kept it: previews and partners' sent copies are made of it. */
import { dailyDeals } from '#server/newsletters/deals.ts';
import type { Database, Pool } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';

type Filling = { db: Database; pool: Pool; config: Pick<Deps['config'], 'appUrl'> };

export async function keepSnapshots({ db, pool, config }: Filling) {
  const sent = await db.promotion.findMany({
    where: { sent_at: { not: null }, newsletter_id: { not: null } },
    select: { id: true, newsletter_id: true },
    orderBy: [{ newsletter_id: 'asc' }, { position: 'asc' }],
  });
  const deals = await dailyDeals({ config } as Deps, db, { newsletter_id: 0, ids: sent.map(({ id }) => id) });
  const editions = [...Map.groupBy(deals, (_, index) => sent[index]!.newsletter_id!)];
  const snapshots = editions.map(([newsletter_id, own]) =>
    JSON.stringify({ deals: own.map((deal, index) => ({ ...deal, newsletter_id, position: index + 1 })) }),
  );
  await pool.query(
    'update newsletters n set snapshot = kept.snapshot from unnest($1::int[], $2::jsonb[]) as kept (id, snapshot) where n.id = kept.id',
    [editions.map(([id]) => id), snapshots],
  );
}
