/**
 * Delivers one email, and translates its outcome for the row, the reader, and the sender. See
 * docs/decisions/0030-check-readers-at-hand-over.md.
 */
import type { MailEventType } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { MailError } from '#server/platform/mail.ts';
import { returnPathOf } from '#server/platform/mail-keys.ts';
import { type DeliveryOutcome, isStillEligible, type KeyedCandidate, type LeasedRange } from './delivery-log.ts';
import type { ComposedEmail, Recipient } from './personalize.ts';

/** A reader's email of the newsletter, or null when no deal matches anymore. */
export type Compose = (recipient: Recipient) => ComposedEmail | null;

/** `marked_at` is performance.now() in milliseconds. */
export type InFlightDelivery = KeyedCandidate & { marked_at: number };

export type DeliveryResult = {
  outcome: DeliveryOutcome;
  /** The mail event to record for the reader's address. */
  event: MailEventType | null;
  /** Error after which sending must stop, such as an unavailable transport. */
  stoppingError: unknown;
};

/** After this time a marked row is checked again: its reader may have unsubscribed, or its range been taken over. */
const FRESH_MS = 500;
const MAX_ATTEMPTS = 5;
const FIRST_BACK_OFF_MS = 5 * 60_000;

type Send = { deps: Pick<Deps, 'pool' | 'now' | 'config' | 'mail'>; range: LeasedRange; compose: Compose };

export async function deliverOne({ deps, range, compose }: Send, recipient: InFlightDelivery): Promise<DeliveryResult> {
  const { marked_at } = recipient;
  try {
    const isFresh = performance.now() - marked_at < FRESH_MS;
    const isWanted = isFresh || (await isStillEligible(deps.pool, range, recipient.reader_id));
    const composed = isWanted ? compose(recipient) : null;
    if (!composed) return deliveryResult(recipient, { state: recipient.may_have_arrived ? 'uncertain' : 'suppressed' });
    // Assigned rather than copied, because copying would build both body formats.
    composed.mail.returnPath = returnPathOf(deps.config.MAIL_BOUNCE_DOMAIN, recipient.keys);
    await deps.mail.send(composed.mail);
    return deliveryResult(recipient, { state: 'accepted', link_count: composed.link_count });
  } catch (error) {
    return failureResult(deps, recipient, error);
  }
}

/** Result of an email that wasn't handed over: its row returns to the queue. */
export const requeuedResult = (candidate: Attempt): DeliveryResult => deliveryResult(candidate, { state: 'queued' });

/**
 * Maps an error to its result. Each deferral doubles the delay; on the last attempt it counts as a soft bounce. An
 * uncertain email that can be sent again with its idempotency key stays marked, as after a crash, and stops the
 * sending.
 */
function failureResult(
  { now, mail }: Pick<Deps, 'now' | 'mail'>,
  recipient: InFlightDelivery,
  error: unknown,
): DeliveryResult {
  if (!(error instanceof MailError) || error.outcome === 'unavailable')
    return { ...requeuedResult(recipient), stoppingError: error };
  const failure = error.message;
  if (error.outcome === 'uncertain')
    return mail.isIdempotent
      ? { ...deliveryResult(recipient, { state: 'handing_over', failure }), stoppingError: error }
      : deliveryResult(recipient, { state: 'uncertain', failure });
  if (error.outcome === 'bounced') {
    return deliveryResult(recipient, { state: 'bounced', failure }, error.isBadAddress ? 'hard_bounce' : null);
  }
  // A deferred row doesn't record that its email may have arrived.
  if (recipient.may_have_arrived) return deliveryResult(recipient, { state: 'uncertain', failure });
  const { attempts } = recipient;
  if (attempts + 1 >= MAX_ATTEMPTS) return deliveryResult(recipient, { state: 'bounced', failure }, 'soft_bounce');
  const next_attempt_at = new Date(now().getTime() + FIRST_BACK_OFF_MS * 2 ** attempts);
  return deliveryResult(recipient, { state: 'deferred', failure, next_attempt_at });
}

type Attempt = Pick<DeliveryOutcome, 'reader_id' | 'attempts'>;

const deliveryResult = (
  { reader_id, attempts }: Attempt,
  outcome: Pick<DeliveryOutcome, 'state'> & Partial<Omit<DeliveryOutcome, keyof Attempt>>,
  event: MailEventType | null = null,
): DeliveryResult => ({
  outcome: { reader_id, attempts, failure: null, link_count: 0, next_attempt_at: null, ...outcome },
  event,
  stoppingError: null,
});
