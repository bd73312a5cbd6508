/** The directory of promotion sites, partner reviews, and helpfulness votes. */
import * as z from 'zod';
import {
  anyText,
  CalendarDate,
  Cents,
  Id,
  listQuery,
  Meta,
  queryFlag,
  queryId,
  recordQuery,
  requiredLine,
  text,
} from './params.ts';

const ascending = { sort_dir: z.enum(['asc', 'desc']).default('asc') };
const fact = z.string().nullable();

/** Facts without a source are null, and so is the date they were checked. */
export const PromotionSite = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  kind: fact,
  genres: fact,
  audience_claim: fact,
  price_min_usd: z.number().nullable(),
  price_max_usd: z.number().nullable(),
  price_model: fact,
  deal_price_rule: fact,
  min_reviews: fact,
  length_rule: fact,
  repeat_interval_days: fact,
  lead_time: fact,
  selection: fact,
  refund_or_cancel: fact,
  stats_given: fact,
  fact_basis: z.enum(['sourced', 'partly sourced', 'not sourced']),
  sources: z.array(z.string()),
  checked_on: z.string().nullable(),
  /** Average of the visible reviews; null without any. One decimal. */
  average_rating: z.number().nullable(),
  reviews_count: z.int(),
});
export type PromotionSite = z.infer<typeof PromotionSite>;
export const PromotionSiteList = z.object({ promotion_sites: z.array(PromotionSite), meta: Meta });
export const PromotionSiteAnswer = z.object({ promotion_site: PromotionSite });
const PROMOTION_SITE_ORDER = ['name', 'id', 'average_rating', 'reviews_count', 'price_min_usd'] as const;
export const PromotionSiteListQuery = listQuery(PROMOTION_SITE_ORDER, {
  ...ascending,
  q: anyText(100).optional(),
  genre: anyText(50).optional(),
  free: queryFlag.optional(),
  /** US dollars: sites whose lowest price is at most this. */
  price_max: z
    .string()
    .regex(/^\d{1,5}(\.\d{1,2})?$/, 'is not an amount of dollars')
    .transform(Number)
    .optional(),
});
export type PromotionSiteListQuery = z.infer<typeof PromotionSiteListQuery>;
export const PromotionSiteQuery = recordQuery(['none']);

const fields = {
  rating: z.int().min(1).max(5),
  title: requiredLine(120),
  body: text(4000, 20),
  promo_date: CalendarDate.nullish(),
  cost_cents: Cents.nullish(),
  copies: z.int().min(0).max(1_000_000).nullish(),
};
export const PromotionSiteReviewInput = z.strictObject({ promotion_site_id: Id, ...fields });
export type PromotionSiteReviewInput = z.infer<typeof PromotionSiteReviewInput>;
export const PromotionSiteReviewPatch = z.strictObject(fields).partial();
export type PromotionSiteReviewPatch = z.infer<typeof PromotionSiteReviewPatch>;

export const PromotionSiteReview = z.object({
  id: z.int(),
  promotion_site_id: z.int(),
  rating: z.int(),
  title: z.string(),
  body: z.string(),
  promo_date: z.string().nullable(),
  cost_cents: z.int().nullable(),
  copies: z.int().nullable(),
  partner_name: z.string(),
  helpful_count: z.int(),
  not_helpful_count: z.int(),
  /** True if the calling partner wrote it. */
  own: z.boolean(),
  my_vote: z.enum(['helpful', 'not_helpful']).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  promotion_site: z.object({ id: z.int(), slug: z.string(), name: z.string() }).optional(),
  /* for its author and staff */
  hidden_at: z.string().nullable().optional(),
  partner_id: z.int().optional(),
});
export type PromotionSiteReview = z.infer<typeof PromotionSiteReview>;
export const PromotionSiteReviewList = z.object({ promotion_site_reviews: z.array(PromotionSiteReview), meta: Meta });
export const PromotionSiteReviewAnswer = z.object({ promotion_site_review: PromotionSiteReview });
const REVIEW_JOINS = ['promotion_site'] as const;
export const PromotionSiteReviewListQuery = listQuery(
  ['created_at', 'id', 'rating', 'helpful_count'],
  { promotion_site_id: queryId.optional(), own: queryFlag.optional() },
  REVIEW_JOINS,
);
export type PromotionSiteReviewListQuery = z.infer<typeof PromotionSiteReviewListQuery>;
export const PromotionSiteReviewQuery = recordQuery(REVIEW_JOINS);

/** A vote on whether the review helped. */
export const HelpfulVote = z.strictObject({ promotion_site_review_id: Id });
export type HelpfulVote = z.infer<typeof HelpfulVote>;
