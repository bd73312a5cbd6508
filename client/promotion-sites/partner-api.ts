import { call } from '#client/api/http.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import type { Meta } from '#shared/params.ts';
import type { PromotionSiteReview, PromotionSiteReviewPatch } from '#shared/promotion-sites.ts';

type Reviews = { promotion_site_reviews: PromotionSiteReview[]; meta: Meta };
type Answer = { promotion_site_review: PromotionSiteReview };
const PATH = '/promotion_site_reviews';

/** The same list as everybody's, with the partner's own votes. */
export const reviewsForPartner = (promotion_site_id: number, page: number) =>
  call<Reviews>(PATH, { role: 'partner', query: { promotion_site_id, page, per: RESULTS_PER_PAGE } });

/** The partner's own review of a site; null before there is one. */
export const ownReview = async (promotion_site_id: number) =>
  (await call<Reviews>(PATH, { role: 'partner', query: { promotion_site_id, own: true } })).promotion_site_reviews[0] ??
  null;

export type ReviewBody = PromotionSiteReviewPatch;

export const saveReview = (promotion_site_id: number, own: PromotionSiteReview | null, body: ReviewBody) =>
  own
    ? call<Answer>(`${PATH}/${own.id}/`, { method: 'PATCH', role: 'partner', body })
    : call<Answer>(PATH, { method: 'POST', role: 'partner', body: { ...body, promotion_site_id } });

export const vote = ({ id, helpful }: { id: number; helpful: boolean }) =>
  call<Answer>(helpful ? '/partner_helpfuls' : '/partner_not_helpfuls', {
    method: 'POST',
    role: 'partner',
    body: { promotion_site_review_id: id },
  });
