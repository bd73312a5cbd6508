import { expect, it } from 'vitest';
import { pageOf } from '../search-params.ts';
import { changedSearch, withoutPage } from './list-search.ts';
import { centsOf } from './NumberField.tsx';

it('reads the page of an address and falls back to the first', () => {
  expect(pageOf(new URLSearchParams('page=3'))).toBe(3);
  for (const text of ['', 'page=0', 'page=-2', 'page=many']) expect(pageOf(new URLSearchParams(text))).toBe(1);
});

it('remembers filters without the page', () => {
  expect(withoutPage(new URLSearchParams('q=tower&page=2'))).toBe('q=tower');
});

it('goes to the first page when a filter changes, and drops empty filters', () => {
  const params = new URLSearchParams('q=tower&display_status=declined&page=4');
  expect(changedSearch(params, { q: 'moon' })).toBe('q=moon&display_status=declined');
  expect(changedSearch(params, { display_status: '' })).toBe('q=tower');
  expect(changedSearch(params, { page: '5' })).toBe('q=tower&display_status=declined&page=5');
});

it('keeps a typed price in whole cents', () => {
  expect(centsOf('4.35')).toBe(435);
  expect(centsOf(0.29)).toBe(29);
  expect(centsOf('')).toBe('');
  expect(centsOf('-')).toBe('');
});
