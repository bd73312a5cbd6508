import { describe, expect, it } from 'vitest';
import type { Promotion } from '#shared/promotions.ts';
import { REASON_CODES } from '#shared/reasons.ts';
import { EDITOR_CODES, RULE_CODES } from '#shared/submission-rules.ts';
import { obstacleTo } from './DecisionDialog.tsx';
import { decisionOf, EMPTY_DRAFT, formTexts } from './decision-forms.ts';

describe('rejecting', () => {
  it('needs a reason', () => {
    expect(decisionOf('reject', EMPTY_DRAFT)).toEqual({
      field: 'reason_codes',
      text: 'Choose at least one reason.',
    });
  });

  it('needs a message if the reason refers to it', () => {
    const draft = { ...EMPTY_DRAFT, reason_codes: ['other'] as const };
    expect(decisionOf('reject', draft)).toEqual({
      field: 'message',
      text: 'You chose “See the message from our editors.” Write that message.',
    });
    expect(decisionOf('reject', { ...draft, message: ' Not now. ' })).toEqual({
      kind: 'reject',
      body: { reason_codes: ['other'], message: 'Not now.' },
    });
  });

  it('suggests a better category only if the booked one is given as a reason', () => {
    const draft = { reason_codes: ['wrong_category'] as const, suggested_category_id: 7, message: '' };
    expect(decisionOf('reject', draft)).toMatchObject({ body: { suggested_category_id: 7 } });
    const changed = decisionOf('reject', { ...draft, reason_codes: ['cover_quality'] });
    expect(changed).toEqual({ kind: 'reject', body: { reason_codes: ['cover_quality'], message: '' } });
  });
});

it('needs a question to ask for feedback', () => {
  expect(decisionOf('partner_feedback', { ...EMPTY_DRAFT, message: '  ' })).toEqual({
    field: 'message',
    text: 'Enter your question.',
  });
  expect(decisionOf('partner_feedback', { ...EMPTY_DRAFT, message: 'Which edition?' })).toEqual({
    kind: 'partner_feedback',
    body: { message: 'Which edition?' },
  });
});

it('cancels with or without a reason', () => {
  expect(decisionOf('cancel', EMPTY_DRAFT)).toEqual({ kind: 'cancel', body: { reason: '' } });
  expect(decisionOf('cancel_approved', { ...EMPTY_DRAFT, message: 'Their wish' })).toEqual({
    kind: 'cancel_approved',
    body: { reason: 'Their wish' },
  });
});

it('says why an open form’s decision can’t be sent anymore', () => {
  const promotion = {
    ...{ id: 1, display_status: 'awaiting promotion date', actions: ['cancel_approved'], review_version: 'a' },
  } as unknown as Promotion;
  const obstacle = (facts: object) => obstacleTo({ kind: 'cancel_approved', promotion }, { ...promotion, ...facts });
  expect(obstacle({})).toBeNull();
  expect(obstacle({ id: 2, actions: [] })).toBeNull();
  expect(obstacle({ review_version: 'b' })).toMatch(/^This can’t be sent: the promotion has changed/);
  expect(obstacle({ actions: [], display_status: 'cancelled' })).toBe(
    'This can’t be sent: the promotion’s status is now “cancelled”.',
  );
  // Its newsletter has closed.
  expect(obstacle({ actions: [] })).toBe('This can’t be sent: this decision isn’t possible anymore.');
});

it('proposes a date and reopens with or without a message', () => {
  expect(decisionOf('propose_date', EMPTY_DRAFT, '2026-12-05')).toEqual({
    kind: 'propose_date',
    body: { promotion_date: '2026-12-05', message: '' },
  });
  expect(decisionOf('reopen', { ...EMPTY_DRAFT, message: ' Sorry. ' })).toEqual({
    kind: 'reopen',
    body: { message: 'Sorry.' },
  });
});

it('offers every reason code once', () => {
  expect([...RULE_CODES, ...EDITOR_CODES].sort()).toEqual([...REASON_CODES].sort());
});

describe('what a form says about its decision', () => {
  const promotion = {
    display_status: 'awaiting promotion date',
    open_dates: ['2026-12-05'],
    sent_at: null,
    changed_since_review: { changes: [], held_because: null, question: null },
    money: { invoiced: { total_cents: 3150 } },
  } as unknown as Promotion;

  it('promises the approved version only if the change doesn’t hold the promotion', () => {
    expect(formTexts('ask_about_changes', promotion).hint).toContain('the approved version will run');
    const held = { changes: [], held_because: 'The deal price was raised.', question: null };
    expect(formTexts('ask_about_changes', { ...promotion, changed_since_review: held }).hint).toBe(
      'We’ll email this to the partner. This promotion won’t run unless the partner undoes the change or you decide on it before the cutoff.',
    );
  });

  it('says that without an answer we’ll decline the promotion, or cancel it if its dates have passed', () => {
    const undecided = { ...promotion, display_status: 'awaiting review' } as const;
    expect(formTexts('partner_feedback', undecided).hint).toContain('we’ll decline the promotion in 7 days, or when');
    expect(formTexts('partner_feedback', { ...undecided, open_dates: [] }).hint).toBe(
      'We’ll email this to the partner. Without an answer, we’ll cancel the promotion in 7 days.',
    );
    const proposal =
      'Optional. They’ll get the date by email and confirm it with one click. Then it’ll come back to you for approval.';
    expect(formTexts('propose_date', undecided).hint).toBe(
      `${proposal} Without an answer, we’ll decline the promotion in 7 days, or when its last date closes if that’s sooner.`,
    );
    expect(formTexts('propose_date', { ...undecided, open_dates: [] }).hint).toBe(
      `${proposal} Without an answer in 7 days, we’ll cancel the promotion.`,
    );
  });

  it('says that canceling a sent promotion voids its invoice', () => {
    expect(formTexts('cancel_approved', promotion)).toMatchObject({
      title: 'Cancel approved promotion',
      hint: 'Optional. The partner will get it by email. We’ll release its slot.',
      button: 'Cancel promotion',
    });
    expect(formTexts('cancel_approved', { ...promotion, sent_at: '2026-12-05T18:00:00.000Z' })).toMatchObject({
      title: 'Cancel and write off invoice',
      hint: 'Optional. The partner will get it by email. We’ll void the $31.50 invoice and return any credit and discount code it used.',
      button: 'Cancel and write off invoice',
    });
  });
});
