import * as z from 'zod';
import { CalendarDate, Id, listQuery, Meta, queryId, recordQuery, text } from './params.ts';
import { Promotion } from './promotions.ts';

export const NEWSLETTER_STATUSES = ['draft', 'frozen', 'sending', 'sent', 'failed', 'cancelled'] as const;

export const Newsletter = z.object({
  id: z.int(),
  newsletter_date: z.string(),
  status: z.enum(NEWSLETTER_STATUSES),
  subject: z.string(),
  preheader: z.string(),
  promotions_count: z.int(),
  deliveries_total: z.int(),
  delivered_count: z.int(),
  bounced_count: z.int(),
  frozen_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  promotions: z.array(Promotion).optional(),
});
export type Newsletter = z.infer<typeof Newsletter>;
export const NewsletterList = z.object({ newsletters: z.array(Newsletter), meta: Meta });
export const NewsletterAnswer = z.object({ newsletter: Newsletter });
export const NewsletterListQuery = listQuery(['newsletter_date', 'id'], {
  status: z.enum(NEWSLETTER_STATUSES).optional(),
  date_from: CalendarDate.optional(),
  date_to: CalendarDate.optional(),
});
export const NewsletterQuery = recordQuery(['promotions']);
export const NewsletterPatch = z.object({
  subject: text(150, 1).optional(),
  preheader: text(200).optional(),
  promotion_ids: z.array(Id).max(500).optional(),
});
export type NewsletterPatch = z.infer<typeof NewsletterPatch>;

export const NewsletterPromotionCount = z.object({
  id: z.int(),
  newsletter_date: z.string(),
  category_id: z.int(),
  promotions_in_total: z.int(),
  places_left: z.int(),
  top_of_newsletter_available: z.boolean(),
});
export type NewsletterPromotionCount = z.infer<typeof NewsletterPromotionCount>;
export const NewsletterPromotionCountList = z.object({
  newsletter_promotion_counts: z.array(NewsletterPromotionCount),
  meta: Meta,
});
export const NewsletterPromotionCountQuery = z.strictObject({
  category_id: queryId.optional(),
  page: z
    .string()
    .regex(/^\d{1,7}$/, 'must be a whole number')
    .optional(),
  per: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number')
    .optional(),
  date_from: CalendarDate.optional(),
  date_to: CalendarDate.optional(),
});
