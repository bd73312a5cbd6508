/** Delivers one email, and translates its outcome for the row, the reader, and the sender. */
import type { MailEventType } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { MailError } from '#server/platform/mail.ts';
import { returnPathOf } from '#server/platform/mail-keys.ts';
import { isStillWanted, type MarkedCandidate, type Outcome } from './delivery-log.ts';
import type { ComposedMail, Recipient } from './edition.ts';

/** A reader's email of the newsletter; null when no deal matches anymore. */
export type Compose = (recipient: Recipient) => ComposedMail | null;

/** `marked_at` is performance.now() in milliseconds. */
export type Marked = MarkedCandidate & { marked_at: number };

export type Handed = {
  outcome: Outcome;
  /** The mail event to record for the reader's address. */
  event: MailEventType | null;
  /** Error of the transport itself: sending must stop. */
  trouble: unknown;
};

/** After this time a marked row is checked again for a reader who unsubscribed since. */
const FRESH_MS = 500;
const MAX_ATTEMPTS = 5;
const FIRST_BACK_OFF_MS = 5 * 60_000;

type Send = { deps: Deps; newsletter_id: number; compose: Compose };

export async function handOne({ deps, newsletter_id, compose }: Send, recipient: Marked): Promise<Handed> {
  const { reader_id, marked_at } = recipient;
  try {
    const isFresh = performance.now() - marked_at < FRESH_MS;
    const isWanted = isFresh || (await isStillWanted(deps.pool, newsletter_id, reader_id));
    const composed = isWanted ? compose(recipient) : null;
    if (!composed) return handed({ reader_id, state: 'suppressed' });
    // Assigned rather than copied, because copying would build both body formats.
    composed.mail.returnPath = returnPathOf(deps.config.MAIL_BOUNCE_DOMAIN, recipient.keys);
    await deps.mail.send(composed.mail);
    return handed({ reader_id, state: 'accepted', link_count: composed.link_count });
  } catch (error) {
    return afterFailure(recipient, error, deps.now());
  }
}

/** Requeues the row: nothing was handed over. */
export const putBack = ({ reader_id }: { reader_id: number }): Handed => handed({ reader_id, state: 'queued' });

/** Defers the email a few times, with twice the delay each time; after the last attempt it counts as a soft bounce. */
function afterFailure({ reader_id, attempts }: Marked, error: unknown, now: Date): Handed {
  if (!(error instanceof MailError) || error.outcome === 'unavailable')
    return { ...putBack({ reader_id }), trouble: error };
  const failure = error.message;
  if (error.outcome === 'uncertain') return handed({ reader_id, state: 'uncertain', failure });
  if (error.outcome === 'bounced') {
    return handed({ reader_id, state: 'bounced', failure }, error.isBadAddress ? 'hard_bounce' : null);
  }
  if (attempts + 1 >= MAX_ATTEMPTS) return handed({ reader_id, state: 'bounced', failure }, 'soft_bounce');
  const next_attempt_at = new Date(now.getTime() + FIRST_BACK_OFF_MS * 2 ** attempts);
  return handed({ reader_id, state: 'deferred', failure, next_attempt_at });
}

const handed = (
  outcome: Pick<Outcome, 'reader_id' | 'state'> & Partial<Outcome>,
  event: MailEventType | null = null,
): Handed => ({ outcome: { failure: null, link_count: 0, next_attempt_at: null, ...outcome }, event, trouble: null });
