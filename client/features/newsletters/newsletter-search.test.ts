import { expect, it } from 'vitest';
import { calendarMonthOf, monthFilters, newsletterFilters, SEARCH_PARAMS } from './newsletter-search.ts';

const read = (text: string) => SEARCH_PARAMS.read(new URLSearchParams(text));

it('starts with the newsletter that closes next', () => {
  expect(newsletterFilters(read(''), '2026-11-21')).toEqual({
    date_from: '2026-11-21',
    sort_col: 'newsletter_date',
    sort_dir: 'asc',
    status: '',
    page: 1,
    per: 20,
  });
});

it('lists past newsletters, starting with the day before the open date', () => {
  expect(newsletterFilters(read('when=over&status=failed&page=3'), '2026-12-01')).toEqual({
    date_to: '2026-11-30',
    sort_col: 'newsletter_date',
    sort_dir: 'desc',
    status: 'failed',
    page: 3,
    per: 20,
  });
});

it('ignores invalid values', () => {
  expect(read('when=never&status=lost&page=-2')).toEqual({
    view: 'list',
    month: '',
    when: 'ahead',
    status: '',
    page: 1,
  });
});

it('shows the open newsletter’s month by default', () => {
  expect(calendarMonthOf(read(''), '2026-12-01')).toBe('2026-12');
  expect(calendarMonthOf(read('month=2027-02'), '2026-12-01')).toBe('2027-02');
  expect(calendarMonthOf(read('month=2027-13'), '2026-12-01')).toBe('2026-12');
  expect(monthFilters('2027-02')).toMatchObject({ date_from: '2027-02-01', date_to: '2027-02-28' });
});
