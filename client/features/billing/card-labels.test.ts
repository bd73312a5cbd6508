import { expect, it } from 'vitest';
import { canPay, cardName, cardProblem, expiryText } from './card-labels.ts';

const card = { exp_month: 11, exp_year: 2026, is_card_valid: true };

it('names a card by its brand and last digits, and formats its expiration date', () => {
  expect(cardName({ brand: 'amex', last4: '0005' })).toBe('American Express ending in 0005');
  expect(cardName({ brand: 'newbank', last4: '1111' })).toBe('Card ending in 1111');
  expect(expiryText({ exp_month: 3, exp_year: 2027 })).toBe('03/2027');
});

it('accepts a card until the last day of its expiration month', () => {
  expect(cardProblem(card, '2026-11-30')).toBeNull();
  expect(cardProblem(card, '2026-12-01')).toBe('Expired');
  expect(cardProblem({ ...card, exp_year: 2027, exp_month: 1 }, '2026-12-01')).toBeNull();
});

it('reports a card that the bank declined', () => {
  expect(cardProblem({ ...card, is_card_valid: false }, '2026-11-01')).toBe('Declined by your bank');
});

it('can pay only with a valid default card, because no other card is charged', () => {
  const defaultCard = { ...card, is_default: true };
  const spare = { ...card, is_default: false };
  expect(canPay([defaultCard, spare], '2026-11-21')).toBe(true);
  expect(canPay([{ ...defaultCard, is_card_valid: false }, spare], '2026-11-21')).toBe(false);
  expect(canPay([], '2026-11-21')).toBe(false);
});
