/** A newsletter's content, built by one function for the freeze, which stores it, and for previews of a draft. */

import type { Newsletter } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { duePromotions } from '#server/promotions/newsletter-events.ts';
import { type PromotionRow, promotionsByIds, promotionsOn } from '#server/promotions/queries.ts';
import { toIsoDate } from '#shared/dates.ts';
import type { PromotionListQuery } from '#shared/promotions.ts';
import { type FrozenDeal, preheaderOf, subjectOf } from './assemble.ts';
import { dailyDeals } from './deals.ts';
import { countWeeklyInterest, type InterestCounts, weeklyDeals } from './weekly.ts';

export type Content = { subject: string; preheader: string; snapshot: { deals: FrozenDeal[] } };

/** Input of the deals: a daily newsletter's promotions in order, or the demand that ranks a weekly one's deals. */
export type ContentSource =
  | { kind: 'daily'; promotion_ids: readonly number[] }
  | { kind: 'weekly'; interest_counts: InterestCounts };

/** Builds the content, with the subject and preheader that staff wrote, if any. */
export async function buildContent(
  deps: Pick<Deps, 'config'>,
  db: Database | Tx,
  newsletter: Pick<Newsletter, 'id' | 'newsletter_date' | 'subject' | 'preheader'>,
  source: ContentSource,
): Promise<Content> {
  const { id, newsletter_date, subject, preheader } = newsletter;
  const { kind } = source;
  const deals =
    kind === 'weekly'
      ? await weeklyDeals(deps, db, { date: toIsoDate(newsletter_date), interest_counts: source.interest_counts })
      : await dailyDeals(deps, db, { newsletter_id: id, ids: source.promotion_ids });
  return {
    subject: subject || subjectOf(kind, deals),
    preheader: preheader || preheaderOf(kind, deals),
    snapshot: { deals },
  };
}

/** A draft as it would be if it closed now; any other newsletter as it was frozen, without deals if it never was. */
export async function previewContent(deps: Pick<Deps, 'db' | 'config'>, newsletter: Newsletter): Promise<Newsletter> {
  if (newsletter.status !== 'draft') return { ...newsletter, snapshot: newsletter.snapshot ?? { deals: [] } };
  return { ...newsletter, ...(await buildContent(deps, deps.db, newsletter, await draftSource(deps.db, newsletter))) };
}

async function draftSource(db: Database, { kind, newsletter_date }: Newsletter): Promise<ContentSource> {
  if (kind === 'weekly') return { kind, interest_counts: await countWeeklyInterest(db, toIsoDate(newsletter_date)) };
  const due = await duePromotions(db, newsletter_date);
  return { kind, promotion_ids: due.filter(({ problem }) => !problem).map(({ id }) => id) };
}

type Joins = PromotionListQuery['joins'];

/** The newsletter's promotions in its order, for the staff's list. */
export async function listNewsletterPromotions(
  deps: Pick<Deps, 'db' | 'config'>,
  id: number,
  joins: Joins,
): Promise<PromotionRow[]> {
  const newsletter = await deps.db.newsletter.findUnique({ where: { id } });
  if (!newsletter) throw notFound();
  if (newsletter.kind === 'daily') return promotionsOn(deps.db, newsletter.newsletter_date, joins);
  const { deals } = (await previewContent(deps, newsletter)).snapshot as { deals: FrozenDeal[] };
  const ids = deals.map(({ promotion_id }) => promotion_id);
  const rows = await promotionsByIds(deps.db, ids, joins);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return deals.flatMap(({ promotion_id }) => byId.get(promotion_id) ?? []);
}
