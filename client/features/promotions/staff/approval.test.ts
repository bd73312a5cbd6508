import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import type { Promotion } from '#shared/promotions.ts';
import { approvalProblem, dateProblem } from './approval.ts';
import { closesInText } from './ReviewParts.tsx';

it('formats the time until the cutoff in a single unit', () => {
  expect([3 * DAY_MS + HOUR_MS, 2 * DAY_MS, 2 * DAY_MS - 1, 21.9 * HOUR_MS].map(closesInText)).toEqual([
    'closes in 3 d',
    'closes in 2 d',
    'closes in 47 h',
    'closes in 21 h',
  ]);
  expect([HOUR_MS, HOUR_MS - 1, 30_000].map(closesInText)).toEqual([
    'closes in 1 h',
    'closes in 59 min',
    'closes in 1 min',
  ]);
  expect(closesInText(90 * MINUTE_MS)).toBe('closes in 1 h');
});

it('says why a promotion can’t be approved', () => {
  const card = { is_chargeable: true } as Promotion['card'];
  const partner = { is_email_verified: true } as Promotion['partner'];
  const promotion = { display_status: 'awaiting review', open_dates: ['2026-12-03'], card, partner } as const;
  const problem = (facts: Partial<Promotion>, ...more: [slots?: { [date: string]: number }, date?: string]) => {
    const [slots = {}, date] = more;
    const counts = Object.entries(slots).map(([newsletter_date, places_left]) => ({ newsletter_date, places_left }));
    return approvalProblem({ ...promotion, ...facts } as Promotion, counts, date);
  };
  expect(problem({})).toBeNull();
  expect(problem({ card: null })).toBe('No valid card: can’t be approved yet.');
  expect(problem({ card: { ...card!, is_chargeable: false } })).toBe('No valid card: can’t be approved yet.');
  const other_valid_card = { brand: 'visa', last4: '4242' };
  expect(problem({ card: { ...card!, is_chargeable: false, other_valid_card } })).toBe(
    'The default card isn’t valid. Another card (Visa ending in 4242) is valid; the partner must make it the default.',
  );
  expect(problem({ partner: { ...partner!, is_email_verified: false } })).toBe(
    'You can’t approve this yet: the partner hasn’t verified their email address.',
  );
  expect(problem({ open_dates: [] })).toBe(
    'All of the partner’s dates have passed. Choose another date and propose it.',
  );
  const two = { open_dates: ['2026-12-03', '2026-12-04'] };
  expect(problem(two, { '2026-12-03': 0, '2026-12-04': 0 })).toBe(
    'All slots are taken on the partner’s dates. Choose another date and propose it.',
  );
  expect(problem(two, { '2026-12-03': 0, '2026-12-04': 1 })).toBeNull();
  expect(problem(two, { '2026-12-03': 0, '2026-12-04': 1 }, '2026-12-03')).toBe(
    'All slots are taken on this date. Choose another date.',
  );
  expect(problem({ ...two, held_date: '2026-12-04' }, { '2026-12-03': 0, '2026-12-04': 0 })).toBeNull();
});

it('names the problem of the dates, whatever else prevents the approval', () => {
  const promotion = { display_status: 'awaiting review', open_dates: ['2026-12-03'], held_date: null } as const;
  const facts = { ...promotion, card: null, partner: null } as unknown as Promotion;
  const full = [{ newsletter_date: '2026-12-03', places_left: 0 }];
  expect(approvalProblem(facts, full)).toBe('No valid card: can’t be approved yet.');
  expect(dateProblem(facts, full)).toBe(
    'All slots are taken on the partner’s dates. Choose another date and propose it.',
  );
  expect(dateProblem(facts, full, '2026-12-03')).toBe('All slots are taken on this date. Choose another date.');
  expect(dateProblem(facts, [])).toBeNull();
});
