import { expect, it } from 'vitest';
import {
  choiceOf,
  reviewCountText,
  reviewQuery,
  reviewSearchOf,
  reviewSearchText,
  STATUS_CHOICES,
  submittedSearch,
  viewFiltersOf,
  viewText,
} from './review-search.ts';

const read = (text: string) => reviewSearchOf(new URLSearchParams(text));

it('lists the promotions to decide by default, those that close first at the top', () => {
  expect(reviewQuery(read(''), 1)).toEqual({
    lane: 'to_decide',
    category_id: null,
    date_from: '',
    date_to: '',
    q: '',
    sort_col: 'closes_at',
    sort_dir: 'asc',
    page: 1,
    per: 20,
  });
});

it('requests one status, latest first for past promotions', () => {
  const { lane, display_status, sort_col, sort_dir } = reviewQuery(read('status=declined'), 1);
  expect([lane, display_status, sort_col, sort_dir]).toEqual([undefined, 'declined', 'booked_date', 'desc']);
  expect(reviewQuery(read('status=awaiting+promotion+date'), 1).sort_dir).toBe('asc');
});

it('offers failed payments once', () => {
  expect(STATUS_CHOICES.filter((status) => status.replace('_', ' ') === 'payment failed')).toEqual(['payment_failed']);
  expect([choiceOf('payment failed'), choiceOf('declined')]).toEqual(['payment_failed', 'declined']);
});

it('sends neither a lane nor a status to list all promotions', () => {
  const query = reviewQuery(read('status=all'), 3);
  expect(query).not.toHaveProperty('display_status');
  expect(query).not.toHaveProperty('lane');
  expect(query.page).toBe(3);
});

it('asks for a lane, the earliest date first, or for the default lane if the status is unknown', () => {
  expect(reviewQuery(read('status=date_passed'), 1)).toMatchObject({ lane: 'date_passed', sort_dir: 'asc' });
  expect(read('status=reviewable')).toEqual(read(''));
});

it('orders a lane by the time of submission, in either direction', () => {
  expect(reviewQuery(read('order=newest'), 1)).toMatchObject({ sort_col: 'created_at', sort_dir: 'desc' });
  expect(reviewQuery(read('order=oldest'), 1)).toMatchObject({ sort_col: 'created_at', sort_dir: 'asc' });
});

it('searches all promotions instead of a lane for new words, unless the editor chose it at the same time', () => {
  const submitted = (before: string, after: string) => reviewSearchText(submittedSearch(read(before), read(after)));
  expect(submitted('', 'q=emma')).toBe('?status=all&q=emma');
  expect(submitted('q=emma', 'q=emma&category_id=18')).toBe('?category_id=18&q=emma');
  expect(submitted('status=all&q=emma', 'status=payment_failed&q=emma')).toBe('?status=payment_failed&q=emma');
  expect(submitted('', 'status=payment_failed&q=emma')).toBe('?status=payment_failed&q=emma');
  expect(submitted('status=declined', 'status=declined&q=emma')).toBe('?status=declined&q=emma');
  expect(submitted('q=emma', '')).toBe('');
});

it('opens a saved view at the address it was saved from, without the search words and the page', () => {
  const search = read('status=payment_failed&category_id=18&date_from=2026-11-27&order=oldest&q=emma&page=2');
  const filters = viewFiltersOf(search);
  expect(filters).toEqual({
    status: 'payment_failed',
    category_id: 18,
    date_from: '2026-11-27',
    date_to: null,
    order: 'oldest',
  });
  const text = '?status=payment_failed&category_id=18&date_from=2026-11-27&order=oldest';
  expect(viewText({ filters }, 'add')).toBe(text);
  expect(viewText({ filters }, 'replace')).toBe(`${text}&store_action=replace`);
  expect(viewText({ filters: viewFiltersOf(read('')) }, 'add')).toBe('');
});

it('ignores invalid values', () => {
  expect(read('status=gone&category_id=-1&date_from=2026-02-30&page=0&store_action=both')).toEqual(read(''));
});

it('writes the address it reads', () => {
  const text =
    '?status=all&category_id=18&date_from=2026-11-27&date_to=2026-11-30&q=emma&order=oldest&store_action=replace&page=2';
  expect(reviewSearchText(read(text))).toBe(text);
});

it('omits the page number if rows are added to the ones shown', () => {
  expect(reviewSearchText({ ...read('q=emma'), page: 2 })).toBe('?q=emma');
});

it('says which matches are listed if a search has too many', () => {
  const textFor = (total_count: number, address: string) =>
    reviewCountText({ listed_count: 20, total_count }, read(address));
  expect(textFor(99, 'status=all&q=emma')).toBe('20 of 99 promotions');
  expect(textFor(100, 'status=all&q=emma')).toBe('20 of the 100 newest matches; add words or filters to find others');
  expect(textFor(101, 'status=all&q=emma&date_to=2026-12-01')).toMatch(/^20 of the 101 matches with the latest dates;/);
  expect([textFor(100, 'q=emma'), textFor(10_000, 'status=all')]).toEqual([
    '20 of 100 promotions',
    '20 of 10,000+ promotions',
  ]);
});
