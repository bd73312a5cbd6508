import { NewsletterPromotionCountList, NewsletterPromotionCountQuery } from '#shared/newsletters.ts';
import type { Api } from './operation.ts';

export const promotionCountsApi = {
  list: {
    method: 'get',
    path: '/api/v1/newsletter_promotion_counts',
    summary:
      'How many places are taken and left, by date and category; of one category also without a session, by public=true',
    access: 'both or public=true',
    query: NewsletterPromotionCountQuery,
    answers: { 200: NewsletterPromotionCountList },
  },
} satisfies Api;
