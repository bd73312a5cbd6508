import * as z from 'zod';
import type { Addon } from './addons.ts';
import { Book } from './books.ts';
import { STORES } from './business.ts';
import { Category } from './categories.ts';
import { Discount } from './discounts.ts';
import { ClickHold, ClickQuestion } from './held-clicks.ts';
import {
  CalendarDate,
  Cents,
  Id,
  listQuery,
  Meta,
  optionalLine,
  optionalText,
  queryFlag,
  queryId,
  recordQuery,
  requiredText,
  StoreName,
  searchText,
  text,
  WebUrl,
} from './params.ts';
import { REASON_CODES } from './reasons.ts';
import { REVIEWED_FIELDS, type ReviewedField } from './reviewed-facts.ts';
import { SHARE_CHANNELS } from './share-channels.ts';
import { DISPLAY_STATUSES, REVIEW_LANES, type ReviewLane } from './status.ts';
import { RULE_CODES } from './submission-rules.ts';

const fields = {
  category_id: Id,
  requested_date: CalendarDate,
  alternate_dates: z.array(CalendarDate).max(5),
  deal_ends_on: CalendarDate,
  current_price_cents: Cents,
  sale_price_cents: Cents,
  partner_note: optionalText(1000),
  blurb_override: optionalText(300),
};

export const PromotionInput = z.strictObject({
  book_id: Id,
  ...fields,
  alternate_dates: fields.alternate_dates.default([]),
  addon_ids: z.array(Id).max(10).default([]),
  discount_code: optionalLine(40),
});
export type PromotionInput = z.infer<typeof PromotionInput>;

export const MAX_SERIES_PROMOTIONS = 5;
export const SeriesInput = z.strictObject({
  promotions: z
    .array(PromotionInput.omit({ discount_code: true }))
    .min(2)
    .max(MAX_SERIES_PROMOTIONS),
  /** If true, checks everything and stores nothing. */
  dry_run: z.boolean().default(false),
});
export type SeriesInput = z.infer<typeof SeriesInput>;

/** A change to a booking, by its partner or staff. Only the partner may send `partner_feedback`. */
export const PromotionPatch = z
  .strictObject({
    ...fields,
    partner_feedback: requiredText(2000),
  })
  .partial();
export type PromotionPatch = z.infer<typeof PromotionPatch>;

/** The live check accepts an incomplete form. */
export const PromotionCheck = z.strictObject({
  book_id: Id,
  category_id: Id.optional(),
  requested_date: CalendarDate.optional(),
  deal_ends_on: CalendarDate.optional(),
  current_price_cents: Cents.optional(),
  sale_price_cents: Cents.optional(),
  promotion_id: Id.optional(),
});
export type PromotionCheck = z.infer<typeof PromotionCheck>;
/** Staff may name a booked promotion instead of its book; omitted fields default to the booking. */
export const StaffPromotionCheck = PromotionCheck.partial({ book_id: true }).refine(
  ({ book_id, promotion_id }) => book_id !== undefined || promotion_id !== undefined,
  { path: ['book_id'], error: "can't be blank" },
);
export type StaffPromotionCheck = z.infer<typeof StaffPromotionCheck>;
export const PromotionCheckResponse = z.object({
  eligible: z.boolean(),
  rules: z.array(z.object({ code: z.string(), passed: z.boolean().nullable(), message: z.string() })),
});
export type PromotionCheckResponse = z.infer<typeof PromotionCheckResponse>;

export const Approval = z.strictObject({
  promotion_date: CalendarDate.optional(),
  position: z.int().min(1).max(100).optional(),
  /** `review_version` of the promotion that the editor saw; 409 if it has changed since. */
  review_version: text(100).optional(),
});
const RejectionFields = z.strictObject({
  reason_codes: z.array(z.enum(REASON_CODES)).min(1, 'Choose at least one reason.').max(REASON_CODES.length),
  message: optionalText(2000),
  suggested_category_id: Id.nullish(),
});
const hasRequiredMessage = ({ reason_codes, message }: z.output<typeof RejectionFields>) =>
  !reason_codes.includes('other') || Boolean(message);
const MESSAGE_REQUIRED = {
  path: ['message'],
  error: 'You chose “See the message from our editors.” Write that message.',
};
export const Rejection = RejectionFields.refine(hasRequiredMessage, MESSAGE_REQUIRED);
/** Both roles send the same form, so the other role's field may be included. */
export const FeedbackRequest = z.strictObject({ message: requiredText(2000), feedback: z.unknown().optional() });
export type FeedbackRequest = z.infer<typeof FeedbackRequest>;
export const PartnerFeedback = z.strictObject({ feedback: requiredText(2000), message: z.unknown().optional() });
export type PartnerFeedback = z.infer<typeof PartnerFeedback>;
export const DateProposal = z.strictObject({ promotion_date: CalendarDate, message: optionalText(2000) });
export const MAX_BULK_DECISIONS = 100;
const BulkTarget = Approval.pick({ review_version: true }).extend({ id: Id });
const bulkTargets = <Target extends typeof BulkTarget>(target: Target) =>
  z
    .array(target)
    .min(1)
    .max(MAX_BULK_DECISIONS)
    .refine((targets) => new Set(targets.map(({ id }) => id)).size === targets.length, 'must not repeat an ID');
const BulkTargets = bulkTargets(BulkTarget);
/** A date that the partner didn't name is proposed to them. */
const DatedTargets = bulkTargets(BulkTarget.extend(Approval.pick({ promotion_date: true }).shape));
/**
 * A decision about several promotions. `move` approves those whose partner named the date and proposes it to the
 * others.
 */
export const BulkDecision = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approve'), promotions: DatedTargets }),
  z
    .strictObject({ decision: z.literal('reject'), promotions: BulkTargets, ...RejectionFields.shape })
    .refine(hasRequiredMessage, MESSAGE_REQUIRED),
  z.strictObject({ decision: z.literal('move'), promotions: BulkTargets, ...DateProposal.shape }),
]);
export type BulkDecision = z.output<typeof BulkDecision>;
export const DateConfirmation = z.strictObject({ promotion_date: CalendarDate });
export const Reopening = z.strictObject({ message: optionalText(2000) });
export const Cancellation = z.strictObject({ reason: optionalText(500) });
/** The decision of staff about a partner's changes after approval. */
export const ChangeReview = z.strictObject({ message: optionalText(2000), review_version: text(100) });
export const ChangeQuestion = z.strictObject({ message: requiredText(2000) });
/** A store link that staff correct after the newsletter has closed. */
export const StoreLinkCorrection = z.strictObject({ store: StoreName, url: WebUrl, reason: optionalText(500) });

export const ClickLog = z.object({
  id: z.string(),
  store: z.enum(STORES).nullable(),
  source: z.enum(['newsletter', 'site']),
  clicked_at: z.string(),
  billable: z.boolean().nullable(),
  invalid_reason: z.string().nullable(),
});
export const StripeError = z.object({
  id: z.int(),
  payment_intent_id: z.string().nullable(),
  type: z.string(),
  code: z.string(),
  decline_code: z.string().nullable(),
  message: z.string(),
  created_at: z.string(),
  resolved_at: z.string().nullable(),
});
export const PromotionEvent = z.object({
  id: z.int(),
  actor: z.enum(['partner', 'user', 'system']),
  /** For staff: the staff member who acted, if known. */
  actor_name: z.string().optional(),
  action: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  reason: z.string().nullable(),
  at: z.string(),
});

export const LastEvent = PromotionEvent.pick({
  id: true,
  actor: true,
  actor_name: true,
  action: true,
  to: true,
}).extend({
  /** The time since the event, by the server's clock. */
  seconds_ago: z.int(),
});
export type LastEvent = z.infer<typeof LastEvent>;

const BULK_OUTCOMES = ['approved', 'declined', 'proposed', 'refused'] as const;
export const BulkResult = z.object({
  id: z.int(),
  outcome: z.enum(BULK_OUTCOMES),
  /** The reason for a refusal; otherwise null. */
  reason: z.string().nullable(),
  /** The promotion's latest event, if its status doesn't allow the decision. */
  last_event: LastEvent.optional(),
});
export type BulkResult = z.infer<typeof BulkResult>;
export type BulkOutcome = Exclude<BulkResult['outcome'], 'refused'>;
export const BulkDecisionResponse = z.object({ results: z.array(BulkResult) });

const costParts = {
  clicks_cents: z.int(),
  addons_cents: z.int(),
  over_cap_cents: z.int(),
  subtotal_cents: z.int(),
  discount_cents: z.int(),
  credit_cents: z.int(),
  waived_cents: z.int(),
  total_cents: z.int(),
};
const CostParts = z.object(costParts);
/** Defined and calculated in promotion-cost.ts. */
export const Money = z.object({
  most: CostParts,
  so_far: CostParts.nullable(),
  invoiced: z
    .object({
      ...costParts,
      status: z.enum(['open', 'paid', 'failed', 'void', 'refunded']),
      refunded_cents: z.int(),
    })
    .nullable(),
});

const factValue = z.union([z.string(), z.int()]).nullable();
const instant = z.string().nullable();
export const ChangedSinceReview = z.object({
  changes: z.array(
    z.object({
      field: z.enum(Object.keys(REVIEWED_FIELDS) as [ReviewedField, ...ReviewedField[]]),
      approved: factValue,
      proposed: factValue,
    }),
  ),
  /**
   * The reason why the promotion won't be sent until staff answer, or null if the approved version runs without an
   * answer.
   */
  held_because: z.string().nullable(),
  question: z
    .object({ message: z.string(), asked_at: z.string(), answer: z.string().nullable(), answered_at: instant })
    .nullable(),
});
export type ChangedSinceReview = z.infer<typeof ChangedSinceReview>;

const APPROVAL_STATUSES = ['approved', 'rejected', 'awaiting_feedback'] as const;

export const Promotion = z.object({
  id: z.int(),
  partner_id: z.int(),
  book_id: z.int(),
  category_id: z.int(),
  display_status: z.enum(DISPLAY_STATUSES),
  requested_date: z.string(),
  alternate_dates: z.array(z.string()),
  promotion_date: z.string().nullable(),
  /**
   * Named dates that are still open; empty once decided. While changes need review, staff get the booked date if it's
   * open.
   */
  open_dates: z.array(z.string()),
  /**
   * The cutoff of the last open date, or else of the last named date; null once decided. While changes need review,
   * staff get the cutoff of the booked date.
   */
  closes_at: z.string().nullable(),
  deal_ends_on: z.string(),
  current_price_cents: z.int(),
  sale_price_cents: z.int(),
  price_type: z.enum(['free', 'discounted']),
  partner_note: z.string().nullable(),
  blurb_override: z.string().nullable(),
  approval_status: z.enum(APPROVAL_STATUSES).nullable(),
  reason_codes: z.array(z.string()),
  staff_message: z.string().nullable(),
  suggested_category_id: z.int().nullable(),
  feedback_requested_at: instant,
  /**
   * The partner's deadline to answer a question before approval, or null if there is none. If it passes, the promotion
   * is declined, or canceled if its dates had passed before the question.
   */
  answer_by: instant,
  /** A date that the partner is asked to confirm, or null if there is none. */
  proposed_date: z.string().nullable(),
  partner_feedback: z.string().nullable(),
  feedback_submitted_at: instant,
  reviewed_by: z.int().nullable().optional(),
  /**
   * For staff, on request: the last staff member who approved, declined, or reopened it, proposed a date, or asked a
   * question before approval.
   */
  reviewed_by_name: z.string().nullable().optional(),
  /** For staff: captured minus refunded and disputed. */
  refundable_cents: z.int().optional(),
  reviewed_at: instant,
  /** Unreviewed changes after approval. The booking's own fields have the approved version, `book` the current one. */
  changed_since_review: ChangedSinceReview.nullable(),
  /** For an approved promotion in no newsletter yet: why its newsletter would omit it if it closed now, or null. */
  at_risk: z.string().nullable(),
  /** For staff: a version of everything that an editor approves. */
  review_version: z.string().optional(),
  /** For staff, once approved: the targets of its store links. */
  approved_store_urls: z.partialRecord(StoreName, z.string()).optional(),
  /** For a declined promotion: the first day on which its book may be resubmitted, or null for right away. */
  resubmit_on: z.string().nullable(),
  discount_id: z.int().nullable(),
  cpc_cents: z.int(),
  max_cost_cents: z.int(),
  /** The maximum cost, the cost so far, and the invoice. */
  money: Money,
  newsletter_id: z.int().nullable(),
  position: z.int().nullable(),
  frozen_at: instant,
  sent_at: instant,
  unable_to_send_at: instant,
  unable_reason: z.string().nullable(),
  cancelled_at: instant,
  cancelled_by: z.enum(['partner', 'user', 'system']).nullable(),
  cancel_reason: z.string().nullable(),
  click_window_ends_at: instant,
  settled_at: instant,
  clicks_total: z.int(),
  clicks_billable: z.int(),
  /** Clicks from the newsletter while they are counted; null before the send and once settled. */
  clicks_so_far: z.int().nullable(),
  invoice_id: z.int().nullable(),
  paid_at: instant,
  created_at: z.string(),
  updated_at: z.string(),
  addons: z.array(
    z.object({
      addon_id: z.int(),
      name: z.string(),
      label: z.string(),
      price_cents: z.int(),
      state: z.enum(['held', 'confirmed', 'released']),
    }),
  ),
  /** The caller's allowed actions, from server/promotions/state.ts. */
  actions: z.array(z.string()),
  book: Book.optional(),
  category: Category.optional(),
  click_logs: z.array(ClickLog).optional(),
  discount: Discount.partial().nullable().optional(),
  /** `is_email_verified` is for staff. */
  partner: z
    .object({ id: z.int(), name: z.string(), email: z.string(), is_email_verified: z.boolean().optional() })
    .optional(),
  /** The default card, for staff, or null if there is none. Only the default card is charged. */
  card: z
    .object({
      brand: z.string(),
      last4: z.string(),
      exp_month: z.int(),
      exp_year: z.int(),
      is_chargeable: z.boolean(),
      /** If the default card can't be charged: a valid one that the partner could make the default. */
      other_valid_card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    })
    .nullable()
    .optional(),
  /** For staff: the codes of the submission rules that an undecided promotion, or a change after approval, fails. */
  failed_rules: z.array(z.enum(RULE_CODES)).optional(),
  /** For staff: the date of the slot that the waiting list holds for it until they decide. */
  held_date: z.string().nullable().optional(),
  stripe_errors: z.array(StripeError).optional(),
  events: z.array(PromotionEvent).optional(),
  /** For staff: the latest event, on request or when an action is no longer allowed. */
  last_event: LastEvent.optional(),
});
export type Promotion = z.infer<typeof Promotion>;
export const PromotionList = z.object({ promotions: z.array(Promotion), meta: Meta });
export const PromotionResponse = z.object({ promotion: Promotion });
const laneCounts = Object.fromEntries(REVIEW_LANES.map((lane) => [lane, z.int()])) as Record<ReviewLane, z.ZodInt>;
export const LaneCountsResponse = z.object({
  lane_counts: z.object(laneCounts),
  /** The newsletter date of the lane `closes_next`. */
  closes_next: z.string(),
});

/** The errors that submitting would return, by fields such as `promotions.0.requested_date`. */
export const SeriesCheck = z.object({
  series_check: z.object({ bookable: z.boolean(), errors: z.record(z.string(), z.array(z.string())) }),
});
export const SeriesResponse = z.object({ promotions: z.array(Promotion) });

/** A partner's history in the marketplace, for reviewers. */
export const PartnerRecord = z.object({
  partner_id: z.int(),
  /** The day of the sign-up in Vancouver. */
  since: z.string(),
  /** Paid by card, less refunds. */
  spent_cents: z.number(),
  unpaid_cents: z.number(),
  /** The total of unpaid invoices that staff voided. */
  written_off_cents: z.number(),
  sent: z.int(),
  declined: z.int(),
  /** Canceled by the partner. */
  cancelled: z.int(),
  /** The median rank of the last 20 results, or null if none can be ranked. */
  median_percentile: z.number().nullable(),
  disputes: z.int(),
  open_disputes: z.int(),
});
export type PartnerRecord = z.infer<typeof PartnerRecord>;
export const PartnerRecordResponse = z.object({ partner_record: PartnerRecord });

const PROMOTION_JOINS = [
  'book',
  'category',
  'click_logs',
  'discount',
  'partner',
  'card',
  'failed_rules',
  'held_slot',
  'last_event',
  'reviewer',
  'stripe_errors',
  'events',
] as const;
export const PromotionListQuery = listQuery(
  // 'booked_date' is the promotion date or, as long as there is none, the requested date. 'closes_at' sorts a lane.
  ['id', 'requested_date', 'promotion_date', 'booked_date', 'created_at', 'updated_at', 'closes_at'],
  {
    after: queryId.optional(),
    q: searchText().optional(),
    display_status: z.enum(DISPLAY_STATUSES).optional(),
    /** Also accepts the spelling 'awaiting feedback'. */
    approval_status: z
      .enum([...APPROVAL_STATUSES, 'awaiting feedback'])
      .transform((status) => (status === 'awaiting feedback' ? 'awaiting_feedback' : status))
      .optional(),
    reviewable: queryFlag.optional(),
    /** Sent, but not settled yet. */
    running: queryFlag.optional(),
    /** For staff. */
    lane: z.enum(REVIEW_LANES).optional(),
    category_id: queryId.optional(),
    book_id: queryId.optional(),
    partner_id: queryId.optional(),
    newsletter_id: queryId.optional(),
    date_from: CalendarDate.optional(),
    date_to: CalendarDate.optional(),
  },
  PROMOTION_JOINS,
);
export type PromotionListQuery = z.infer<typeof PromotionListQuery>;
export const PromotionQuery = recordQuery(PROMOTION_JOINS);
/** The list's filters; the CSV has all rows, newest first. */
export const PromotionCsvQuery = PromotionListQuery.omit({
  after: true,
  page: true,
  per: true,
  sort_col: true,
  sort_dir: true,
  joins: true,
  public: true,
});
export type PromotionCsvQuery = z.infer<typeof PromotionCsvQuery>;

/**
 * `token` is the key: anyone with the URL can read the calendar until the partner's password changes or the account is
 * closed.
 */
export const PromotionCalendarQuery = z.strictObject({ token: z.string().max(200) });
export const PromotionCalendarResponse = z.object({ calendar: z.object({ url: z.string() }) });

export const PRICE_STATES = ['right', 'too_high', 'confirmed', 'unknown'] as const;
export const WatchedStore = z.object({
  store: StoreName,
  /** Derived from the fetched price; `confirmed` if the partner confirmed it and no price is known. */
  state: z.enum(PRICE_STATES),
  /** The fetched price, or null if none is known. */
  price_cents: z.int().nullable(),
  /** When it was fetched or confirmed. */
  at: z.string().nullable(),
  /** When the partner confirmed the price, even if a fetched one is higher. */
  confirmed_at: z.string().nullable(),
  /** True if we look the price up; false if the partner confirms it, including where a lookup found none. */
  is_fetched: z.boolean(),
});
export type WatchedStore = z.infer<typeof WatchedStore>;
export const PriceWatch = z.object({
  promised_cents: z.int(),
  /** The cutoff of its newsletter, or when staff closed it early. */
  due_at: z.string(),
  stores: z.array(WatchedStore),
});
export type PriceWatch = z.infer<typeof PriceWatch>;
/** Set for a promotion that is booked or was sent, from three days before its newsletter until the deal ends. */
export const PriceWatchResponse = z.object({ price_watch: PriceWatch.nullable() });
export const PriceConfirmation = z.strictObject({ store: StoreName });

export const EstimateQuery = z.strictObject({
  category_id: queryId,
  price_type: z.enum(['free', 'discounted']),
  /** The newsletter's date, because a warm-up may limit its readers. Defaults to the next newsletter's. */
  date: CalendarDate.optional(),
});
export const Estimate = z.object({
  category_id: z.int(),
  price_type: z.enum(['free', 'discounted']),
  cpc_cents: z.int(),
  max_cost_cents: z.int(),
  /** The cost of clicks alone, before add-ons, code, and credit. */
  typical_low_cents: z.int(),
  typical_high_cents: z.int(),
  typical_low_clicks: z.int(),
  typical_high_clicks: z.int(),
  readers: z.int(),
  /** The newsletter's readers if a warm-up limits them; the estimate is then based on them. Otherwise null. */
  warm_up_readers: z.int().nullable(),
  /** A sentence about that warm-up. */
  warm_up_note: z.string().nullable(),
  sample_size: z.int(),
  basis: z.enum(['history', 'assumption']),
});
export type Estimate = z.infer<typeof Estimate>;
export const EstimateResponse = z.object({ estimate: Estimate });

export const DateForecastQuery = z.strictObject({
  category_id: queryId,
  price_type: z.enum(['free', 'discounted']),
  /** Rules out dates on which the book, or its author, can't be promoted. */
  book_id: queryId.optional(),
  /** The promotion to be moved. Replaces `book_id` with its book, and doesn't let its own date rule out others. */
  promotion_id: queryId.optional(),
});
export type DateForecastQuery = z.infer<typeof DateForecastQuery>;
const forecastDate = {
  date: z.string(),
  /** Billable clicks; null for too few past promotions. */
  expected_clicks: z.int().nullable(),
};
export const DateForecast = z.object({
  category_id: z.int(),
  price_type: z.enum(['free', 'discounted']),
  /** Settled promotions of the category and price type in the last year. */
  sample_size: z.int(),
  /** Every date that is open for booking, full ones included. */
  dates: z.array(z.object(forecastDate)),
  /**
   * The date in the next six weeks with the most expected clicks, among allowed dates with a free slot. If several are
   * equal, the earliest.
   */
  best: z.object({ ...forecastDate, places_left: z.int() }).nullable(),
  /** Readers of the next newsletter while a warm-up limits them; otherwise null. */
  warm_up_readers: z.int().nullable(),
  /** A sentence about a warm-up that reduces the clicks on some of the dates, otherwise null. */
  warm_up_note: z.string().nullable(),
});
export type DateForecast = z.infer<typeof DateForecast>;
export const DateForecastResponse = z.object({ date_forecast: DateForecast });

export const PromotionClicks = z.object({
  /** Its clicks from the newsletter by hour and store; hours and stores without any are left out. */
  clicks: z.array(z.object({ hour: z.string(), store: z.enum(STORES), clicks: z.int() })),
  /**
   * The time in which clicks count: from the hour of the first one, or from the end of the send if that is earlier, to
   * 72 hours after the send; null before its end.
   */
  window: z.object({ from: z.string(), to: z.string() }).nullable(),
  as_of: z.string(),
  /** Delivered emails of its newsletter; null before the send. */
  delivered: z.int().nullable(),
  /** Subscribed readers whom it gained as followers of its author or a series (docs/product.md). */
  followers: z.int(),
  /** Billable clicks per 1,000 delivered emails, or all clicks before settlement; null if none were delivered. */
  clicks_per_thousand: z.number().nullable(),
  by_store: z.array(z.object({ store: z.enum(STORES), raw: z.int(), billable: z.int() })),
  raw: z.int(),
  billable: z.int(),
  /** Clicks on our own pages, which are free. */
  site: z.int(),
  /** Clicks in `site` that came through links of the share kit, most clicks first. */
  channels: z.array(z.object({ channel: z.enum(SHARE_CHANNELS), clicks: z.int() })),
  excluded: z.array(z.object({ reason: z.string(), clicks: z.int() })),
  settled: z.boolean(),
  /** Groups of clicks that were held for review, with their decisions. */
  holds: z.array(ClickHold),
  questions: z.array(ClickQuestion),
  /** The partner's deadline to question the result, or null if they can't question it now. */
  question_until: z.string().nullable(),
  rules_version: z.int().nullable(),
  money: Money,
});
export type PromotionClicks = z.infer<typeof PromotionClicks>;

/** The clicks of a typical promotion of the category and price type, hour by hour since the send. */
export const UsualClicks = z.object({
  category_id: z.int(),
  price_type: z.enum(['free', 'discounted']),
  /** The number of settled promotions in the median. */
  sample_size: z.int(),
  /** Clicks since the send at the end of each hour; null for too few promotions. */
  by_hour: z.array(z.int()).nullable(),
  /** True if they are scaled down to the readers whom the promotion's newsletter reached during a warm-up. */
  is_scaled: z.boolean(),
});
export type UsualClicks = z.infer<typeof UsualClicks>;
export const UsualClicksResponse = z.object({ usual_clicks: UsualClicks });

/**
 * The settled promotions that a result is compared with: those of its category and price type in the year up to its
 * date.
 */
export const Comparison = z.object({ category_name: z.string(), price_type: z.enum(['free', 'discounted']) });

/** A settled promotion's rank among the promotions it is compared with. */
export const OwnResult = z.object({
  /** Null with too few comparable promotions. */
  percentile: z.int().nullable(),
  sample_size: z.int(),
  /** The number of comparable promotions with fewer clicks per thousand. */
  below: z.int(),
  comparison: Comparison,
  clicks: z.int(),
  clicks_per_thousand: z.number(),
});

export const LastPromotionPercentile = z.object({
  percentile: z.int().nullable(),
  basis: z.enum(['book', 'author', 'partner']).nullable(),
  promotion_id: z.int().nullable(),
  promotion_date: z.string().nullable(),
  clicks: z.int().nullable(),
  clicks_per_thousand: z.number().nullable(),
  category_id: z.int().nullable(),
  sample_size: z.int(),
  below: z.int(),
  comparison: Comparison.nullable(),
  /** This promotion's own result, or null until its clicks are settled. */
  own: OwnResult.nullable(),
});
export type LastPromotionPercentile = z.infer<typeof LastPromotionPercentile>;

/** The entry as frozen into its newsletter. */
export const SentCopy = z.object({
  title: z.string(),
  author_name: z.string().nullable(),
  blurb: z.string(),
  cover_url: z.string(),
  sale_price_cents: z.int(),
  current_price_cents: z.int(),
  is_top: z.boolean(),
  stores: z.array(z.enum(STORES)),
});
export type SentCopy = z.infer<typeof SentCopy>;
export const SentCopyResponse = z.object({ sent_copy: SentCopy.nullable() });
export type PromotionAddon = z.infer<typeof Promotion>['addons'][number] & Partial<Addon>;
