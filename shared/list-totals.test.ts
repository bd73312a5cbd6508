import { expect, it } from 'vitest';
import { formatTotal, MAX_FILTERED_COUNT, MAX_SEARCH_COUNT, MAX_TOTAL_COUNT } from './list-totals.ts';

it('shows a plus sign where the server stopped counting', () => {
  expect([0, 1, 4_321, 99_999].map((total) => formatTotal(total))).toEqual(['0', '1', '4,321', '99,999']);
  expect([MAX_FILTERED_COUNT, MAX_TOTAL_COUNT].map((total) => formatTotal(total))).toEqual(['10,000+', '100,000+']);
});

it('shows a plus sign where a search stopped, which may have found some by their number, too', () => {
  expect(formatTotal(MAX_SEARCH_COUNT)).toBe('100');
  const totals = [MAX_SEARCH_COUNT - 1, MAX_SEARCH_COUNT, MAX_SEARCH_COUNT + 1];
  expect(totals.map((total) => formatTotal(total, { isSearch: true }))).toEqual(['99', '100+', '101+']);
});
