import { expect, it } from 'vitest';
import { canCharge } from './confirm-charge.ts';

it('offers a charge only with a card that can be charged', () => {
  const card = {
    brand: 'visa',
    last4: '4242',
    exp_month: 12,
    exp_year: 2027,
    is_chargeable: true,
    other_valid_card: null,
  };
  const actions = ['charge'];
  expect(canCharge({ actions, card })).toBe(true);
  expect(canCharge({ actions, card: { ...card, is_chargeable: false } })).toBe(false);
  expect(canCharge({ actions, card: null })).toBe(false);
  expect(canCharge({ actions: [], card })).toBe(false);
});
