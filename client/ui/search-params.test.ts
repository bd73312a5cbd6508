import { expect, it } from 'vitest';
import { flag, id, oneOf, page, pageOf, searchParams, searchWords, withoutEmpty } from './search-params.ts';

const search = searchParams({
  q: searchWords,
  category_id: id,
  free: flag,
  sort: oneOf(['name', 'price'], 'name'),
  limit: oneOf([10, 25], null),
  page,
});
const read = (text: string) => search.read(new URLSearchParams(text));
const FALLBACKS = { q: '', category_id: null, free: false, sort: 'name', limit: null, page: 1 };

it('reads every kind of field', () => {
  expect(read('q=%20tower%20&category_id=6&free=true&sort=price&limit=25&page=3')).toEqual({
    q: 'tower',
    category_id: 6,
    free: true,
    sort: 'price',
    limit: 25,
    page: 3,
  });
});

it.each([
  '',
  'category_id=0&page=0',
  'category_id=-1&page=-1',
  'category_id=1e3&page=2.5',
  'category_id=1234567890&page=1234567',
  'free=yes&sort=random&limit=11&other=1',
])('uses the fallbacks for missing and invalid values in %j', (text) => {
  expect(read(text)).toEqual(FALLBACKS);
});

it('truncates the search text to 100 characters', () => {
  expect(read(`q=${'a'.repeat(101)}`).q).toBe('a'.repeat(100));
});

it('writes values that aren’t fallbacks, in the order of the fields', () => {
  expect(search.write({ page: 2, sort: 'price', q: 'two words', category_id: 6, limit: 10, free: true })).toBe(
    '?q=two+words&category_id=6&free=true&sort=price&limit=10&page=2',
  );
});

it('writes nothing for fallbacks and missing values', () => {
  expect(search.write(read(''))).toBe('');
  expect(search.write({ q: undefined })).toBe('');
});

it('reads the page number, or 1 if it’s missing or invalid', () => {
  expect(pageOf(new URLSearchParams('page=4'))).toBe(4);
  for (const text of ['', 'page=0', 'page=-2', 'page=four']) expect(pageOf(new URLSearchParams(text))).toBe(1);
});

it('omits empty values from the API’s filters', () => {
  expect(withoutEmpty(read('q=tower&limit=25'))).toEqual({ q: 'tower', sort: 'name', limit: 25, page: 1 });
});
