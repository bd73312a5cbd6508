import { expect, it } from 'vitest';
import { pageKey, redirectTarget } from './page-request.ts';

it('keeps only query parameters that change the page, in a fixed order', () => {
  expect(pageKey('/books?utm_source=x&q=tea&page=2&aff_id=9')).toBe('/books?page=2&q=tea');
  expect(pageKey('/readers/confirm?token=secret')).toBe('/readers/confirm');
  expect(pageKey('/books')).toBe('/books');
  expect(pageKey('/best-book-promotion-sites/compare?site=1&site=2&site=3&site=4&site=5')).toBe(
    '/best-book-promotion-sites/compare?site=1&site=2&site=3&site=4',
  );
});

it.each([
  '/ebook-deals?sort=ending&price_max_cents=199&store=kobo',
  '/best-book-promotion-sites?genre=Romance&budget=small',
  '/best-book-promotion-sites/compare?site=1&site=4',
  '/pricing?category_id=6&book_price=0.99&plan=kdp70&mb=2&conversion=8&read_on=40&later=6&low=10&usual=20&high=30',
  '/pricing?category_id=6&plan=other&royalty=60',
  '/authors?letter=a',
  '/blog?tag_id=5',
  '/contact?sent=done',
  '/pricing?category_id=6&price=free&clicks=100&top=true',
])("keeps every parameter of the page's forms: %s", (address) => {
  expect(pageKey(address)).toBe(address);
});

it('preserves the requested query in a redirect', () => {
  expect(redirectTarget('/partners-referral-program', '/affiliate-rewards?aff_id=9')).toBe(
    '/partners-referral-program?aff_id=9',
  );
  expect(redirectTarget('/books/1/tea?page=2', '/books/1?page=2&aff_id=9')).toBe('/books/1/tea?page=2&aff_id=9');
  expect(redirectTarget('/compare', '/Compare?site=1&site=2')).toBe('/compare?site=1&site=2');
});

it('never redirects to another site', () => {
  expect(redirectTarget('//evil.test/a', '/x')).toBe('/evil.test/a');
  expect(redirectTarget('/\\evil.test', '/x')).toBe('/evil.test');
});
