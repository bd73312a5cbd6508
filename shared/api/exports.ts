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
  },
  clicks: {
    ...lines,
    path: '/api/v1/exports/clicks',
    summary: 'Export the clicks of settled promotions as lines of JSON, by hour, store, and outcome',
  },
} satisfies Api;
