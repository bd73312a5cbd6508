import { expect, it } from 'vitest';
import { NO_COVER } from '#client/ui/Cover.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { changesProblem, doubtsText, failedRulesText, verdictOf } from './verdict.ts';

const waiting = {
  display_status: 'awaiting review',
  open_dates: ['2026-12-04'],
  failed_rules: [],
  changed_since_review: null,
  at_risk: null,
} as unknown as Promotion;
const textOf = (more: Partial<Promotion>) => verdictOf({ ...waiting, ...more }).text;

it('shows a promotion’s first problem, or that it meets all rules', () => {
  expect(verdictOf(waiting)).toEqual({ tone: 'good', text: 'rules met' });
  expect(textOf({ failed_rules: ['too_short'] })).toBe('too short');
  expect(textOf({ failed_rules: ['too_short', 'date_full'] })).toBe('fails 2 rules');
  expect(textOf({ card: null })).toBe('no valid card');
  const card = { is_chargeable: false, other_valid_card: { brand: 'visa', last4: '4242' } } as Promotion['card'];
  expect(textOf({ card })).toBe('card invalid');
  expect(textOf({ partner: { id: 1, name: 'Ada', email: 'a@b.c', is_email_verified: false } })).toBe(
    'email unverified',
  );
  expect(textOf({ open_dates: [] })).toBe('date passed');
  const book = { store_data: { list_price_cents: 299 } } as unknown as Promotion['book'];
  expect(verdictOf({ ...waiting, book, current_price_cents: 499 })).toEqual({ tone: 'bad', text: 'check price' });
  expect(textOf({ book, current_price_cents: 299 })).toBe('rules met');
  expect(verdictOf({ ...waiting, book: { ...book!, cover_url: NO_COVER } })).toEqual({ tone: 'bad', text: 'no cover' });
  expect(verdictOf({ ...waiting, book: { ...book!, author_id: null } })).toEqual({ tone: 'bad', text: 'no author' });
});

it('shows the status, a change, or a risk of a promotion that isn’t awaiting review', () => {
  expect(textOf({ display_status: 'awaiting partner feedback', failed_rules: ['too_short'] })).toBe('awaiting partner');
  expect(textOf({ display_status: 'payment failed' })).toBe('payment failed');
  expect(textOf({ display_status: 'awaiting promotion date', changed_since_review: {} as never })).toBe('changed');
  expect(textOf({ display_status: 'awaiting promotion date', at_risk: 'The book is archived.' })).toBe('won’t be sent');
});

it('names the failed rules', () => {
  expect(failedRulesText({ failed_rules: ['too_short'] })).toBe('Fails 1 rule: too short');
  expect(failedRulesText({ failed_rules: ['too_short', 'open_dispute'] })).toBe(
    'Fails 2 rules: too short, disputed charge',
  );
  expect(failedRulesText({ failed_rules: [] })).toBe('');
});

it('names a contradicting regular price and a missing cover or author', () => {
  const book = { store_data: { list_price_cents: 499 } } as unknown as Promotion['book'];
  const claimed = { ...waiting, book, current_price_cents: 1999 };
  expect(doubtsText(claimed)).toBe('The store’s regular price is $4.99');
  expect(doubtsText({ ...claimed, failed_rules: ['too_short'] })).toBe(
    'Fails 1 rule: too short. The store’s regular price is $4.99',
  );
  expect(doubtsText({ ...claimed, current_price_cents: 499 })).toBe('');
  expect(doubtsText(waiting)).toBe('');
  const bare = { ...book!, store_data: null, cover_url: NO_COVER, author_id: null };
  expect(doubtsText({ ...waiting, book: bare })).toBe('The book has no cover and no author');
  expect(doubtsText({ ...waiting, book: { ...bare, author_id: 1 }, failed_rules: ['too_short'] })).toBe(
    'Fails 1 rule: too short. The book has no cover',
  );
});

it('says why changes after an approval can’t be approved', () => {
  const actions: Promotion['actions'] = ['keep_approved'];
  expect(changesProblem({ actions, failed_rules: ['too_short'] })).toBe('The changes fail 1 rule: too short');
  expect(changesProblem({ actions, failed_rules: [] })).toBe(
    'These changes conflict with the deal’s end date, the discount code, or the top spot. Keep the approved version, or ask the partner.',
  );
  expect(changesProblem({ actions })).toBe('The changes can’t be approved as they are.');
  expect(changesProblem({ actions: [...actions, 'accept_changes'] })).toBe('');
  expect(changesProblem({ actions: ['approve'], failed_rules: ['too_short'] })).toBe('');
});
