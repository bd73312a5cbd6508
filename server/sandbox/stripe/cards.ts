/** Stripe's test cards (https://docs.stripe.com/testing), and the rules that use them. */

export type CardDecline = { code: string; decline_code?: string; message: string; param?: string };

const declineOf = (decline_code: string, message = 'Your card was declined.'): CardDecline => ({
  code: 'card_declined',
  decline_code,
  message,
});

const GENERIC = declineOf('generic_decline');
const INSUFFICIENT_FUNDS = declineOf('insufficient_funds', 'Your card has insufficient funds.');
const LOST = declineOf('lost_card');
const STOLEN = declineOf('stolen_card');
const FRAUDULENT = declineOf('fraudulent');
const EXPIRED: CardDecline = { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' };
const INCORRECT_CVC: CardDecline = {
  code: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
  param: 'cvc',
};
const PROCESSING_ERROR: CardDecline = {
  code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
};
export const AUTHENTICATION_REQUIRED: CardDecline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export type Card = {
  number: string;
  /** Names after `pm_card_` (and `tok_`), as in Stripe's test mode. */
  tokens: readonly string[];
  brand: 'visa' | 'mastercard' | 'amex' | 'discover';
  funding: 'credit' | 'debit';
  /** Decline when the card is saved: at attach, and at the end of a SetupIntent. */
  declineWhenSaved?: CardDecline;
  /** Decline when the card is charged. */
  declineWhenCharged?: CardDecline;
  /** 3-D Secure. `unless_set_up`: off-session payments don't need it once the card is set up. */
  authentication?: 'unless_set_up' | 'always';
};

const testCard = (number: string, tokens: readonly string[], more: Partial<Card> = {}): Card => ({
  number,
  tokens,
  brand: 'visa',
  funding: 'credit',
  ...more,
});
const declining = (decline: CardDecline) => ({ declineWhenSaved: decline, declineWhenCharged: decline });

export const CARDS = {
  visa: testCard('4242424242424242', ['visa']),
  visa_debit: testCard('4000056655665556', ['visa_debit'], { funding: 'debit' }),
  mastercard: testCard('5555555555554444', ['mastercard'], { brand: 'mastercard' }),
  amex: testCard('378282246310005', ['amex'], { brand: 'amex' }),
  discover: testCard('6011111111111117', ['discover'], { brand: 'discover' }),
  generic_decline: testCard('4000000000000002', ['visa_chargeDeclined', 'chargeDeclined'], declining(GENERIC)),
  insufficient_funds: testCard(
    '4000000000009995',
    ['visa_chargeDeclinedInsufficientFunds', 'chargeDeclinedInsufficientFunds'],
    declining(INSUFFICIENT_FUNDS),
  ),
  lost_card: testCard('4000000000009987', ['visa_chargeDeclinedLostCard', 'chargeDeclinedLostCard'], declining(LOST)),
  stolen_card: testCard(
    '4000000000009979',
    ['visa_chargeDeclinedStolenCard', 'chargeDeclinedStolenCard'],
    declining(STOLEN),
  ),
  expired_card: testCard(
    '4000000000000069',
    ['visa_chargeDeclinedExpiredCard', 'chargeDeclinedExpiredCard'],
    declining(EXPIRED),
  ),
  incorrect_cvc: testCard(
    '4000000000000127',
    ['visa_chargeDeclinedIncorrectCvc', 'chargeDeclinedIncorrectCvc'],
    declining(INCORRECT_CVC),
  ),
  processing_error: testCard(
    '4000000000000119',
    ['visa_chargeDeclinedProcessingError', 'chargeDeclinedProcessingError'],
    declining(PROCESSING_ERROR),
  ),
  charge_customer_fail: testCard('4000000000000341', ['chargeCustomerFail', 'visa_chargeCustomerFail'], {
    declineWhenCharged: GENERIC,
  }),
  radar_block: testCard('4100000000000019', ['radarBlock'], { declineWhenCharged: FRAUDULENT }),
  authenticate_unless_set_up: testCard('4000002500003155', ['authenticationRequiredOnSetup'], {
    authentication: 'unless_set_up',
  }),
  authenticate_always: testCard('4000002760003184', ['authenticationRequired'], { authentication: 'always' }),
  authenticate_then_insufficient_funds: testCard(
    '4000008260003178',
    ['authenticationRequiredChargeDeclinedInsufficientFunds'],
    { authentication: 'unless_set_up', declineWhenCharged: INSUFFICIENT_FUNDS },
  ),
  authenticate_3ds2: testCard('4000000000003220', ['threeDSecure2Required'], { authentication: 'unless_set_up' }),
  authenticate_then_decline: testCard('4000008400001629', ['threeDSecureRequiredChargeDeclined'], {
    authentication: 'unless_set_up',
    ...declining(GENERIC),
  }),
} as const satisfies Record<string, Card>;

export type CardName = keyof typeof CARDS;

export const cardNamed = (name: CardName): Card => CARDS[name];
export const last4Of = (card: Card) => card.number.slice(-4);

const NAMES = Object.keys(CARDS) as CardName[];

export const cardNameWithNumber = (number: string) => NAMES.find((name) => CARDS[name].number === number);

/** The name of the card that `pm_card_visa`, `tok_visa`, and so on stand for; undefined for other tokens. */
export function cardNameOfToken(token: string) {
  const name = /^(?:pm_card|tok)_(\w+)$/.exec(token)?.[1];
  return name === undefined ? undefined : NAMES.find((card) => cardNamed(card).tokens.includes(name));
}

/** The bank's decline when the card is attached. There is none if the bank would first require authentication. */
export const refusalAtAttach = (card: Card) => (card.authentication ? undefined : card.declineWhenSaved);

export function needsAuthentication(card: Card, { off_session, set_up }: { off_session: boolean; set_up: boolean }) {
  if (card.authentication === 'unless_set_up') return !(off_session && set_up);
  return card.authentication === 'always';
}

/** Checks a card number's check digit. */
export function passesLuhn(number: string) {
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Masks 12 to 19 digits with a valid check digit, which may be a card number; spaces and hyphens are allowed. */
export const maskCardNumbers = (text: string) =>
  text.replace(/\d(?:[ -]?\d){11,18}/g, (match) => {
    const digits = match.replace(/\D/g, '');
    return passesLuhn(digits) ? `•••• ${digits.slice(-4)}` : match;
  });
