import {
  HelpfulVote,
  PromotionSiteAnswer,
  PromotionSiteList,
  PromotionSiteListQuery,
  PromotionSiteQuery,
  PromotionSiteReviewAnswer,
  PromotionSiteReviewInput,
  PromotionSiteReviewList,
  PromotionSiteReviewListQuery,
  PromotionSiteReviewPatch,
  PromotionSiteReviewQuery,
} from '#shared/promotion-sites.ts';
import type { Api } from './operation.ts';

const vote = {
  method: 'post',
  access: 'partner',
  body: HelpfulVote,
  example: { promotion_site_review_id: 1 },
  answers: { 200: PromotionSiteReviewAnswer, 201: PromotionSiteReviewAnswer },
} as const;

export const promotionSitesApi = {
  list: {
    method: 'get',
    path: '/api/v1/promotion_sites',
    summary: 'List promotion sites with their average ratings',
    access: 'public',
    query: PromotionSiteListQuery,
    answers: { 200: PromotionSiteList },
  },
  show: {
    method: 'get',
    path: '/api/v1/promotion_sites/{id}',
    summary: 'Get a promotion site: sourced facts and the date they were checked',
    access: 'public',
    query: PromotionSiteQuery,
    answers: { 200: PromotionSiteAnswer },
  },
  listReviews: {
    method: 'get',
    path: '/api/v1/promotion_site_reviews',
    summary: 'List reviews of promotion sites; hidden ones only for their author and staff',
    access: 'public',
    query: PromotionSiteReviewListQuery,
    answers: { 200: PromotionSiteReviewList },
  },
  createReview: {
    method: 'post',
    path: '/api/v1/promotion_site_reviews',
    summary: 'Review a promotion site (once per partner)',
    access: 'partner',
    body: PromotionSiteReviewInput,
    example: {
      promotion_site_id: 1,
      rating: 4,
      title: 'Steady for cozy mysteries',
      body: 'Our second feature with them; the next book in the series sold along.',
    },
    answers: { 201: PromotionSiteReviewAnswer },
  },
  updateReview: {
    method: 'patch',
    path: '/api/v1/promotion_site_reviews/{id}/',
    summary: 'Update your review',
    access: 'owner',
    query: PromotionSiteReviewQuery,
    body: PromotionSiteReviewPatch,
    example: { rating: 3 },
    answers: { 200: PromotionSiteReviewAnswer },
  },
  voteHelpful: {
    ...vote,
    path: '/api/v1/partner_helpfuls',
    summary: 'Mark a review as helpful; replaces the opposite vote',
  },
  voteNotHelpful: {
    ...vote,
    path: '/api/v1/partner_not_helpfuls',
    summary: 'Mark a review as not helpful; replaces the opposite vote',
  },
} satisfies Api;
