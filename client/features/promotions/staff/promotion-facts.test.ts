import { expect, it } from 'vitest';
import { invoiceStatus } from '#client/features/billing/InvoiceFacts.tsx';
import type { Promotion } from '#shared/promotions.ts';
import {
  dateFacts,
  dealFacts,
  discountText,
  invoiceFacts,
  outcomeText,
  paymentFacts,
  percentOff,
  refundFacts,
} from './promotion-facts.ts';
import { lastResultText } from './ReviewContext.tsx';

it('computes the discount in percent', () => {
  expect(percentOff({ current_price_cents: 499, sale_price_cents: 99 })).toBe(80);
  expect(percentOff({ current_price_cents: 499, sale_price_cents: 0 })).toBe(100);
  expect(percentOff({ current_price_cents: 0, sale_price_cents: 0 })).toBe(0);
});

it('describes a discount by its code and amount', () => {
  expect(discountText({ code: 'WELCOME25', kind: 'percent', value: 25 })).toBe('WELCOME25, 25% off');
  expect(discountText({ code: 'SPRING10', kind: 'fixed_cents', value: 1000 })).toBe('SPRING10, $10.00 off');
});

it('says why a promotion won’t run', () => {
  const textFor = (facts: object) => outcomeText({ reason_codes: [], ...facts } as unknown as Promotion);
  expect(textFor({ display_status: 'awaiting review' })).toBe('');
  expect(textFor({ display_status: 'declined', reason_codes: ['cover_quality'] })).toBe(
    'Declined: The cover is hard to read or looks unfinished at newsletter size.',
  );
  expect(textFor({ display_status: 'declined' })).toBe('Declined: the partner didn’t answer in time.');
  expect(textFor({ display_status: 'cancelled', cancelled_by: 'partner', cancel_reason: 'New cover first' })).toBe(
    'Canceled by the partner: New cover first',
  );
  expect(textFor({ display_status: 'cancelled', cancelled_by: 'user', cancel_reason: null })).toBe(
    'Canceled by staff.',
  );
  expect(textFor({ display_status: 'unable to send', unable_reason: 'No store link' })).toBe('Not sent: No store link');
});

it('shows a disputed invoice as disputed, although it was paid', () => {
  const invoice = {
    ...{ number: 1042, invoice_type: 'promotion', status: 'paid', refunded_cents: 0, dispute_outcome: null },
    ...{ lines: [], total_cents: 0, paid_at: null, disputed_at: '2026-11-18T16:27:00.000Z' },
  };
  expect(invoiceStatus(invoice as never)).toBe('Disputed');
});

it('names the charged card of a paid invoice, if a card was charged', () => {
  const invoice = {
    ...{ number: 1042, invoice_type: 'promotion', status: 'paid', refunded_cents: 0, dispute_outcome: null },
    ...{ lines: [], total_cents: 0, paid_at: '2026-11-18T16:27:00.000Z', disputed_at: null },
  };
  const paidBy = (card_last4: string | null) => invoiceFacts({ ...invoice, card_last4 } as never).at(-1);
  expect(paidBy('4242')).toEqual(['Paid', 'Nov 18, 2026, 9:27 AM Pacific Time, card ending in 4242']);
  expect(paidBy(null)).toEqual(['Paid', 'Nov 18, 2026, 9:27 AM Pacific Time']);
});

it('shows an unpaid invoice’s next charge, a partly refunded one’s refundable amount, and a write-off', () => {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2027, is_chargeable: true };
  const invoice = { total_cents: 3150, refunded_cents: 0, next_retry_at: null };
  const factsOf = (promotion: object, facts: object) =>
    paymentFacts({ card, ...promotion } as never, { ...invoice, ...facts } as never, '2026-11-20');
  expect(factsOf({}, { status: 'failed' })).toEqual([
    ['Card', 'Visa ending in 4242, 12/2027, valid'],
    ['Next automatic charge', 'None. The partner must pay, or you can charge the card.'],
  ]);
  const disputes = [
    { amount_cents: 1000, funds_withdrawn: true, outcome: null },
    { amount_cents: 2000, funds_withdrawn: true, outcome: 'won' },
  ];
  expect(factsOf({ refundable_cents: 1950 }, { status: 'paid', refunded_cents: 200, disputes })).toEqual([
    ['Refundable', '$19.50: $31.50 less $10.00 disputed, $2.00 refunded'],
  ]);
  expect(factsOf({ refundable_cents: 3150 }, { status: 'paid' })).toEqual([]);
  const cancelled = { cancelled_at: '2026-11-20T18:00:00.000Z', cancelled_by: 'user', cancel_reason: 'Goodwill' };
  expect(factsOf(cancelled, { status: 'void' })).toEqual([
    ['Written off', '$31.50, Nov 20, 2026, 11:00 AM Pacific Time by staff: Goodwill'],
  ]);
});

it('says which refunds the bank returned', () => {
  const refund = { invoice_type: 'refund', number: 1043, date: '2026-11-20', total_cents: 2000, status: 'paid' };
  const invoices = [{ ...refund, invoice_type: 'promotion' }, refund, { ...refund, number: 1044, status: 'void' }];
  expect(refundFacts(invoices as never)).toEqual([
    ['Refund 1043', '$20.00, Friday November 20th, 2026'],
    ['Refund 1044', '$20.00, Friday November 20th, 2026, returned by the bank'],
  ]);
});

it('describes the state of an add-on in words', () => {
  const addons = (['held', 'confirmed', 'released'] as const).map((state) => ({ label: 'Top spot', state }));
  const promotion = {
    sale_price_cents: 99,
    current_price_cents: 499,
    deal_ends_on: '2026-12-05',
    cpc_cents: 40,
    addons,
  };
  const facts = dealFacts({ ...promotion, money: { most: { total_cents: 0 } }, discount: null } as never);
  expect(Object.fromEntries(facts)['Add-ons']).toBe(
    'Top spot (reserved until approval), Top spot (booked), Top spot (released)',
  );
});

it('leaves out events that haven’t happened', () => {
  const promotion = {
    requested_date: '2026-11-27',
    alternate_dates: [],
    promotion_date: null,
    created_at: '2026-11-18T16:27:00.000Z',
    reviewed_at: null,
    answer_by: null,
    sent_at: null,
    click_window_ends_at: null,
    settled_at: null,
  } as unknown as Promotion;
  expect(dateFacts(promotion)).toEqual([
    ['Requested date', 'Friday November 27th, 2026'],
    ['Submitted', 'Nov 18, 2026, 9:27 AM Pacific Time'],
  ]);
  expect(dateFacts({ ...promotion, answer_by: '2026-11-25T18:00:00.000Z' })).toContainEqual([
    'Answer due',
    'Nov 25, 2026, 11:00 AM Pacific Time',
  ]);
});

it('ranks the last promotion, or says there are too few similar promotions to rank it', () => {
  const last = {
    promotion_id: 5,
    promotion_date: '2026-10-24',
    clicks: 109,
    clicks_per_thousand: 183.5,
    category_id: 3,
    below: 6,
    comparison: { category_name: 'Thriller', price_type: 'free' } as const,
    own: null,
  };
  expect(lastResultText({ ...last, basis: 'book', percentile: 75, sample_size: 8 })).toBe(
    'Ahead of 6 of 8 similar free Thriller promotions from the year before it. 109 clicks (183.5 per 1,000 emails) for this book.',
  );
  expect(lastResultText({ ...last, basis: 'author', percentile: null, sample_size: 3 })).toBe(
    '109 clicks (183.5 per 1,000 emails) for another book by this author. Not enough similar promotions to rank it (only 3 found).',
  );
  expect(lastResultText({ ...last, basis: null, percentile: null, sample_size: 0 })).toBe(
    'This partner has no settled promotions yet.',
  );
});
