/**
 * Decline codes after which a card isn't charged again, and how they are shown. See
 * docs/decisions/0053-one-table-of-final-declines.md.
 */
import type { Role } from '#shared/auth.ts';

/** A `hidden` decline would tell a thief what the bank knows, so it is shown as a generic one. */
const FINAL: Readonly<Record<string, { hidden: boolean }>> = {
  lost_card: { hidden: true },
  stolen_card: { hidden: true },
  pickup_card: { hidden: true },
  fraudulent: { hidden: true },
  restricted_card: { hidden: true },
  security_violation: { hidden: true },
  expired_card: { hidden: false },
  incorrect_number: { hidden: false },
  invalid_account: { hidden: false },
};

/** Shown instead of Stripe's message about an invalid request, which is for developers and names ids. */
const NOT_CHARGED = 'We couldn’t charge your card. Add another one, or contact us if that doesn’t help.';

export type DeclineCodes = { code: string; decline_code: string | null };

/** True if the bank would refuse again, so the card can't be used anymore. */
export const isFinal = (decline: DeclineCodes) => codesOf(decline).some((code) => Object.hasOwn(FINAL, code));

/** True for the only final decline that a new expiry fixes. */
export const isExpiry = (decline: DeclineCodes) => codesOf(decline).includes('expired_card');

export const isHidden = (decline: DeclineCodes) => codesOf(decline).some((code) => FINAL[code]?.hidden);

/**
 * The message to show: Stripe's, or a generic one for a hidden decline. Only staff see Stripe's message about an
 * invalid request.
 */
export function declineMessage(decline: DeclineCodes & { type: string; message: string }, role: Role) {
  if (isHidden(decline)) return 'Your card was declined.';
  return decline.type === 'invalid_request_error' && role !== 'user' ? NOT_CHARGED : decline.message;
}

/** Stripe reports some declines as the error's code, others as the reason for `card_declined`. */
const codesOf = ({ code, decline_code }: DeclineCodes) => [code, decline_code ?? ''];
