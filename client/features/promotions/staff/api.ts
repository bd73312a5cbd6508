import type * as z from 'zod';
import { clientFor } from '#client/api/client.ts';
import type { Query } from '#client/api/http.ts';
import { whenIdle } from '#client/api/when-idle.ts';
import { billingApi } from '#shared/api/billing.ts';
import { booksApi } from '#shared/api/books.ts';
import type { BodyInput, Success } from '#shared/api/operation.ts';
import { paymentsApi } from '#shared/api/payments.ts';
import { promotionCountsApi } from '#shared/api/promotion-counts.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import type { RefundInput } from '#shared/billing.ts';
import type { HoldDecision } from '#shared/held-clicks.ts';
import type { FeedbackRequest, Promotion, PromotionPatch } from '#shared/promotions.ts';

const promotionsClient = clientFor(promotionsApi, 'user');
const payments = clientFor(paymentsApi, 'user');
const LIST_JOINS = ['book', 'category', 'discount', 'partner', 'card', 'held_slot'];
const RECORD_JOINS = [...LIST_JOINS, 'failed_rules', 'events', 'stripe_errors', 'last_event'];

export type PromotionPage = Success<typeof promotionsApi.list>;

/** Staff decisions about a promotion; `kind` is the last part of the call's path. */
export type Decision =
  | { kind: 'approve'; body: Body<'approve'> }
  | { kind: 'reject'; body: Body<'reject'> }
  | { kind: 'partner_feedback'; body: FeedbackRequest }
  | { kind: 'cancel' | 'cancel_approved'; body: Body<'cancel'> }
  | { kind: 'accept_changes' | 'keep_approved'; body: Omit<Body<'acceptChanges'>, 'review_version'> }
  | { kind: 'ask_about_changes'; body: Body<'askAboutChanges'> }
  | { kind: 'propose_date'; body: Body<'proposeDate'> }
  | { kind: 'reopen'; body: Body<'reopen'> }
  | { kind: 'charge'; body?: undefined };
type Body<Name extends keyof typeof promotionsApi> = BodyInput<(typeof promotionsApi)[Name]>;

type WithoutPromotions<T> = T extends unknown ? Omit<T, 'promotions'> : never;
/** A bulk decision without its promotions. */
export type BulkChoice = WithoutPromotions<Body<'decideMany'>>;

/** Delays a read for a promotion's details, so that the browser can first paint what it already has. */
async function readLater<T>(read: () => Promise<T>): Promise<T> {
  await whenIdle();
  return read();
}

export const fetchPromotions = (query: Query) =>
  readLater(() => promotionsClient.list({ query: { ...query, joins: [...LIST_JOINS, 'reviewer'] } }));

/** Promotions of the review queue, with the rules that each one fails. */
export const fetchReviewQueue = (query: Query, signal?: AbortSignal) =>
  promotionsClient.list({ query: { ...query, joins: [...LIST_JOINS, 'failed_rules', 'stripe_errors'] }, signal });

export const fetchPromotion = async (id: number) =>
  (await promotionsClient.show({ id, query: { joins: RECORD_JOINS } })).promotion;

/** A promotion as the queue shows it, without the rules it fails, and with its last event. */
export const fetchPromotionWithLastEvent = async (id: number) =>
  (await promotionsClient.show({ id, query: { joins: [...LIST_JOINS, 'stripe_errors', 'last_event'] } })).promotion;

/** The events of a promotion, with the names of editors. */
export const fetchPromotionEvents = (id: number) =>
  readLater(async () => (await promotionsClient.show({ id, query: { joins: ['events'] } })).promotion.events ?? []);

/** The request completes even if the user leaves the page. */
export const reportPresence = async (body: Body<'reviewPresence'>) =>
  (await promotionsClient.reviewPresence({ body, keepalive: true })).review;

export const savePromotion = async (id: number, body: PromotionPatch) =>
  (await promotionsClient.update({ id, query: { joins: RECORD_JOINS }, body })).promotion;

const DECISION_CALLS = {
  approve: promotionsClient.approve,
  reject: promotionsClient.reject,
  partner_feedback: promotionsClient.partnerFeedback,
  cancel: promotionsClient.cancel,
  cancel_approved: promotionsClient.cancelApproved,
  accept_changes: promotionsClient.acceptChanges,
  keep_approved: promotionsClient.keepApproved,
  ask_about_changes: promotionsClient.askAboutChanges,
  propose_date: promotionsClient.proposeDate,
  reopen: promotionsClient.reopen,
  charge: payments.charge,
} satisfies Record<Decision['kind'], unknown>;
/** Decisions sent with the version that the editor saw. The server refuses them if the promotion has changed since. */
const VERSIONED_DECISIONS = new Set<Decision['kind']>(['approve', 'accept_changes', 'keep_approved']);

/** The request completes even if the user leaves the page. */
export async function decide({ id, review_version }: Promotion, { kind, body }: Decision) {
  const sendDecision = DECISION_CALLS[kind] as (input: object) => Promise<{ promotion: Promotion }>;
  const input = VERSIONED_DECISIONS.has(kind) ? { ...body, review_version } : body;
  return (await sendDecision({ id, body: input, keepalive: true })).promotion;
}

/** The request completes even if the user leaves the page. */
export const decideMany = async (
  promotions: readonly Promotion[],
  choice: BulkChoice,
  dates: { readonly [id: number]: string },
) =>
  (
    await promotionsClient.decideMany({
      body: {
        ...choice,
        promotions: promotions.map(({ id, review_version }) => ({
          ...{ id, review_version },
          ...(dates[id] && { promotion_date: dates[id] }),
        })),
      },
      keepalive: true,
    })
  ).results;

export const refund = async (id: number, body: z.input<typeof RefundInput>, idempotencyKey: string) =>
  (await payments.refund({ id, body, idempotencyKey })).promotion;

export const refreshStoreData = async (book_id: number) =>
  (await clientFor(booksApi, 'user').refreshStoreData({ id: book_id })).book;

export const correctStoreLink = async (id: number, body: Body<'correctStoreLink'>) =>
  (await promotionsClient.correctStoreLink({ id, body })).promotion;

/** The rule verdicts on the current book and the booked terms, without unreviewed changes to the terms. */
export const checkPromotion = (promotion_id: number) =>
  readLater(() => promotionsClient.check({ body: { promotion_id } }));

export const fetchLastPromotionPercentile = (id: number) =>
  readLater(() => promotionsClient.lastPromotionPercentile({ id }));

export const fetchPartnerRecord = (id: number) =>
  readLater(async () => (await promotionsClient.partnerRecord({ id })).partner_record);

export const fetchPromotionClicks = (id: number) => payments.clicks({ id });

/** The query key of the promotions with held clicks to review or a question to answer. */
export const HELD_CLICKS_KEY = ['user', 'held clicks'];

export const fetchPromotionsAwaitingClickReview = () => payments.suspicious();

export const fetchHeldClicks = (id: number) => payments.heldClicks({ id });

export const decideHeldClicks = (id: number, body: HoldDecision) => payments.decideHeld({ id, body });

export const answerQuestion = (id: number, answer: string) => payments.answerQuestion({ id, body: { answer } });

export const fetchInvoicesOfPromotion = async (promotion_id: number) =>
  (await clientFor(billingApi, 'user').listInvoices({ query: { promotion_id } })).invoices;

/** The slots of one category, or of all, between two dates. All are on the first page, because `per` is omitted. */
export const fetchPromotionCounts = (query: { category_id?: number; date_from: string; date_to: string }) =>
  readLater(
    async () =>
      (await clientFor(promotionCountsApi, 'user').list({ query: { ...query, page: 0 } })).newsletter_promotion_counts,
  );
