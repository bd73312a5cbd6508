import { queryOptions } from '@tanstack/react-query';
import { call, type Query } from '#client/api/http.ts';
import { DiscountAnswer, DiscountList, type DiscountPatch } from '#shared/discounts.ts';

const role = 'user';
export const DISCOUNTS = ['user', 'discounts'];

export const discountsQuery = (query: Query) =>
  queryOptions({
    queryKey: [...DISCOUNTS, 'list', query],
    queryFn: () => call('/discounts', { role, query, schema: DiscountList }),
    placeholderData: (before) => before,
  });

/** Only its form asks, each time anew. */
export const discountQuery = (id: number) =>
  queryOptions({
    queryKey: [...DISCOUNTS, 'one', id],
    queryFn: async () => (await call(`/discounts/${id}`, { role, schema: DiscountAnswer })).discount,
    gcTime: 0,
  });

export const createDiscount = async (body: DiscountPatch) =>
  (await call('/discounts', { method: 'POST', role, body, schema: DiscountAnswer })).discount;

export const saveDiscount = async (id: number, body: DiscountPatch) =>
  (await call(`/discounts/${id}`, { method: 'PATCH', role, body, schema: DiscountAnswer })).discount;

export const deleteDiscount = (id: number) => call(`/discounts/${id}`, { method: 'DELETE', role });
