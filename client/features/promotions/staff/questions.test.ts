import { describe, expect, it } from 'vitest';
import { REASON_CODES } from '#shared/reasons.ts';
import { EDITOR_CODES, RULE_CODES } from '#shared/submission-rules.ts';
import { decisionOf, EMPTY_DRAFT } from './questions.ts';

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

  it('names the better category only with the wrong one', () => {
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
