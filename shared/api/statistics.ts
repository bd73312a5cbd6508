import { FiguresQuery, PricingAnswer, StatisticsAnswer } from '#shared/statistics.ts';
import type { Api } from './operation.ts';

export const statisticsApi = {
  statistics: {
    method: 'get',
    path: '/api/v1/statistics',
    summary: 'Get readers, promotions, and clicks by category and month; at most a minute old',
    access: 'public',
    query: FiguresQuery,
    answers: { 200: StatisticsAnswer },
  },
  pricing: {
    method: 'get',
    path: '/api/v1/pricing',
    summary: 'Get rates by category and price, and typical costs of past promotions',
    access: 'public',
    query: FiguresQuery,
    answers: { 200: PricingAnswer },
  },
} satisfies Api;
