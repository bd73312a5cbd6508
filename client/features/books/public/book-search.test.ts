import { expect, it } from 'vitest';
import { countText } from './BookResults.tsx';
import { bookFilters, bookSearchHref, bookSearchOf } from './book-search.ts';

const search = (query: string) => bookSearchOf(new URLSearchParams(query));

it('reads a search from the address', () => {
  expect(search('q=+tea+&category_id=4&free_only=true&price_max_cents=299&store=kobo&sort=title&page=3')).toEqual({
    q: 'tea',
    category_id: 4,
    free_only: true,
    price_max_cents: 299,
    store: 'kobo',
    sort: 'title',
    page: 3,
  });
});

it('ignores invalid values', () => {
  expect(search('category_id=x&free_only=1&price_max_cents=300&store=ebay&sort=toString&page=-2')).toEqual({
    q: '',
    category_id: null,
    free_only: false,
    price_max_cents: null,
    store: null,
    sort: 'newest',
    page: 1,
  });
});

it('writes a search back to the address, without default values', () => {
  expect(bookSearchHref('/books', search('q=tea&page=2'))).toBe('/books?q=tea&page=2');
  expect(bookSearchHref('/books', search('page=1&sort=newest'))).toBe('/books');
  const deals = '/ebook-deals?price_max_cents=99&store=ibooks&sort=ending';
  expect(bookSearchHref('/ebook-deals', search(deals.split('?')[1]!))).toBe(deals);
});

it('sorts searches by best match, and full lists by newest', () => {
  expect(search('q=tea').sort).toBe('best');
  expect(search('sort=best').sort).toBe('newest');
  expect(bookFilters(search('q=tea')).sort_col).toBeUndefined();
  expect(bookSearchHref('/books', search('q=tea&sort=newest'))).toBe('/books?q=tea&sort=newest');
});

it('requests 20 books per page, and gives the page’s own filters priority', () => {
  expect(bookFilters(search('free_only=true&category_id=4'), { category_id: 9, deals_only: true })).toEqual({
    category_id: 9,
    free_only: true,
    deals_only: true,
    sort_col: 'id',
    sort_dir: 'desc',
    page: 1,
    per: 20,
  });
});

it('says that a search may have more matches than the thousand it returns', () => {
  expect(countText(1000, 'book', 'tea')).toBe('1,000+ books');
  expect(countText(1000, 'book', '')).toBe('1,000 books');
  expect(countText(1, 'book', 'tea')).toBe('1 book');
});
