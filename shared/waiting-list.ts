import * as z from 'zod';
import { Meta, shortListQuery } from './params.ts';
import { PromotionInput } from './promotions.ts';

/** Limit for each partner. */
export const MAX_WAITING_ENTRIES = 20;

/** The booking to submit when a slot is free. It has no add-ons and no alternates. */
export const WaitingInput = PromotionInput.omit({ alternate_dates: true, addon_ids: true }).extend({
  /**
   * If true, submits the booking when a slot is free, and ends the entry if the book can't run on that date at all.
   * The partner is still asked first if clicks cost more by then, the discount is worse, or another rule fails.
   */
  auto_book: z.boolean().default(false),
});
export type WaitingInput = z.infer<typeof WaitingInput>;

export const WaitingEntry = z.object({
  id: z.int(),
  book_id: z.int(),
  book_title: z.string(),
  cover_url: z.string(),
  category_id: z.int(),
  category_name: z.string(),
  date: z.string(),
  auto_book: z.boolean(),
  /** Place in the line, from 1; null once a slot is offered. */
  place: z.int().nullable(),
  /** The end of the hold on an offered slot; null while waiting. */
  offer_ends_at: z.string().nullable(),
  /** The date of another promotion of the book that rules this date out: they're less than 30 days apart. */
  conflicting_date: z.string().nullable(),
  sale_price_cents: z.int(),
  /** The price per click now. */
  cpc_cents: z.int(),
  created_at: z.string(),
});
export type WaitingEntry = z.infer<typeof WaitingEntry>;
export const WaitingEntryList = z.object({ waiting_entries: z.array(WaitingEntry), meta: Meta });
export const WaitingEntryListQuery = shortListQuery(['date'], {});
export const WaitingEntryResponse = z.object({ waiting_entry: WaitingEntry });
