import type { CreditCard } from '#shared/billing.ts';
import { isCardExpired } from '#shared/cards.ts';

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** 'Visa ending in 4242'. */
export const cardName = ({ brand, last4 }: Pick<CreditCard, 'brand' | 'last4'>) =>
  `${BRANDS[brand] ?? 'Card'} ending in ${last4}`;

/** '03/2027'. */
export const expiryText = ({ exp_month, exp_year }: Pick<CreditCard, 'exp_month' | 'exp_year'>) =>
  `${String(exp_month).padStart(2, '0')}/${exp_year}`;

type Facts = Pick<CreditCard, 'exp_month' | 'exp_year' | 'is_card_valid'>;

/** The reason why a card can't be charged today ('YYYY-MM-DD'), or null. */
export function cardProblem(card: Facts, today: string) {
  if (isCardExpired(card, today)) return 'Expired';
  return card.is_card_valid ? null : 'Declined by your bank';
}

/** True if the default card, the only one that is charged, is valid. */
export const canPay = (cards: readonly (Facts & Pick<CreditCard, 'is_default'>)[], today: string) =>
  cards.some((card) => card.is_default && cardProblem(card, today) === null);
