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
    summary: 'Export the partner’s promotions as JSON Lines, ordered by ID; all promotions for staff',
  },
  invoices: {
    ...lines,
    path: '/api/v1/exports/invoices',
    summary: 'Export the partner’s invoices as JSON Lines, ordered by ID; all invoices for staff',
    details: 'Keep the last `id`, and send it as `after` the next time.',
  },
  clicks: {
    ...lines,
    path: '/api/v1/exports/clicks',
    summary: 'Export the clicks of settled promotions as JSON Lines, by hour, store, and outcome',
    details:
      'Keep the last `promotion_id`, and send it as `after` the next time. Promotions appear in the order of settlement, after which their clicks don’t change. Clicks on the site’s pages are included until the 72-hour click window ends.',
  },
} satisfies Api;
