/**
 * Durations for which a provider certainly carries out repeated requests with the same idempotency key only once.
 * Afterward, the provider may have forgotten the key, so a retry could repeat the work: payments and refunds are looked
 * up at Stripe, and emails become uncertain.
 */
import { HOUR_MS } from '#shared/durations.ts';

/** Stripe may remove a key after 24 hours (https://docs.stripe.com/api/idempotent_requests). */
export const STRIPE_KEY_LIFETIME_MS = 20 * HOUR_MS;
/** Resend forgets a key after 24 hours (https://resend.com/docs/dashboard/emails/idempotency-keys). */
export const EMAIL_KEY_LIFETIME_MS = 23 * HOUR_MS;
