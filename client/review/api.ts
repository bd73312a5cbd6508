import type * as z from 'zod';
import { call, type Query } from '#client/api/http.ts';
import { InvoiceList, type RefundInput } from '#shared/billing.ts';
import { NewsletterPromotionCountList } from '#shared/newsletters.ts';
import {
  type Approval,
  type Cancellation,
  type ChangeQuestion,
  type ChangeReview,
  type DateProposal,
  type FeedbackRequest,
  LaneCountsAnswer,
  LastPromotionPercentile,
  type Promotion,
  PromotionAnswer,
  PromotionCheckAnswer,
  PromotionClicks,
  PromotionList,
  type PromotionPatch,
  type Rejection,
  type Reopening,
  type StoreLinkCorrection,
} from '#shared/promotions.ts';

const role = 'user';
const SHOWN_IN_LIST = ['book', 'category', 'discount', 'partner', 'card'];
const SHOWN_ALONE = [...SHOWN_IN_LIST, 'events', 'stripe_errors'];

export type PromotionPage = z.infer<typeof PromotionList>;

/** What staff do to a promotion; `kind` is the last part of the call's path (spec §7). */
export type Decision =
  | { kind: 'approve'; body: z.input<typeof Approval> }
  | { kind: 'reject'; body: z.input<typeof Rejection> }
  | { kind: 'partner_feedback'; body: z.input<typeof FeedbackRequest> }
  | { kind: 'cancel' | 'cancel_approved'; body: z.input<typeof Cancellation> }
  | { kind: 'accept_changes' | 'keep_approved'; body: Omit<z.input<typeof ChangeReview>, 'review_version'> }
  | { kind: 'ask_about_changes'; body: z.input<typeof ChangeQuestion> }
  | { kind: 'propose_date'; body: z.input<typeof DateProposal> }
  | { kind: 'reopen'; body: z.input<typeof Reopening> }
  | { kind: 'charge'; body?: undefined };

export const promotions = (query: Query, signal?: AbortSignal) =>
  call('/promotions', { role, query: { ...query, joins: SHOWN_IN_LIST }, schema: PromotionList, signal });

export const laneCounts = async () =>
  (await call('/promotions/lane_counts', { role, schema: LaneCountsAnswer })).lane_counts;

export const promotion = async (id: number) =>
  (await call(`/promotions/${id}`, { role, query: { joins: SHOWN_ALONE }, schema: PromotionAnswer })).promotion;

export const savePromotion = async (id: number, body: PromotionPatch) =>
  (
    await call(`/promotions/${id}/`, {
      method: 'PATCH',
      role,
      query: { joins: SHOWN_ALONE },
      body,
      schema: PromotionAnswer,
    })
  ).promotion;

/** Decisions about a version, which the server refuses when the partner has changed it since. */
const ABOUT_A_VERSION = new Set<Decision['kind']>(['approve', 'accept_changes', 'keep_approved']);

/** Goes through although the page is being left. */
export const decide = async ({ id, review_version }: Promotion, { kind, body }: Decision) =>
  (
    await call(`/promotions/${id}/${kind}`, {
      method: 'POST',
      role,
      body: { ...body, ...(ABOUT_A_VERSION.has(kind) ? { review_version } : {}) },
      schema: PromotionAnswer,
      keepalive: true,
    })
  ).promotion;

export const refund = async (id: number, body: z.input<typeof RefundInput>) =>
  (await call(`/promotions/${id}/refund`, { method: 'POST', role, body, schema: PromotionAnswer })).promotion;

export const correctStoreLink = async (id: number, body: z.input<typeof StoreLinkCorrection>) =>
  (await call(`/promotions/${id}/correct_store_link`, { method: 'POST', role, body, schema: PromotionAnswer }))
    .promotion;

/** The rules for it as it is booked. */
export const checkPromotion = (promotion_id: number) =>
  call('/promotions/check', { method: 'POST', role, body: { promotion_id }, schema: PromotionCheckAnswer });

export const lastPromotionPercentile = (id: number) =>
  call(`/promotions/${id}/last-promotion-percentile`, { role, schema: LastPromotionPercentile });

export const promotionClicks = (id: number) => call(`/promotions/${id}/clicks`, { role, schema: PromotionClicks });

export const invoicesOfPromotion = async (promotion_id: number) =>
  (await call('/invoices', { role, query: { promotion_id }, schema: InvoiceList })).invoices;

/** The places of a category between two dates; loaded with page 0 (spec §7). */
export const promotionCounts = async (query: { category_id: number; date_from: string; date_to: string }) =>
  (
    await call('/newsletter_promotion_counts', {
      role,
      query: { ...query, page: 0 },
      schema: NewsletterPromotionCountList,
    })
  ).newsletter_promotion_counts;
