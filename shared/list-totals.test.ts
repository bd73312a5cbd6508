import { expect, it } from 'vitest';
import { formatTotal, MAX_FILTERED_COUNT, MAX_TOTAL_COUNT } from './list-totals.ts';

it('shows a plus sign where the server stopped counting', () => {
  expect([0, 1, 4_321, 99_999].map(formatTotal)).toEqual(['0', '1', '4,321', '99,999']);
  expect([MAX_FILTERED_COUNT, MAX_TOTAL_COUNT].map(formatTotal)).toEqual(['10,000+', '100,000+']);
});
