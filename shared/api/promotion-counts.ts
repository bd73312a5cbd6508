import { NewsletterPromotionCountList, NewsletterPromotionCountQuery } from '#shared/newsletters.ts';
import type { Api } from './operation.ts';

export const promotionCountsApi = {
  list: {
    method: 'get',
    path: '/api/v1/newsletter_promotion_counts',
    summary: 'List taken and available slots by date and category; public=true for one category without a session',
    access: 'both or public=true',
    query: NewsletterPromotionCountQuery,
    responses: { 200: NewsletterPromotionCountList },
  },
} satisfies Api;
