import { expect, it } from 'vitest';
import {
  cardText,
  disputeTitle,
  failureText,
  nextChargeText,
  noCardText,
  staffInvoiceStatus,
} from './payment-words.ts';

const card = {
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2026,
  is_chargeable: true,
  other_valid_card: null,
};

it('says whether a card can be charged, and warns a month before it expires', () => {
  expect(cardText(card, '2026-11-20')).toBe('Visa ending in 4242, 12/2026, valid');
  expect(cardText(card, '2026-12-05')).toBe('Visa ending in 4242, 12/2026, expires soon');
  expect(cardText({ ...card, is_chargeable: false }, '2026-11-20')).toBe(
    'Visa ending in 4242, 12/2026, declined by the bank',
  );
  expect(cardText({ ...card, is_chargeable: false }, '2027-01-01')).toBe('Visa ending in 4242, 12/2026, expired');
  expect(cardText(null, '2026-11-20')).toBe('no card');
});

it('says that another card is valid if only the default card isn’t', () => {
  const other_valid_card = { brand: 'mastercard', last4: '4444' };
  const declined = { ...card, is_chargeable: false, other_valid_card };
  expect(cardText(declined, '2026-11-20')).toBe(
    'Visa ending in 4242, 12/2026, declined by the bank. Another card (Mastercard ending in 4444) is valid; the partner must make it the default.',
  );
  expect(noCardText(declined, 'No valid card.')).toBe(
    'The default card isn’t valid. Another card (Mastercard ending in 4444) is valid; the partner must make it the default.',
  );
  expect(noCardText({ ...declined, other_valid_card: null }, 'No valid card.')).toBe('No valid card.');
  expect(noCardText(null, 'No valid card.')).toBe('No valid card.');
});

it('describes declines with their day in Pacific Time', () => {
  const failure = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
  const at = { created_at: '2026-11-21T06:30:00.000Z' };
  expect(failureText({ ...failure, ...at, decline_code: 'insufficient_funds' })).toBe(
    'Nov 20: the bank declined the card: insufficient funds',
  );
  expect(failureText({ ...failure, ...at, code: 'authentication_required', decline_code: null })).toBe(
    'Nov 20: the bank asks the cardholder to confirm the payment',
  );
  expect(failureText({ ...failure, ...at, decline_code: 'a_new_code' })).toBe(
    'Nov 20: the charge failed: Your card was declined.',
  );
});

it('says when an unpaid invoice is charged next', () => {
  const card = {
    brand: 'visa',
    last4: '4242',
    exp_month: 12,
    exp_year: 2027,
    is_chargeable: true,
    other_valid_card: null,
  };
  expect(nextChargeText({ status: 'failed', next_retry_at: '2026-11-23T18:00:00.000Z' }, card)).toBe(
    'Nov 23, 2026, 11:00 AM Pacific Time',
  );
  expect(nextChargeText({ status: 'open', next_retry_at: '2026-11-23T18:00:00.000Z' }, card)).toBe('Within the hour');
  expect(nextChargeText({ status: 'failed', next_retry_at: null }, card)).toBe(
    'None. The partner must pay, or you can charge the card.',
  );
  expect(nextChargeText({ status: 'failed', next_retry_at: null }, { ...card, is_chargeable: false })).toBe(
    'None. The partner must pay with another card.',
  );
  const due = { status: 'failed', next_retry_at: '2026-11-23T18:00:00.000Z' } as const;
  expect(nextChargeText(due, { ...card, is_chargeable: false })).toBe(
    'On Nov 23, 2026, 11:00 AM Pacific Time, if there’s a valid card by then',
  );
  const open = { status: 'open', next_retry_at: null } as const;
  expect(nextChargeText(open, card)).toBe('Within the hour');
  expect(nextChargeText(open, { ...card, is_chargeable: false })).toBe('When the partner adds a valid card');
  expect(nextChargeText(open, null)).toBe('When the partner adds a valid card');
  const other_valid_card = { brand: 'mastercard', last4: '4444' };
  expect(nextChargeText(open, { ...card, is_chargeable: false, other_valid_card })).toBe(
    'When the partner makes a valid card the default',
  );
});

it('distinguishes an inquiry from a dispute, and names the outcome', () => {
  const dispute = {
    ...{ id: 'dp_1', amount_cents: 3150, reason: 'product_not_received', funds_withdrawn: true, outcome: null },
    ...{ due_by: null, opened_at: '2026-11-20T00:00:00.000Z', dashboard_url: null },
  };
  expect(disputeTitle(dispute)).toBe('$31.50 is disputed, product not received');
  expect(disputeTitle({ ...dispute, funds_withdrawn: false })).toBe('$31.50 is under inquiry, product not received');
  expect(disputeTitle({ ...dispute, funds_withdrawn: false, outcome: 'won' })).toBe(
    'Closed, and no money has moved: $31.50, product not received',
  );
  expect(disputeTitle({ ...dispute, outcome: 'lost' })).toBe('The dispute was lost: $31.50, product not received');
});

it('distinguishes a written-off invoice from a refund that the bank returned', () => {
  const facts = { refunded_cents: 0, disputed_at: null, dispute_outcome: null, next_retry_at: null };
  const statusOf = (invoice_type: 'promotion' | 'refund') =>
    staffInvoiceStatus({ ...facts, status: 'void', invoice_type });
  expect([statusOf('promotion'), statusOf('refund')]).toEqual(['Written off', 'Returned by the bank']);
});
