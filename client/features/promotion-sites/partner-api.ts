import { clientFor } from '#client/api/client.ts';
import { promotionSitesApi } from '#shared/api/promotion-sites.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import type {
  PromotionSiteReview,
  PromotionSiteReviewInput,
  PromotionSiteReviewPatch,
} from '#shared/promotion-sites.ts';

const sites = clientFor(promotionSitesApi, 'partner');

/** The beginning of the query keys for the two calls below. */
export const partnerReviewsKey = (site_id: number) => ['partner', 'promotion site reviews', site_id];

/** The public list with the partner's votes, and with their own review even if it's hidden. */
export const fetchReviewsForPartner = (promotion_site_id: number, page: number) =>
  sites.listReviews({ query: { promotion_site_id, page, per: RESULTS_PER_PAGE } });

/** The partner's own review of a site, or null if there is none. */
export const fetchOwnReview = async (promotion_site_id: number) =>
  (await sites.listReviews({ query: { promotion_site_id, own: true } })).promotion_site_reviews[0] ?? null;

export type ReviewBody = PromotionSiteReviewPatch;

export const saveReview = (promotion_site_id: number, own: PromotionSiteReview | null, body: ReviewBody) =>
  own
    ? sites.updateReview({ id: own.id, body })
    : sites.createReview({ body: { ...body, promotion_site_id } as PromotionSiteReviewInput });

export const vote = ({ id, helpful }: { id: number; helpful: boolean }) => {
  const body = { promotion_site_review_id: id };
  return helpful ? sites.voteHelpful({ body }) : sites.voteNotHelpful({ body });
};
