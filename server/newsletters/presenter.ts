import type { Newsletter } from '#prisma';
import { dateText } from '#shared/dates.ts';
import type { Newsletter as NewsletterAnswer, NewsletterPromotionCount } from '#shared/newsletters.ts';
import type { Promotion as PromotionAnswer } from '#shared/promotions.ts';
import type { CountRow } from './queries.ts';

type Row = Omit<Newsletter, 'snapshot'>;

export const presentNewsletter = (
  row: Row,
  counts: ReadonlyMap<number, number>,
  promotions?: PromotionAnswer[],
): NewsletterAnswer => ({
  id: row.id,
  newsletter_date: dateText(row.newsletter_date),
  status: row.status,
  subject: row.subject,
  preheader: row.preheader,
  promotions_count: counts.get(row.newsletter_date.getTime()) ?? 0,
  deliveries_total: row.deliveries_total,
  delivered_count: row.delivered_count,
  bounced_count: row.bounced_count,
  frozen_at: row.frozen_at?.toISOString() ?? null,
  sent_at: row.sent_at?.toISOString() ?? null,
  ...(promotions ? { promotions } : {}),
});

export const presentPromotionCount = (row: CountRow): NewsletterPromotionCount => ({
  id: row.id,
  newsletter_date: dateText(row.newsletter_date),
  category_id: row.category_id,
  promotions_in_total: row.promotions_in_total,
  places_left: row.places_left,
  top_of_newsletter_available: row.top_of_newsletter_available,
});
