import { expect, it } from 'vitest';
import { leaveQuestion } from './waiting-texts.ts';

it('asks whether to give up the place in line or the held slot, with its date', () => {
  const date = '2026-12-10';
  expect(leaveQuestion({ date, offer_ends_at: null })).toBe('Leave the waiting list for Thursday December 10th, 2026?');
  expect(leaveQuestion({ date, offer_ends_at: '2026-12-08T12:00:00Z' })).toBe(
    'Leave the waiting list and give up the slot we’re holding for you on Thursday December 10th, 2026?',
  );
});
