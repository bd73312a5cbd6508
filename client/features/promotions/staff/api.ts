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

const calls = clientFor(promotionsApi, 'user');
const payments = clientFor(paymentsApi, 'user');
const LIST_JOINS = ['book', 'category', 'discount', 'partner', 'card', 'held_slot'];
const RECORD_JOINS = [...LIST_JOINS, 'events', 'stripe_errors', 'last_event'];

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
/** A bulk decision without the promotions it is about. */
export type BulkChoice = WithoutPromotions<Body<'decideMany'>>;

/** Reads something for the details of a promotion, after they are painted. */
async function readLater<T>(read: () => Promise<T>): Promise<T> {
  await whenIdle();
  return read();
}

export const promotions = (query: Query) =>
  readLater(() => calls.list({ query: { ...query, joins: [...LIST_JOINS, 'reviewer'] } }));

/** Promotions of the review queue, with the rules that each one fails. */
export const reviewedPromotions = (query: Query, signal?: AbortSignal) =>
  calls.list({ query: { ...query, joins: [...LIST_JOINS, 'failed_rules', 'stripe_errors'] }, signal });

export const promotion = async (id: number) => (await calls.show({ id, query: { joins: RECORD_JOINS } })).promotion;

/** A promotion that has left the list, with all that the list shows and the reason. */
export const departedPromotion = async (id: number) =>
  (await calls.show({ id, query: { joins: [...LIST_JOINS, 'stripe_errors', 'last_event'] } })).promotion;

/** The events of a promotion, with the names of editors. */
export const promotionEvents = (id: number) =>
  readLater(async () => (await calls.show({ id, query: { joins: ['events'] } })).promotion.events ?? []);

/** Sent even while the page is being left. */
export const reviewPresence = async (body: Body<'reviewPresence'>) =>
  (await calls.reviewPresence({ body, keepalive: true })).review;

export const savePromotion = async (id: number, body: PromotionPatch) =>
  (await calls.update({ id, query: { joins: RECORD_JOINS }, body })).promotion;

const CALLS = {
  approve: calls.approve,
  reject: calls.reject,
  partner_feedback: calls.partnerFeedback,
  cancel: calls.cancel,
  cancel_approved: calls.cancelApproved,
  accept_changes: calls.acceptChanges,
  keep_approved: calls.keepApproved,
  ask_about_changes: calls.askAboutChanges,
  propose_date: calls.proposeDate,
  reopen: calls.reopen,
  charge: payments.charge,
} satisfies Record<Decision['kind'], unknown>;
/** Decisions about a version, which the server refuses if the partner has changed it since. */
const ABOUT_A_VERSION = new Set<Decision['kind']>(['approve', 'accept_changes', 'keep_approved']);

/** Sent even while the page is being left. */
export async function decide({ id, review_version }: Promotion, { kind, body }: Decision) {
  const decision = CALLS[kind] as (input: object) => Promise<{ promotion: Promotion }>;
  const input = ABOUT_A_VERSION.has(kind) ? { ...body, review_version } : body;
  return (await decision({ id, body: input, keepalive: true })).promotion;
}

/** Sent even while the page is being left. */
export const decideMany = async (
  promotions: readonly Promotion[],
  choice: BulkChoice,
  dates: { readonly [id: number]: string },
) =>
  (
    await calls.decideMany({
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

export const refund = async (id: number, body: z.input<typeof RefundInput>) =>
  (await payments.refund({ id, body })).promotion;

export const refreshStoreData = async (book_id: number) =>
  (await clientFor(booksApi, 'user').refreshStoreData({ id: book_id })).book;

export const correctStoreLink = async (id: number, body: Body<'correctStoreLink'>) =>
  (await calls.correctStoreLink({ id, body })).promotion;

/** The rule verdicts of the current booking. */
export const checkPromotion = (promotion_id: number) => readLater(() => calls.check({ body: { promotion_id } }));

export const lastPromotionPercentile = (id: number) => readLater(() => calls.lastPromotionPercentile({ id }));

export const partnerRecord = (id: number) => readLater(async () => (await calls.partnerRecord({ id })).partner_record);

export const promotionClicks = (id: number) => payments.clicks({ id });

/** The query key of the promotions with held clicks to review. */
export const SUSPICIOUS = ['user', 'held clicks'];

export const suspiciousPromotions = () => payments.suspicious();

export const heldClicks = (id: number) => payments.heldClicks({ id });

export const decideHeld = (id: number, body: HoldDecision) => payments.decideHeld({ id, body });

export const answerQuestion = (id: number, answer: string) => payments.answerQuestion({ id, body: { answer } });

export const invoicesOfPromotion = async (promotion_id: number) =>
  (await clientFor(billingApi, 'user').listInvoices({ query: { promotion_id } })).invoices;

/** The slots of a category between two dates; loaded with page 0. */
export const promotionCounts = (query: { category_id: number; date_from: string; date_to: string }) =>
  readLater(
    async () =>
      (await clientFor(promotionCountsApi, 'user').list({ query: { ...query, page: 0 } })).newsletter_promotion_counts,
  );
