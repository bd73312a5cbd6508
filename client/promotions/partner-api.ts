import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import { INVOICES } from '#client/billing/api.ts';
import { SUCCESS_TEXTS } from '#shared/errors.ts';
import {
  LastPromotionPercentile,
  type Promotion,
  PromotionAnswer,
  PromotionClicks,
  type PromotionInput,
  PromotionList,
  type PromotionPatch,
  SentCopyAnswer,
} from '#shared/promotions.ts';
import type { DisplayStatus } from '#shared/status.ts';

const role = 'partner';

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
    queryFn: () =>
      call('/promotions', {
        role,
        query: { joins: ['book', 'category', 'stripe_errors'], ...filters },
        schema: PromotionList,
      }),
    placeholderData: keepPreviousData,
  });

const JOINS = ['book', 'category', 'discount', 'stripe_errors', 'events'];

/** One promotion with all that its page shows. */
export const promotionQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id],
    queryFn: async () =>
      (await call(`/promotions/${id}`, { role, query: { joins: JOINS }, schema: PromotionAnswer })).promotion,
  });

export const clicksQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id, 'clicks'],
    queryFn: () => call(`/promotions/${id}/clicks`, { role, schema: PromotionClicks }),
  });

/** How this promotion did among its like, and the last settled one before it. */
export const percentileQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id, 'percentile'],
    queryFn: () => call(`/promotions/${id}/last-promotion-percentile`, { role, schema: LastPromotionPercentile }),
  });

/** Null when no newsletter holds it. */
export const sentCopyQuery = (id: number) =>
  queryOptions({
    queryKey: [...PROMOTIONS, id, 'sent copy'],
    queryFn: async () => (await call(`/promotions/${id}/sent_copy`, { role, schema: SentCopyAnswer })).sent_copy,
  });

export const submitPromotion = (body: PromotionInput) => post('/promotions', body);

export const changePromotion = (id: number, body: PromotionPatch) =>
  call(`/promotions/${id}/`, { method: 'PATCH', role, body, schema: PromotionAnswer });

export const giveFeedback = (id: number, feedback: string) => post(`/promotions/${id}/partner_feedback`, { feedback });

/** Agrees to the date that our editors proposed. */
export const confirmDate = (id: number, promotion_date: string) =>
  post(`/promotions/${id}/confirm_date`, { promotion_date });

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
    mutationFn: (id: number) => post(`/promotions/${id}/charge`),
    meta: { success: SUCCESS_TEXTS.charged },
    onSettled: changed,
  });
}

/** Takes a promotion back: under review or already approved. */
export function useCancel() {
  const changed = usePromotionsChanged();
  return useMutation({
    mutationFn: ({ promotion, reason }: { promotion: Pick<Promotion, 'id' | 'actions'>; reason: string }) =>
      post(`/promotions/${promotion.id}/${cancelAction(promotion)}`, { reason }),
    meta: { success: 'The promotion was cancelled.' },
    onSettled: changed,
  });
}

const cancelAction = ({ actions }: Pick<Promotion, 'actions'>) =>
  actions.includes('cancel_approved') ? 'cancel_approved' : 'cancel';

const post = (path: string, body: object = {}) => call(path, { method: 'POST', role, body, schema: PromotionAnswer });
