import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { paymentsApi } from '#shared/api/payments.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import type { Store } from '#shared/business.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { Promotion, PromotionInput, PromotionPatch, SeriesInput } from '#shared/promotions.ts';
import type { DisplayStatus } from '#shared/status.ts';
import { SUCCESS_TEXTS } from '#shared/success-texts.ts';
import { INVOICES, useRefreshCards } from './billing.ts';
import { clientFor } from './client.ts';

const payments = clientFor(paymentsApi, 'partner');
const promotions = clientFor(promotionsApi, 'partner');

const PROMOTIONS = ['partner', 'promotions'];

export type PromotionFilters = {
  q?: string;
  display_status?: DisplayStatus | '';
  running?: boolean;
  book_id?: number;
  date_from?: string;
  date_to?: string;
  sort_col?: 'id' | 'booked_date' | 'promotion_date' | 'created_at' | 'updated_at';
  sort_dir?: 'asc' | 'desc';
  page?: number;
  per?: number;
};

/** Lists promotions with their book, category, and Stripe errors. */
export const promotionsQuery = (filters: PromotionFilters) =>
  queryOptions({
    queryKey: [...PROMOTIONS, 'list', filters],
    queryFn: () => promotions.list({ query: { joins: ['book', 'category', 'stripe_errors'], ...filters } }),
    placeholderData: keepPreviousData,
  });

const PROMOTION_JOINS = ['book', 'category', 'discount', 'stripe_errors', 'events'];

/** A promotion with the joined records that its page shows. */
export const promotionQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id],
    queryFn: async () => (await promotions.show({ id, query: { joins: PROMOTION_JOINS } })).promotion,
  });

const CLICKS_POLL_MS = 30_000;

/** A promotion's clicks, polled while the page is visible, from the send until the clicks are settled. */
export const clicksQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id, 'clicks'],
    queryFn: () => payments.clicks({ id }),
    refetchInterval: ({ state }) => (state.data?.window && !state.data.settled ? CLICKS_POLL_MS : false),
    // The panel itself shows a failure; a poll that fails keeps the last numbers.
    meta: { silent: true },
  });

/** The typical running total of clicks by hour, for the promotion's category and price type. Changes rarely. */
export const usualClicksQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id, 'usual clicks'],
    queryFn: async () => (await promotions.usualClicks({ id })).usual_clicks,
    staleTime: HOUR_MS,
  });

/**
 * This promotion's rank among similar ones, and the rank of the previous promotion of the same book, author, or
 * partner.
 */
export const percentileQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id, 'percentile'],
    queryFn: () => promotions.lastPromotionPercentile({ id }),
  });

/** The prices at the stores, or null while they aren't watched. */
export const priceWatchQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id, 'price watch'],
    queryFn: async () => (await promotions.priceWatch({ id })).price_watch,
  });

/** Confirms that the deal price is set at a store, or withdraws the confirmation. */
export function useConfirmPrice(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ store, isSet }: { store: Store; isSet: boolean }) =>
      (await promotions[isSet ? 'confirmPrice' : 'unconfirmPrice']({ id, body: { store } })).price_watch,
    onSuccess: (watch) => queryClient.setQueryData(priceWatchQuery(id).queryKey, watch),
  });
}

/** The promotion's entry in its newsletter, or null if no closed newsletter includes it. */
export const sentCopyQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id, 'sent copy'],
    queryFn: async () => (await promotions.sentCopy({ id })).sent_copy,
  });

type SeriesPromotions = SeriesInput['promotions'];

/** Checks promotions of a series together, and stores nothing. */
export async function checkSeries(seriesPromotions: SeriesPromotions) {
  const result = await promotions.submitSeries({ body: { promotions: seriesPromotions, dry_run: true } });
  return 'series_check' in result ? result.series_check : undefined;
}

/** Submits promotions of a series together, all or none. */
export const submitSeries = (seriesPromotions: SeriesPromotions, idempotencyKey: string) =>
  promotions.submitSeries({ body: { promotions: seriesPromotions }, idempotencyKey });

export const submitPromotion = (body: PromotionInput, idempotencyKey: string) =>
  promotions.submit({ body, idempotencyKey });

export const updatePromotion = (id: number, body: PromotionPatch) => promotions.update({ id, body });

export const giveFeedback = (id: number, feedback: string) => promotions.partnerFeedback({ id, body: { feedback } });

export const questionClicks = (id: number, question: string) => payments.questionClicks({ id, body: { question } });

/** Confirms the date that our editors proposed. */
export const confirmDate = (id: number, promotion_date: string) =>
  promotions.confirmDate({ id, body: { promotion_date } });

/** Returns a function that reloads the data that depends on a promotion, such as slots and invoices. */
export function useRefreshPromotions() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [
        PROMOTIONS,
        INVOICES,
        ['partner', 'promotion check'],
        ['partner', 'newsletter_promotion_counts'],
        ['partner', 'waiting list'],
      ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
}

/** Pays the unpaid amount of a promotion. A declined payment also changes the promotion, and may refuse the card. */
export function useCharge() {
  const refresh = useRefreshPromotions();
  const refreshCards = useRefreshCards();
  return useMutation({
    mutationFn: (id: number) => payments.charge({ id }),
    meta: { success: SUCCESS_TEXTS.charged },
    onSettled: () => Promise.all([refresh(), refreshCards()]),
  });
}

/** Cancels a promotion, whether it's under review or approved. */
export function useCancel() {
  const refresh = useRefreshPromotions();
  return useMutation({
    mutationFn: ({ promotion, reason }: { promotion: Pick<Promotion, 'id' | 'actions'>; reason: string }) =>
      promotions[cancelAction(promotion)]({ id: promotion.id, body: { reason } }),
    meta: { success: 'The promotion was canceled.' },
    onSettled: refresh,
  });
}

const cancelAction = ({ actions }: Pick<Promotion, 'actions'>) =>
  actions.includes('cancel_approved') ? 'cancelApproved' : 'cancel';
