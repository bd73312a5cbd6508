import { FiguresQuery, PricingResponse, StatisticsResponse } from '#shared/statistics.ts';
import type { Api } from './operation.ts';

export const statisticsApi = {
  statistics: {
    method: 'get',
    path: '/api/v1/statistics',
    summary: 'Get readers, promotions, and clicks by category and month; at most a minute old',
    access: 'public',
    query: FiguresQuery,
    responses: { 200: StatisticsResponse },
  },
  pricing: {
    method: 'get',
    path: '/api/v1/pricing',
    summary: 'Get rates by category and price, and typical costs of past promotions',
    access: 'public',
    query: FiguresQuery,
    responses: { 200: PricingResponse },
  },
} satisfies Api;
