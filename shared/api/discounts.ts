import {
  DiscountInput,
  DiscountList,
  DiscountListQuery,
  DiscountPatch,
  DiscountQuery,
  DiscountResponse,
  DiscountValidateQuery,
  DiscountValidation,
} from '#shared/discounts.ts';
import { type Api, conflictWith } from './operation.ts';

export const discountsApi = {
  validate: {
    method: 'get',
    path: '/api/v1/discounts/validate/{code}',
    summary: 'Validate a discount code; at most 60 wrong codes an hour',
    details:
      'For a code that expired, was used up, or is only for a first promotion, the response says so. For every other code that you can’t use, the response is the same, whether the code is unknown or someone else’s. With `book_id`, the book must be yours. With `category_id`, codes for other categories aren’t valid.',
    access: 'both',
    rateLimited: true,
    query: DiscountValidateQuery,
    responses: { 200: DiscountValidation },
  },
  list: {
    method: 'get',
    path: '/api/v1/discounts',
    summary: 'List discount codes',
    access: 'user',
    query: DiscountListQuery,
    responses: { 200: DiscountList },
  },
  create: {
    method: 'post',
    path: '/api/v1/discounts',
    summary: 'Create a discount code; only administrators can offer more than half off or no usage limit',
    access: 'user',
    scope: 'money',
    body: DiscountInput,
    example: { code: 'SPRING', kind: 'percent', value: 25, usage_limit: 200 },
    responses: { 201: DiscountResponse },
  },
  show: {
    method: 'get',
    path: '/api/v1/discounts/{id}',
    summary: 'Get a discount code',
    access: 'user',
    query: DiscountQuery,
    responses: { 200: DiscountResponse },
  },
  update: {
    method: 'patch',
    path: '/api/v1/discounts/{id}',
    summary: 'Update a discount code',
    access: 'user',
    scope: 'money',
    body: DiscountPatch,
    example: { enabled: true },
    responses: { 200: DiscountResponse },
  },
  remove: {
    method: 'delete',
    path: '/api/v1/discounts/{id}',
    summary: 'Delete an unused discount code',
    access: 'user',
    scope: 'money',
    responses: { 204: null, 409: conflictWith(DiscountResponse.shape) },
  },
} satisfies Api;
