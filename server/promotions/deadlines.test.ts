import { expect, it } from 'vitest';
import { answerBy, resubmitOn } from './deadlines.ts';

const withDates = (requested: string, ...alternates: string[]) => ({
  requested_date: new Date(requested),
  alternate_dates: alternates.map((date) => new Date(date)),
  proposed_date: null,
  date_passed_at: null,
});
const deadline = (dates: Parameters<typeof answerBy>[0], at: string) => answerBy(dates, new Date(at)).toISOString();

it('gives a question a week, or until the last of the dates closes if that is sooner', () => {
  expect(deadline(withDates('2027-01-20'), '2026-12-01T15:00:00Z')).toBe('2026-12-08T15:00:00.000Z');
  expect(deadline(withDates('2026-12-03'), '2026-12-01T15:00:00Z')).toBe('2026-12-03T17:00:00.000Z');
  expect(deadline(withDates('2026-12-03', '2026-12-06', '2026-12-05'), '2026-12-01T15:00:00Z')).toBe(
    '2026-12-06T17:00:00.000Z',
  );
});

it('gives a question a week if the dates had passed before it was asked', () => {
  const passed = withDates('2026-12-01', '2026-11-30');
  expect(deadline(passed, '2026-12-01T18:00:00Z')).toBe('2026-12-08T18:00:00.000Z');
  // Staff closed the newsletter early.
  const closedEarly = { ...passed, date_passed_at: new Date('2026-12-01T15:00:00Z') };
  expect(deadline(closedEarly, '2026-12-01T16:00:00Z')).toBe('2026-12-08T16:00:00.000Z');
});

it('allows resubmission after the longest wait, counted from the day in Vancouver', () => {
  expect(resubmitOn(['cover_quality', 'description_quality'], new Date('2026-12-01T20:00:00Z'))).toBe('2026-12-15');
  // Still December 1st in Vancouver, but the 2nd in London.
  expect(resubmitOn(['cover_quality'], new Date('2026-12-02T05:00:00Z'))).toBe('2026-12-15');
  expect(resubmitOn(['discount_too_small'], new Date('2026-12-01T20:00:00Z'))).toBeNull();
  expect(resubmitOn([], new Date('2026-12-01T20:00:00Z'))).toBeNull();
  expect(resubmitOn(['a retired code'], new Date('2026-12-01T20:00:00Z'))).toBeNull();
});
