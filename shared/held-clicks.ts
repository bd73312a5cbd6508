/** Clicks held for review, staff decisions, and partners' questions about the result. */
import * as z from 'zod';
import { HOLD_RULES, type HoldRule } from './click-rules.ts';
import { requiredText, text } from './params.ts';

/** Days after settlement in which a partner can question a result. */
export const QUESTION_DAYS = 30;
const MAX_TEXT_LENGTH = 2000;

const nullableInstant = z.string().nullable();
export const CLICK_DECISIONS = ['count', 'exclude'] as const;

/** A group of held clicks as the partner sees it: without its network or domain, and without the staff's note. */
export const ClickHold = z.object({
  rule: z.string(),
  clicks: z.int(),
  first_at: z.string(),
  last_at: z.string(),
  decision: z.enum(CLICK_DECISIONS).nullable(),
});
export type ClickHold = z.infer<typeof ClickHold>;

export const ClickQuestion = z.object({
  question: z.string(),
  asked_at: z.string(),
  answer: z.string().nullable(),
  answered_at: nullableInstant,
});
export type ClickQuestion = z.infer<typeof ClickQuestion>;

export const HeldGroup = ClickHold.extend({
  subject: z.string(),
  /** The group's clicks when staff decided. Clicks that join a counted group later are held. */
  seen_clicks: z.int().nullable(),
  note: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  decided_at: nullableInstant,
});
export type HeldGroup = z.infer<typeof HeldGroup>;

/** A click on the promotion, as the rules see it. */
export const ClickEvidence = z.object({
  clicked_at: z.string(),
  store: z.string(),
  /** First characters of the keyed hash of the IPv4 address or IPv6 /64. */
  network: z.string().nullable(),
  /** First characters of the keyed hash of the surrounding IPv4 /24 or IPv6 /48. */
  range: z.string().nullable(),
  reader_id: z.int().nullable(),
  /** Null for public providers, alias services, and erased readers. */
  domain: z.string().nullable(),
  is_alias: z.boolean(),
  /** For readers whom an import confirmed, the day of their consent. */
  confirmed_at: nullableInstant,
  earlier_newsletters: z.int(),
  /** 'billable', or the reason for not billing. */
  outcome: z.string(),
});
export type ClickEvidence = z.infer<typeof ClickEvidence>;

export const HeldClicks = z.object({
  /** Readers who clicked. */
  clicks: z.int(),
  groups: z.array(HeldGroup),
  /**
   * Readers with a click since the first held one. `evidence` has one click of each, by time. If there are more than
   * 200, held clicks are preferred, then billable ones.
   */
  evidence_clicks: z.int(),
  evidence: z.array(ClickEvidence),
  questions: z.array(ClickQuestion),
  /** Deadline for a staff decision. */
  decide_until: nullableInstant,
  may_decide: z.boolean(),
  /** Only administrators may decide to count clicks, because partners pay for them. */
  may_count: z.boolean(),
});
export type HeldClicks = z.infer<typeof HeldClicks>;

export const PromotionWithHeldClicks = z.object({
  promotion_id: z.int(),
  book_title: z.string(),
  /** Readers who clicked in the newsletter. */
  clicks: z.int(),
  /** Rule of the group with the most undecided clicks; null if only a question is open. */
  rule: z.string().nullable(),
  /** Undecided clicks of that group; 0 if only a question is open. */
  held: z.int(),
  decide_until: nullableInstant,
  has_question: z.boolean(),
});
export type PromotionWithHeldClicks = z.infer<typeof PromotionWithHeldClicks>;
export const PromotionsWithHeldClicks = z.object({ promotions: z.array(PromotionWithHeldClicks) });

export const HoldDecision = z.strictObject({
  rule: z.enum(HOLD_RULES as [HoldRule, ...HoldRule[]]),
  subject: text(255),
  decision: z.enum(CLICK_DECISIONS),
  /** The group's `clicks` and `decided_at` as staff saw them. */
  clicks: z.int(),
  decided_at: nullableInstant,
  note: requiredText(MAX_TEXT_LENGTH),
});
export type HoldDecision = z.infer<typeof HoldDecision>;

export const QuestionInput = z.strictObject({ question: requiredText(MAX_TEXT_LENGTH) });
export const AnswerInput = z.strictObject({ answer: requiredText(MAX_TEXT_LENGTH) });
