import { toIsoDate } from '#shared/dates.ts';
import type { Newsletter as ApiNewsletter, NewsletterProgress, NewsletterPromotionCount } from '#shared/newsletters.ts';
import type { Promotion as ApiPromotion } from '#shared/promotions.ts';
import type { CountRow, DeliveryCounts, NewsletterCounts, NewsletterRow } from './queries.ts';

/** People don't need to know that recipients are still being chosen. */
const shownStatus = ({ status }: Pick<NewsletterRow, 'status'>) => (status === 'freezing' ? 'frozen' : status);

/** `counts` are by newsletter id. */
export const presentNewsletter = (
  row: NewsletterRow,
  counts: ReadonlyMap<number, NewsletterCounts>,
  promotions?: ApiPromotion[],
): ApiNewsletter => ({
  id: row.id,
  newsletter_date: toIsoDate(row.newsletter_date),
  kind: row.kind,
  status: shownStatus(row),
  subject: row.subject,
  preheader: row.preheader,
  promotions_count: counts.get(row.id)?.promotions ?? 0,
  places_left: counts.get(row.id)?.places_left ?? 0,
  awaiting_review_count: counts.get(row.id)?.awaiting_review ?? 0,
  waiting_count: counts.get(row.id)?.waiting ?? 0,
  deliveries_total: row.deliveries_total,
  delivered_count: row.delivered_count,
  bounced_count: row.bounced_count,
  frozen_at: row.frozen_at?.toISOString() ?? null,
  sent_at: row.sent_at?.toISOString() ?? null,
  paused_at: row.paused_at?.toISOString() ?? null,
  paused_reason: row.paused_reason,
  ended_at: row.ended_at?.toISOString() ?? null,
  ended_reason: row.ended_reason,
  held_at: row.held_at?.toISOString() ?? null,
  ...(promotions ? { promotions } : {}),
});

/** `counts` is null for newsletters without ranges; their own columns have the counts. */
export function presentProgress(
  row: NewsletterRow,
  counts: DeliveryCounts | null,
  clicks: number | null,
): NewsletterProgress {
  const { deliveries, accepted, bounced, suppressed, uncertain } = counts ?? {
    ...{ deliveries: 0, accepted: row.delivered_count, bounced: row.bounced_count, suppressed: 0, uncertain: 0 },
  };
  return {
    newsletter_id: row.id,
    status: shownStatus(row),
    paused_at: row.paused_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    deliveries_total: row.deliveries_total,
    delivered_count: accepted,
    bounced_count: bounced,
    suppressed_count: suppressed,
    uncertain_count: uncertain,
    left_count: counts ? deliveries - accepted - bounced - suppressed - uncertain : 0,
    clicks_count: clicks,
  };
}

export const presentPromotionCount = (row: CountRow): NewsletterPromotionCount => ({
  id: row.id,
  newsletter_date: toIsoDate(row.newsletter_date),
  category_id: row.category_id,
  promotions_in_total: row.promotions_in_total,
  places_left: row.places_left,
  top_of_newsletter_available: row.top_of_newsletter_available,
});
