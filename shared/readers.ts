import * as z from 'zod';
import { anyText, CalendarDate, Cents, Email, Id, StoreName, text } from './params.ts';

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
};

export const ReaderInput = z.strictObject({
  email: Email,
  ...preferences,
  /** 'all' is every category except the adult ones. */
  category_ids: preferences.category_ids.or(z.literal('all')),
  /** The path of the page with the form. */
  page: z
    .string()
    .max(200)
    .regex(/^\/[\w/-]*$/, 'is not the path of a page')
    .optional(),
  stores: preferences.stores.default([]),
  free_only: preferences.free_only.default(false),
  frequency: preferences.frequency.default('daily'),
  adult_ok: preferences.adult_ok.default(false),
});
export type ReaderInput = z.infer<typeof ReaderInput>;
export const ReaderPatch = z.strictObject({ ...preferences, paused_until: z.iso.date().nullish() }).partial();
export type ReaderPatch = z.infer<typeof ReaderPatch>;
export const ReaderConfirmation = z.strictObject({ token: anyText(200, 1) });
export const ReaderUnsubscription = z.strictObject({ reason: text(500).nullish() });
export const Reader = z.object({
  uuid: z.string(),
  status: z.enum(['pending', 'active', 'unsubscribed', 'bounced', 'complained']),
  email: z.string().nullable(),
  category_ids: z.array(z.int()),
  stores: z.array(StoreName),
  country: z.string().nullable(),
  free_only: z.boolean(),
  max_price_cents: z.int().nullable(),
  frequency: z.enum(['daily', 'weekly']),
  adult_ok: z.boolean(),
  paused_until: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  sign_up_page: z.string().nullable(),
  /** Path of the reader's own RSS feed. Its key gives access to nothing else. */
  feed_path: z.string().optional(),
});
export type Reader = z.infer<typeof Reader>;
export const ReaderResponse = z.object({ reader: Reader });
/** Complete data about a reader. */
export const ReaderExport = z.object({
  reader: Reader,
  deliveries: z.array(
    z.object({
      state: z.string(),
      accepted_at: z.string().nullable(),
      newsletter: z.object({ newsletter_date: CalendarDate, subject: z.string() }),
    }),
  ),
  clicks: z.array(z.object({ clicked_at: z.string(), store: StoreName.nullable(), promotion_id: z.int().nullable() })),
});
export type ReaderExport = z.infer<typeof ReaderExport>;
