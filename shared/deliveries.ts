import * as z from 'zod';
import { anyText, Email, listQuery, Meta, optionalText } from './params.ts';

export const DELIVERY_STATES = [
  'queued',
  'handing_over',
  'accepted',
  'deferred',
  'bounced',
  'uncertain',
  'suppressed',
] as const;

/** A reader's email of one newsletter. */
export const Delivery = z.object({
  newsletter_id: z.int(),
  reader_id: z.int(),
  email: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  message_id: z.string().nullable(),
  failure: z.string().nullable(),
  handed_over_at: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  accepted_at: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;
export const DeliveryList = z.object({ deliveries: z.array(Delivery), meta: Meta });
export const DeliveryResponse = z.object({ delivery: Delivery });
/** `q` is the reader's complete address; matching part of one would reveal the rest letter by letter. */
export const DeliveryListQuery = listQuery(['reader_id'], {
  state: z.enum(DELIVERY_STATES).optional(),
  q: anyText(254, 1).optional(),
});
export type DeliveryListQuery = z.infer<typeof DeliveryListQuery>;

/** Resolution of an uncertain delivery. With `resend`, the reader may get it twice. */
export const DeliveryResolution = z.strictObject({
  outcome: z.enum(['accepted', 'resend']),
  reason: optionalText(500),
});
export type DeliveryResolution = z.infer<typeof DeliveryResolution>;

/**
 * A bounce, a complaint, or an unsubscribe by email, reported by the provider or by the program that reads the bounce
 * mailbox. `message_id`, `return_path`, or `email` identifies the email or the address; an unsubscribe is identified by
 * the address it was sent `to`.
 */
export const MailEventInput = z
  .object({
    /** The ID that the reporting program gave the event, for deduplication. */
    id: anyText(200, 1).optional(),
    type: z.enum(['hard_bounce', 'soft_bounce', 'complaint', 'unsubscribe']),
    message_id: anyText(300, 1).optional(),
    return_path: anyText(300, 1).optional(),
    email: Email.optional(),
    to: anyText(300, 1).optional(),
    at: z.iso.datetime({ offset: true }),
    diagnostic: anyText(1000)
      .transform((value) => value || null)
      .nullish(),
  })
  .refine(({ type, message_id, return_path, email }) => type === 'unsubscribe' || message_id || return_path || email, {
    path: ['message_id'],
    error: "can't be blank",
  })
  .refine(({ type, to }) => type !== 'unsubscribe' || to, { path: ['to'], error: "can't be blank" });
export type MailEventInput = z.infer<typeof MailEventInput>;
export const MailEventsInput = z.object({ events: z.array(MailEventInput).min(1).max(1000) });
/**
 * recorded: new events. known: events reported before. unmatched: bounces and complaints without an `email` that match
 * none of our emails, or an email to a reader who was erased; unsubscribes that match no reader.
 */
export const MailEventsResponse = z.object({ recorded: z.int(), known: z.int(), unmatched: z.int() });
export type MailEventsResponse = z.infer<typeof MailEventsResponse>;
