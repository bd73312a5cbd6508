import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import * as z from 'zod';
import { ApiError } from '#client/api/api-error.ts';
import { call } from '#client/api/http.ts';
import { AddonList, Availability } from '#shared/addons.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import { CategoryList } from '#shared/categories.ts';
import { DiscountValidation } from '#shared/discounts.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { NewsletterPromotionCountList } from '#shared/newsletters.ts';
import { Estimate, type PromotionCheck, PromotionCheckAnswer } from '#shared/promotions.ts';
import { lastBookable } from './calendar.ts';

const role = 'partner';

/** With rates, places and the price of the top place. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['partner', 'categories'],
    queryFn: async () => {
      const query = { per: MAX_PER_PAGE, sort_col: 'position', sort_dir: 'asc' };
      return (await call('/categories', { role, query, schema: CategoryList })).categories;
    },
    staleTime: HOUR_MS,
  });

export const countsQuery = (category_id: number | null, business_date: string) =>
  queryOptions({
    queryKey: ['partner', 'newsletter_promotion_counts', category_id, business_date],
    queryFn: category_id
      ? async () => {
          const query = { category_id, page: 0, date_to: lastBookable(business_date) };
          const answer = await call('/newsletter_promotion_counts', {
            role,
            query,
            schema: NewsletterPromotionCountList,
          });
          return answer.newsletter_promotion_counts;
        }
      : skipToken,
    placeholderData: keepPreviousData,
  });

export const addonsQuery = () =>
  queryOptions({
    queryKey: ['partner', 'addons'],
    queryFn: async () => (await call('/addons', { role, schema: AddonList })).addons,
    staleTime: HOUR_MS,
  });

/** Whether the top place is free on a date in a category. */
export const availabilityQuery = (slot: { date: string; category_id: number } | null) =>
  queryOptions({
    queryKey: ['partner', 'newsletter_promotion_counts', 'top of newsletter', slot],
    queryFn: slot
      ? () => call('/addons/top_of_newsletter/check_availability', { role, query: slot, schema: Availability })
      : skipToken,
  });

/** The field itself says when a code is not valid. */
export const discountQuery = (code: string, book_id: number | null) =>
  queryOptions({
    queryKey: ['partner', 'discount', code.toUpperCase(), book_id],
    queryFn: code
      ? async () =>
          (
            await call(`/discounts/validate/${encodeURIComponent(code)}`, {
              role,
              query: { book_id },
              schema: DiscountValidation,
            })
          ).discount
      : skipToken,
    meta: { silent: true },
    retry: false,
    retryOnMount: (query) => query.state.error instanceof ApiError && query.state.error.status !== 422,
  });

const EstimateAnswer = z.object({ estimate: Estimate });

export const estimateQuery = (query: { category_id: number; price_type: 'free' | 'discounted' } | null) =>
  queryOptions({
    queryKey: ['partner', 'estimate', query],
    queryFn: query
      ? async () => (await call('/promotions/estimate', { role, query, schema: EstimateAnswer })).estimate
      : skipToken,
    placeholderData: keepPreviousData,
  });

/** Every submission rule with its verdict, as far as the form is filled in. */
export const checkQuery = (body: PromotionCheck | null) =>
  queryOptions({
    queryKey: ['partner', 'promotion check', body],
    queryFn: body
      ? () => call('/promotions/check', { method: 'POST', role, body, schema: PromotionCheckAnswer })
      : skipToken,
    placeholderData: keepPreviousData,
  });
