/** Reading and judging the clicks of one promotion; the verdicts are written once, at settlement. */

import type { Database, Tx } from '#server/platform/database.ts';
import type { PromotionClicks } from '#shared/promotions.ts';
import { type Click, classifyClicks, type ReaderFacts } from './classify.ts';

type Sent = { id: number; newsletter_id: number | null; partner_uid: string; click_window_ends_at: Date };

/** Classifies and stores the verdicts; answers raw and billable clicks from the newsletter. */
export async function judgeClicks(tx: Tx, promotion: Sent): Promise<{ total: number; billable: number }> {
  const clicks = await clicksOfReaders(tx, promotion);
  const readers = await readerFacts(tx, promotion, clicks);
  const verdicts = classifyClicks(clicks, {
    promotion_id: promotion.id,
    window_ends_at: promotion.click_window_ends_at,
    readers,
  });
  await tx.$executeRaw`
    update click_logs set billable = v.billable, invalid_reason = v.reason::"InvalidReason"
    from unnest(${verdicts.map((v) => v.id)}::bigint[], ${verdicts.map((v) => v.billable)}::boolean[], ${verdicts.map((v) => v.invalid_reason)}::text[])
      as v(id, billable, reason)
    where click_logs.id = v.id`;
  const total = clicks.filter((click) => click.promotion_id === promotion.id && click.source === 'newsletter').length;
  return { total, billable: verdicts.filter((verdict) => verdict.billable).length };
}

/** Every click of the promotion, and what its readers clicked beside it in the same mail. */
const clicksOfReaders = (tx: Tx, { id, newsletter_id }: Sent) => tx.$queryRaw<Click[]>`
  select c.id, c.promotion_id, c.reader_id, c.source::text, c.store::text, c.clicked_at, c.ua_class::text
  from click_logs c
  where c.promotion_id = ${id}
     or (c.newsletter_id = ${newsletter_id} and c.reader_id in (select distinct reader_id from click_logs where promotion_id = ${id}))`;

async function readerFacts(tx: Tx, { newsletter_id, partner_uid }: Sent, clicks: readonly Click[]) {
  const ids = [...new Set(clicks.map((click) => click.reader_id).filter((reader) => reader !== null))];
  const rows = await tx.$queryRaw<(ReaderFacts & { reader_id: number })[]>`
    select r.id as reader_id, coalesce(d.link_count, 0) as link_count, coalesce(r.email = ${partner_uid}::citext, false) as is_partner,
      exists (select 1 from users u where u.uid = r.email) as is_staff
    from readers r left join deliveries d on d.reader_id = r.id and d.newsletter_id = ${newsletter_id}
    where r.id = any(${ids}::int[])`;
  return new Map(rows.map(({ reader_id, ...facts }) => [reader_id, facts]));
}

/** By hour and store for the chart; raw, billable and excluded by reason for the table. */
export async function promotionClicks(
  db: Database,
  promotion: { id: number; settled: boolean; cost_so_far_cents: number },
): Promise<PromotionClicks> {
  const [hours, groups] = await Promise.all([
    db.clickRollup.findMany({ where: { promotion_id: promotion.id }, orderBy: [{ hour: 'asc' }, { store: 'asc' }] }),
    db.clickLog.groupBy({
      by: ['source', 'store', 'billable', 'invalid_reason'],
      where: { promotion_id: promotion.id },
      _count: { _all: true },
    }),
  ]);
  const mail = groups.filter((group) => group.source === 'newsletter');
  const count = (some: typeof groups) => some.reduce((sum, group) => sum + group._count._all, 0);
  const by_store = [...Map.groupBy(mail, (group) => group.store!)].map(([store, own]) => ({
    store,
    raw: count(own),
    billable: count(own.filter((group) => group.billable)),
  }));
  const excluded = [
    ...Map.groupBy(
      mail.filter((group) => group.invalid_reason),
      (group) => group.invalid_reason!,
    ),
  ];
  return {
    clicks: hours.map(({ hour, store, clicks }) => ({ hour: hour.toISOString(), store, clicks })),
    by_store: by_store.sort((a, b) => b.raw - a.raw),
    raw: count(mail),
    billable: count(mail.filter((group) => group.billable)),
    site: count(groups.filter((group) => group.source === 'site')),
    excluded: excluded.map(([reason, own]) => ({ reason, clicks: count(own) })),
    settled: promotion.settled,
    cost_so_far_cents: promotion.cost_so_far_cents,
  };
}
