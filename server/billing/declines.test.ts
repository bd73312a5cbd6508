import { expect, it } from 'vitest';
import { isExpiry, isFinal } from './declines.ts';
import { presentStripeError } from './presenter.ts';

const MESSAGE = 'Your card was reported.';
const at = new Date('2026-12-06T17:00:00Z');
const present = (code: string, decline_code: string | null) => {
  const error = { id: 1, promotion_id: 1, payment_intent_id: 'pi_1', type: 'card_error', created_at: at };
  const { message, ...rest } = presentStripeError(
    {
      ...error,
      code,
      decline_code,
      message: MESSAGE,
      resolved_at: null,
    },
    'partner',
  );
  return [rest.decline_code, message];
};

it.each(['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'restricted_card', 'security_violation'])(
  '%s is shown as a generic decline and is final',
  (reason) => {
    expect(present('card_declined', reason)).toEqual(['generic_decline', 'Your card was declined.']);
    const refusal = { code: 'card_declined', decline_code: reason };
    expect([isFinal(refusal), isExpiry(refusal)]).toEqual([true, false]);
  },
);

it.each([
  ['expired_card', null, true, true],
  ['card_declined', 'expired_card', true, true],
  ['incorrect_number', null, true, false],
  ['card_declined', 'invalid_account', true, false],
  ['card_declined', 'insufficient_funds', false, false],
  ['card_declined', null, false, false],
  ['authentication_required', 'authentication_required', false, false],
  ['constructor', 'toString', false, false],
])('%s, %s is shown as is; final: %s, expiry: %s', (code, decline_code, final, expiry) => {
  expect(present(code, decline_code)).toEqual([decline_code, MESSAGE]);
  expect([isFinal({ code, decline_code }), isExpiry({ code, decline_code })]).toEqual([final, expiry]);
});
