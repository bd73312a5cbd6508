/** What banks say of a card: the one table of refusals after which it is not charged again. */

/** `hidden`: would tell a thief what the bank knows, so it is shown as a plain refusal. */
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

export type Refusal = { code: string; decline_code: string | null };

/** The bank will say the same again: the card is of no more use. */
export const isFinal = (refusal: Refusal) => codesOf(refusal).some((code) => Object.hasOwn(FINAL, code));

/** Of the final ones the only one that a new expiry mends. */
export const isExpiry = (refusal: Refusal) => codesOf(refusal).includes('expired_card');

export const isHidden = (refusal: Refusal) => codesOf(refusal).some((code) => FINAL[code]?.hidden);

/** Stripe gives some as the code of the error, others as the reason of `card_declined`. */
const codesOf = ({ code, decline_code }: Refusal) => [code, decline_code ?? ''];
