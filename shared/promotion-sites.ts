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
  searchText,
  text,
  WebUrl,
} from './params.ts';
import { BUDGETS, SITE_FACTS, type SiteFact } from './site-facts.ts';

const Evidence = z.object({
  /** The month of a check, or the month or year of the copy that was read, '2025-08' or '2025'; null if undated. */
  as_of: z.string().nullable(),
  source: z.string().nullable(),
});
const SiteFactName = z.enum(SITE_FACTS);

const ascending = { sort_dir: z.enum(['asc', 'desc']).default('asc') };
const fact = z.string().nullable();

/** Facts without a source are null. */
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
  /** The day on which a person last checked facts against a source; null if nobody has, or no fact has a source. */
  checked_on: z.string().nullable(),
  /** Facts without an entry have no date and no separate source. */
  evidence: z.partialRecord(SiteFactName, Evidence),
  /** True unless a check or a dated source is from this month or the twelve before it. */
  is_due: z.boolean(),
  /** The smallest list that the site claims. */
  audience_size: z.int().nullable(),
  cost_per_thousand_usd: z.number().nullable(),
  budget: z.enum(BUDGETS.map(({ name }) => name)).nullable(),
  /** Average of the visible reviews to one decimal, or null if there are none. */
  average_rating: z.number().nullable(),
  reviews_count: z.int(),
});
export type PromotionSite = z.infer<typeof PromotionSite>;
export const PromotionSiteList = z.object({ promotion_sites: z.array(PromotionSite), meta: Meta });
export const PromotionSiteResponse = z.object({ promotion_site: PromotionSite });
const PROMOTION_SITE_ORDER = [
  'name',
  'id',
  'average_rating',
  'reviews_count',
  'price_min_usd',
  'cost_per_thousand_usd',
] as const;
export const PromotionSiteListQuery = listQuery(PROMOTION_SITE_ORDER, {
  ...ascending,
  q: searchText().optional(),
  genre: anyText(50).optional(),
  free: queryFlag.optional(),
  budget: z.enum(BUDGETS.map(({ name }) => name)).optional(),
  /** US dollars: sites whose lowest price is at most this. */
  price_max: z
    .string()
    .regex(/^\d{1,5}(\.\d{1,2})?$/, 'must be an amount in US dollars, such as 12.50')
    .transform(Number)
    .optional(),
});
export type PromotionSiteListQuery = z.infer<typeof PromotionSiteListQuery>;
export const PromotionSiteQuery = recordQuery(['none']);

/** A site with its last check, for staff. */
export const SiteToCheck = PromotionSite.extend({
  last_check: z.object({ at: z.string(), by: z.string().nullable(), source: z.string() }).nullable(),
});
export type SiteToCheck = z.infer<typeof SiteToCheck>;
export const SitesToCheck = z.object({ promotion_sites: z.array(SiteToCheck) });
export const SiteToCheckResponse = z.object({ promotion_site: SiteToCheck });

const Dollars = z.number().min(0).max(100_000).nullable();
/** The facts that a person saw on a page, with their values. Omitted facts weren't checked. */
export const SiteCheckInput = z.strictObject({
  source: WebUrl,
  facts: z
    .strictObject({
      price: z
        .strictObject({ min_usd: Dollars, max_usd: Dollars })
        .refine(
          ({ min_usd, max_usd }) => min_usd === null || max_usd === null || min_usd <= max_usd,
          'must not have a minimum above the maximum',
        )
        .optional(),
      ...(Object.fromEntries(
        SITE_FACTS.filter((name) => name !== 'price').map((name) => [name, text(1000).optional()]),
      ) as Record<Exclude<SiteFact, 'price'>, z.ZodOptional<ReturnType<typeof text>>>),
      audience_size: z.int().min(1).max(1_000_000_000).nullable().optional(),
    })
    .refine((facts) => Object.keys(facts).length > 0, 'choose at least one fact'),
});
export type SiteCheckInput = z.infer<typeof SiteCheckInput>;

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
  /** For its author and staff. */
  hidden_at: z.string().nullable().optional(),
  /** For staff. */
  partner_id: z.int().optional(),
});
export type PromotionSiteReview = z.infer<typeof PromotionSiteReview>;
export const PromotionSiteReviewList = z.object({ promotion_site_reviews: z.array(PromotionSiteReview), meta: Meta });
export const PromotionSiteReviewResponse = z.object({ promotion_site_review: PromotionSiteReview });
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
