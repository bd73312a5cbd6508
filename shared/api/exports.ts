import { ExportQuery } from '#shared/exports.ts';
import type { Api } from './operation.ts';

const lines = {
  method: 'get',
  access: 'both',
  query: ExportQuery,
  responses: { 200: 'application/x-ndjson' },
} as const;

export const exportsApi = {
  promotions: {
    ...lines,
    path: '/api/v1/exports/promotions',
    summary: 'Export the partner’s promotions as lines of JSON, by id; all promotions for staff',
  },
  invoices: {
    ...lines,
    path: '/api/v1/exports/invoices',
    summary: 'Export the partner’s invoices as lines of JSON, by id; all invoices for staff',
    details: 'Keep the last `id`, and send it as `after` the next time.',
  },
  clicks: {
    ...lines,
    path: '/api/v1/exports/clicks',
    summary: 'Export the clicks of settled promotions as lines of JSON, by hour, store, and outcome',
    details:
      'Keep the last `promotion_id`, and send it as `after` the next time. Promotions appear in the order of settlement, after which their clicks don’t change. Clicks on the site’s pages are included up to the end of the 72 hours.',
  },
} satisfies Api;
