import { queryOptions } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import type { Query } from '#client/api/http.ts';
import { discountsApi } from '#shared/api/discounts.ts';
import type { DiscountInput, DiscountPatch } from '#shared/discounts.ts';

const discounts = clientFor(discountsApi, 'user');
export const DISCOUNTS = ['user', 'discounts'];

export const discountsQuery = (query: Query) =>
  queryOptions({
    queryKey: [...DISCOUNTS, 'list', query],
    queryFn: () => discounts.list({ query }),
    placeholderData: (before) => before,
  });

/** Not cached, because its form needs fresh values each time. */
export const discountQuery = (id: number) =>
  queryOptions({
    queryKey: [...DISCOUNTS, 'one', id],
    queryFn: async () => (await discounts.show({ id })).discount,
    gcTime: 0,
  });

export const createDiscount = async (body: DiscountPatch) =>
  (await discounts.create({ body: body as DiscountInput })).discount;

export const saveDiscount = async (id: number, body: DiscountPatch) => (await discounts.update({ id, body })).discount;

export const deleteDiscount = (id: number) => discounts.remove({ id });
