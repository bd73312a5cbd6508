import * as z from 'zod';
import { formatCents } from './money.ts';
import { anyText, CalendarDate, Cents, Email, Id, StoreName, text } from './params.ts';
import { LIST_KINDS } from './reader-list.ts';
import { MAX_DEAL_PRICE_CENTS } from './submission-rules.ts';

const preferences = {
  category_ids: z.array(Id).min(1).max(100),
  stores: z.array(StoreName).max(5),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'is not a two-letter country code')
    .nullish(),
  free_only: z.boolean(),
  max_price_cents: Cents.nullish(),
  frequency: z.enum(['daily', 'weekly']),
  adult_ok: z.boolean(),
  /** A weekly reader also gets an email on the day that a deal on their list runs. */
  list_alerts: z.boolean(),
};

/** The path of the page with the form. */
const page = z
  .string()
  .max(200)
  .regex(/^\/[\w/-]*$/, 'is not the path of a page')
  .optional();

export const ReaderInput = z.strictObject({
  email: Email,
  ...preferences,
  /** 'all' is every category except the adult ones. */
  category_ids: preferences.category_ids.or(z.literal('all')),
  page,
  stores: preferences.stores.default([]),
  free_only: preferences.free_only.default(false),
  frequency: preferences.frequency.default('daily'),
  adult_ok: preferences.adult_ok.default(false),
  list_alerts: preferences.list_alerts.default(false),
});
export type ReaderInput = z.infer<typeof ReaderInput>;
export const ReaderPatch = z.strictObject({ ...preferences, paused_until: CalendarDate.nullish() }).partial();
export type ReaderPatch = z.infer<typeof ReaderPatch>;
/** Keeps the newsletter in answer to the last question, optionally with fewer emails. */
export const ReaderKeep = z.strictObject({ frequency: z.literal('weekly'), paused_until: CalendarDate }).partial();
export type ReaderKeep = z.infer<typeof ReaderKeep>;
export const ReaderConfirmation = z.strictObject({ token: anyText(200, 1) });
export const ReaderUnsubscription = z.strictObject({ reason: text(500).nullish() });
export const Reader = z.object({
  uuid: z.string(),
  status: z.enum(['pending', 'active', 'unsubscribed', 'bounced', 'complained', 'sunset']),
  email: z.string().nullable(),
  category_ids: z.array(z.int()),
  stores: z.array(StoreName),
  country: z.string().nullable(),
  free_only: z.boolean(),
  max_price_cents: z.int().nullable(),
  frequency: z.enum(['daily', 'weekly']),
  adult_ok: z.boolean(),
  list_alerts: z.boolean(),
  paused_until: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  sign_up_page: z.string().nullable(),
  /** Path of the reader's own RSS feed. Its key gives access to nothing else. */
  feed_path: z.string().optional(),
});
export type Reader = z.infer<typeof Reader>;
/** An author or series to follow, or a book to save (shared/reader-list.ts). */
export const ListItemInput = z.strictObject({
  kind: z.enum(LIST_KINDS),
  id: Id,
  max_price_cents: Cents.max(
    MAX_DEAL_PRICE_CENTS,
    `must be at most ${formatCents(MAX_DEAL_PRICE_CENTS)}, the highest deal price`,
  ).nullish(),
  page,
});
export type ListItemInput = z.infer<typeof ListItemInput>;
export const ListRequest = ListItemInput.extend({ email: Email });
export type ListRequest = z.infer<typeof ListRequest>;
export const ReaderListEntry = z.object({
  id: z.int(),
  kind: z.enum(LIST_KINDS),
  /** The name of the author or series, or the title of the book. */
  name: z.string(),
  /** The author of a series or book. */
  by: z.string().nullable(),
  /** Its public page (for a series, the author's); null if the book has left the site. */
  path: z.string().nullable(),
  book_id: z.int().nullable(),
  max_price_cents: z.int().nullable(),
  created_at: z.string(),
});
export type ReaderListEntry = z.infer<typeof ReaderListEntry>;
export const ReaderListResponse = z.object({ list: z.array(ReaderListEntry) });
export const ReaderResponse = z.object({ reader: Reader });
/** The reader's data for download. */
export const ReaderExport = z.object({
  reader: Reader,
  deliveries: z.array(
    z.object({
      state: z.string(),
      accepted_at: z.string().nullable(),
      newsletter: z.object({ newsletter_date: CalendarDate, subject: z.string() }),
    }),
  ),
  list: z.array(ReaderListEntry),
  /** The consent in the file of an imported reader. */
  consent: z.object({ consented_on: CalendarDate.nullable(), source: z.string().nullable() }).nullable(),
  /** The day on which the reader last opened or changed the preferences, or kept the newsletter. */
  visited_on: CalendarDate.nullable(),
  /** When we last asked whether the newsletter is still wanted, and the outcome. */
  last_question: z
    .object({
      asked_at: z.string(),
      outcome: z.enum(['kept', 'sunset', 'left']).nullable(),
      ended_at: z.string().nullable(),
    })
    .nullable(),
  clicks: z.array(z.object({ clicked_at: z.string(), store: StoreName.nullable(), promotion_id: z.int().nullable() })),
});
export type ReaderExport = z.infer<typeof ReaderExport>;
