/** The shared state of the review queue: which editors have a promotion open, and which are deciding about it. */
import * as z from 'zod';
import { Id, MAX_ID } from './params.ts';

/** A browser tab's random id of 32 hexadecimal digits, made by its script. */
const Tab = z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits');
const EventId = z.int().min(0).max(MAX_ID);

export const ReviewPresenceInput = z.strictObject({
  tab: Tab,
  /** The promotion that the tab shows, or null for none. */
  promotion_id: Id.nullable(),
  /**
   * Promotions that the editor is deciding about, each claimed unless another editor has it; replaces the tab's earlier
   * list.
   */
  deciding: z.array(Id).max(100).default([]),
  /** Promotion in `deciding` to take from the editor who has it. */
  take_over: Id.optional(),
  /** `last_event_id` of an earlier response, to get the promotions that have changed since. */
  after: EventId.optional(),
});
export type ReviewPresenceInput = z.infer<typeof ReviewPresenceInput>;

const Presence = z.object({ promotion_id: z.int(), user_id: z.int(), name: z.string() });
export type Presence = z.infer<typeof Presence>;
const Change = z.object({ promotion_id: z.int(), user_id: z.int().nullable() });
export const ReviewLive = z.object({
  viewers: z.array(Presence),
  /** At most one for each promotion. */
  claims: z.array(Presence),
  /** Changed promotions, each with the staff member who changed it; null if it wasn't staff, or isn't known. */
  changed: z.array(Change),
  last_event_id: EventId,
});
export type ReviewLive = z.infer<typeof ReviewLive>;
export const ReviewLiveResponse = z.object({ review: ReviewLive });
