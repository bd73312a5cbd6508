import { formatInstant } from '#shared/dates.ts';
import type { Delivery } from '#shared/mail.ts';

export const STATE_WORDS: Record<Delivery['state'], string> = {
  queued: 'waits',
  handing_over: 'being handed over',
  accepted: 'delivered',
  deferred: 'to be tried again',
  bounced: 'bounced',
  uncertain: 'in doubt',
  suppressed: 'held back',
};

export const STATE_TONES: Record<Delivery['state'], string> = {
  queued: 'wait',
  handing_over: 'act',
  accepted: 'good',
  deferred: 'act',
  bounced: 'bad',
  uncertain: 'bad',
  suppressed: 'off',
};

/** When it last changed, and why it did not arrive. */
export function deliveryFacts({ accepted_at, handed_over_at, next_attempt_at, attempts, failure }: Delivery) {
  const facts = [
    accepted_at
      ? `delivered ${formatInstant(accepted_at)}`
      : handed_over_at && `tried ${formatInstant(handed_over_at)}`,
    next_attempt_at && `again ${formatInstant(next_attempt_at)}`,
    attempts > 1 && `${attempts} attempts`,
    failure,
  ];
  return facts.filter(Boolean).join(' · ');
}
