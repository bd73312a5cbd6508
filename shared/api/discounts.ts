import {
  DiscountAnswer,
  DiscountInput,
  DiscountList,
  DiscountListQuery,
  DiscountPatch,
  DiscountQuery,
  DiscountValidateQuery,
  DiscountValidation,
} from '#shared/discounts.ts';
import { type Api, conflictWith } from './operation.ts';

export const discountsApi = {
  validate: {
    method: 'get',
    path: '/api/v1/discounts/validate/{code}',
    summary: 'Validate a discount code; at most 60 wrong codes an hour',
    access: 'both',
    limited: true,
    query: DiscountValidateQuery,
    answers: { 200: DiscountValidation },
  },
  list: {
    method: 'get',
    path: '/api/v1/discounts',
    summary: 'List discount codes',
    access: 'user',
    query: DiscountListQuery,
    answers: { 200: DiscountList },
  },
  create: {
    method: 'post',
    path: '/api/v1/discounts',
    summary: 'Create a discount code; only administrators can offer more than half off or no usage limit',
    access: 'user',
    body: DiscountInput,
    example: { code: 'SPRING', kind: 'percent', value: 25, usage_limit: 200 },
    answers: { 201: DiscountAnswer },
  },
  show: {
    method: 'get',
    path: '/api/v1/discounts/{id}',
    summary: 'Get a discount code',
    access: 'user',
    query: DiscountQuery,
    answers: { 200: DiscountAnswer },
  },
  update: {
    method: 'patch',
    path: '/api/v1/discounts/{id}',
    summary: 'Update a discount code',
    access: 'user',
    body: DiscountPatch,
    example: { enabled: true },
    answers: { 200: DiscountAnswer },
  },
  remove: {
    method: 'delete',
    path: '/api/v1/discounts/{id}',
    summary: 'Delete an unused discount code',
    access: 'user',
    answers: { 204: null, 409: conflictWith(DiscountAnswer.shape) },
  },
} satisfies Api;
