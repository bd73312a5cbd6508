import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { ApiError } from '#client/api/api-error.ts';
import { clientFor } from '#client/api/client.ts';
import { addonsApi } from '#shared/api/addons.ts';
import { categoriesApi } from '#shared/api/categories.ts';
import { discountsApi } from '#shared/api/discounts.ts';
import { paymentsApi } from '#shared/api/payments.ts';
import { promotionCountsApi } from '#shared/api/promotion-counts.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { DateForecastQuery, PromotionCheck } from '#shared/promotions.ts';
import { lastBookable } from './booking-days.ts';
import type { BookingValues } from './booking-form.ts';

const addons = clientFor(addonsApi, 'partner');
const categories = clientFor(categoriesApi, 'partner');
const discounts = clientFor(discountsApi, 'partner');
const promotionCounts = clientFor(promotionCountsApi, 'partner');
const promotions = clientFor(promotionsApi, 'partner');

/** Categories with their rates, slots, and top spot price. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['partner', 'categories'],
    queryFn: async () => (await categories.list()).categories,
    staleTime: HOUR_MS,
  });

export const countsQuery = (category_id: number | null, business_date: string) =>
  queryOptions({
    queryKey: ['partner', 'newsletter_promotion_counts', category_id, business_date],
    queryFn: category_id
      ? async () => {
          const query = { category_id, page: 0, date_to: lastBookable(business_date) };
          return (await promotionCounts.list({ query })).newsletter_promotion_counts;
        }
      : skipToken,
    placeholderData: keepPreviousData,
  });

/** The expected clicks of each date. If the call fails, the screen omits them. */
export const dateForecastQuery = (query: DateForecastQuery | null) =>
  queryOptions({
    queryKey: ['partner', 'date forecast', query],
    queryFn: query ? async () => (await promotions.dateForecast({ query })).date_forecast : skipToken,
    meta: { silent: true },
  });

export const addonsQuery = () =>
  queryOptions({
    queryKey: ['partner', 'addons'],
    queryFn: async () => (await addons.list()).addons,
    staleTime: HOUR_MS,
  });

/** The availability of the top spot on a date in a category. */
export const availabilityQuery = (slot: { date: string; category_id: number } | null) =>
  queryOptions({
    queryKey: ['partner', 'newsletter_promotion_counts', 'top of newsletter', slot],
    queryFn: slot ? () => addons.checkAvailability({ query: slot }) : skipToken,
  });

/** A discount's terms. Silent, because the field shows that a code isn't valid. */
const discountQuery = (code: string, query: { book_id: number | null; category_id: number | null }) =>
  queryOptions({
    queryKey: ['partner', 'discount', code.toUpperCase(), query],
    queryFn: code ? async () => (await discounts.validate({ code, query })).discount : skipToken,
    meta: { silent: true },
    retry: false,
    retryOnMount: (query) => query.state.error instanceof ApiError && query.state.error.status !== 422,
  });

type EstimateInput = { category_id: number; price_type: 'free' | 'discounted'; date?: string };

export const estimateQuery = (query: EstimateInput | null) =>
  queryOptions({
    queryKey: ['partner', 'estimate', query],
    queryFn: query ? async () => (await clientFor(paymentsApi, 'partner').estimate({ query })).estimate : skipToken,
    placeholderData: keepPreviousData,
  });

/**
 * Submission rules with their verdicts on the values filled in so far. Has every rule for a new booking, but only the
 * rules that a change must satisfy for a booked promotion.
 */
export const checkQuery = (body: PromotionCheck | null) =>
  queryOptions({
    queryKey: ['partner', 'promotion check', body],
    queryFn: body ? () => promotions.check({ body }) : skipToken,
    placeholderData: keepPreviousData,
  });

const TYPING_MS = 400;

type DiscountValues = Pick<BookingValues, 'discount_code' | 'book_id' | 'category_id'>;

/** The terms of the typed code for this book and category, requested when typing pauses. `code` is the requested code. */
export function useDiscount({ discount_code, book_id, category_id }: DiscountValues) {
  const [code] = useDebouncedValue(discount_code.trim(), TYPING_MS);
  const { data, error } = useQuery(
    discountQuery(code, { book_id: Number(book_id) || null, category_id: Number(category_id) || null }),
  );
  return { code, data, error };
}
