import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { paymentsApi } from '#shared/api/payments.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import { SUCCESS_TEXTS } from '#shared/errors.ts';
import type { Promotion, PromotionInput, PromotionPatch } from '#shared/promotions.ts';
import type { DisplayStatus } from '#shared/status.ts';
import { INVOICES } from './billing.ts';
import { clientFor } from './client.ts';

const payments = clientFor(paymentsApi, 'partner');
const promotions = clientFor(promotionsApi, 'partner');

const PROMOTIONS = ['partner', 'promotions'];

export type PromotionFilters = {
  q?: string;
  display_status?: DisplayStatus | '';
  book_id?: number;
  date_from?: string;
  date_to?: string;
  sort_col?: 'id' | 'requested_date' | 'promotion_date' | 'created_at' | 'updated_at';
  sort_dir?: 'asc' | 'desc';
  page?: number;
  per?: number;
};

/** With book, category and stripe errors: what the lists show. */
export const promotionsQuery = (filters: PromotionFilters) =>
  queryOptions({
    queryKey: [...PROMOTIONS, 'list', filters],
    queryFn: () => promotions.list({ query: { joins: ['book', 'category', 'stripe_errors'], ...filters } }),
    placeholderData: keepPreviousData,
  });

const JOINS = ['book', 'category', 'discount', 'stripe_errors', 'events'];

/** One promotion with all that its page shows. */
export const promotionQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id],
    queryFn: async () => (await promotions.show({ id, query: { joins: JOINS } })).promotion,
  });

export const clicksQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id, 'clicks'],
    queryFn: () => payments.clicks({ id }),
  });

/** How this promotion did among its like, and the last settled one before it. */
export const percentileQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id, 'percentile'],
    queryFn: () => promotions.lastPromotionPercentile({ id }),
  });

/** Null when no newsletter holds it. */
export const sentCopyQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id, 'sent copy'],
    queryFn: async () => (await promotions.sentCopy({ id })).sent_copy,
  });

export const submitPromotion = (body: PromotionInput) => promotions.submit({ body });

export const changePromotion = (id: number, body: PromotionPatch) => promotions.update({ id, body });

export const giveFeedback = (id: number, feedback: string) => promotions.partnerFeedback({ id, body: { feedback } });

export const questionClicks = (id: number, question: string) => payments.questionClicks({ id, body: { question } });

/** Agrees to the date that our editors proposed. */
export const confirmDate = (id: number, promotion_date: string) =>
  promotions.confirmDate({ id, body: { promotion_date } });

/** After every change of a promotion; places and invoices change with it. */
export function usePromotionsChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [PROMOTIONS, INVOICES, ['partner', 'newsletter_promotion_counts']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

/** Pays what a promotion owes. Refused, it may have changed all the same: the decline is on record. */
export function useCharge() {
  const changed = usePromotionsChanged();
  return useMutation({
    mutationFn: (id: number) => payments.charge({ id }),
    meta: { success: SUCCESS_TEXTS.charged },
    onSettled: changed,
  });
}

/** Takes a promotion back: under review or already approved. */
export function useCancel() {
  const changed = usePromotionsChanged();
  return useMutation({
    mutationFn: ({ promotion, reason }: { promotion: Pick<Promotion, 'id' | 'actions'>; reason: string }) =>
      promotions[cancelAction(promotion)]({ id: promotion.id, body: { reason } }),
    meta: { success: 'The promotion was cancelled.' },
    onSettled: changed,
  });
}

const cancelAction = ({ actions }: Pick<Promotion, 'actions'>) =>
  actions.includes('cancel_approved') ? 'cancelApproved' : 'cancel';
