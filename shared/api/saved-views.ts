import {
  SavedViewInput,
  SavedViewList,
  SavedViewListQuery,
  SavedViewPatch,
  SavedViewResponse,
} from '#shared/saved-views.ts';
import type { Api } from './operation.ts';

export const savedViewsApi = {
  list: {
    method: 'get',
    path: '/api/v1/saved_views',
    summary: 'List your saved views of the review queue, and shared ones',
    access: 'user',
    query: SavedViewListQuery,
    responses: { 200: SavedViewList },
  },
  save: {
    method: 'post',
    path: '/api/v1/saved_views',
    summary: 'Save a view of the review queue',
    details: 'An account has at most 50, each with its own name. A view doesn’t include search terms.',
    access: 'user',
    body: SavedViewInput,
    example: {
      name: 'Payments to chase',
      filters: { status: 'payment_failed', category_id: null, date_from: null, date_to: null, order: 'oldest' },
      is_shared: true,
    },
    responses: { 201: SavedViewResponse },
  },
  update: {
    method: 'patch',
    path: '/api/v1/saved_views/{id}',
    summary: 'Rename, share, or change your saved view; administrators can change any shared view',
    details: 'Only its owner can stop sharing a view.',
    access: 'user',
    body: SavedViewPatch,
    example: { name: 'Failed payments' },
    responses: { 200: SavedViewResponse },
  },
  remove: {
    method: 'delete',
    path: '/api/v1/saved_views/{id}',
    summary: 'Delete your saved view; administrators can delete any shared view',
    access: 'user',
    responses: { 204: null },
  },
} satisfies Api;
