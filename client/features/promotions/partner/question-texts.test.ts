import { expect, it } from 'vitest';
import { noAnswerText } from './question-texts.ts';

const promotion = { answer_by: '2026-12-08T18:00:00.000Z', open_dates: ['2026-12-10'], changed_since_review: null };

it('says what happens to a promotion in review if its partner doesn’t answer', () => {
  expect(noAnswerText(promotion)).toBe(
    'Please answer by Dec 8, 2026, 11:00 AM Pacific Time. If we don’t hear from you by then, we’ll decline the promotion, and you won’t be charged.',
  );
  expect(noAnswerText({ ...promotion, open_dates: [] })).toContain('we’ll cancel the promotion');
});

it('promises the approved version only if the change doesn’t hold the promotion', () => {
  const changed = (held_because: string | null) =>
    noAnswerText({
      ...promotion,
      answer_by: null,
      changed_since_review: { changes: [], held_because, question: null },
    });
  expect(changed(null)).toBe('Your promotion stays booked. Until you answer, the approved version will run.');
  expect(changed('The deal price was raised.')).toBe(
    'If our editors don’t approve your change before the newsletter closes, the promotion won’t run, and you won’t be charged.',
  );
});
