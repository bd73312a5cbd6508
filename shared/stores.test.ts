import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AuthorInput, AuthorPatch } from './authors.ts';
import type { Store } from './business.ts';
import { isStoreUrl, storeLinkProblems, storesOf } from './stores.ts';
import { fieldErrorsOf } from './validation.ts';

describe('a store link', () => {
  it.each<[Store, string]>([
    ['amazon', 'https://www.amazon.com/dp/B0ABCDEFGH'],
    ['amazon', 'https://amazon.co.uk/gp/product/B0ABCDEFGH?tag=x'],
    ['amazon', 'https://a.co/d/abc123'],
    ['amazon', 'https://WWW.AMAZON.DE/dp/B0ABCDEFGH'],
    ['amazon', 'https://www.amazon.com.tr/dp/B0ABCDEFGH'],
    ['amazon', 'https://amzn.eu/d/abc123'],
    ['ibooks', 'https://books.apple.com/us/book/emma/id395688313'],
    ['barnes_and_noble', 'https://www.barnesandnoble.com/w/emma/1100009281'],
    ['google_play', 'https://play.google.com/store/books/details?id=abc'],
    ['kobo', 'https://www.kobo.com/us/en/ebook/emma'],
  ])('to %s may be %s', (store, url) => {
    expect(isStoreUrl(store, url)).toBe(true);
  });

  it.each<[string, Store, string]>([
    ['without encryption', 'amazon', 'http://www.amazon.com/dp/B0ABCDEFGH'],
    ['to another store', 'kobo', 'https://www.amazon.com/dp/B0ABCDEFGH'],
    ['to a host that begins like the store', 'amazon', 'https://www.amazon.com.example.test/dp/B0'],
    ['to a host that ends like the store', 'kobo', 'https://notkobo.com/ebook'],
    ['to an unknown subdomain', 'kobo', 'https://evil.kobo.com/ebook'],
    ['whose name is only before an @', 'amazon', 'https://www.amazon.com@example.test/dp'],
    ['with a user name', 'amazon', 'https://someone@www.amazon.com/dp'],
    ['with a port', 'amazon', 'https://www.amazon.com:8443/dp'],
    ['with the name in the path', 'amazon', 'https://example.test/www.amazon.com'],
    ['with a backslash trick', 'amazon', 'https://example.test\\@www.amazon.com/'],
    ['that runs a script', 'amazon', 'javascript:alert(1)//www.amazon.com'],
    ['to Google, but not to its books', 'google_play', 'https://www.google.com/url?q=x'],
    ['to the shop of Apple', 'ibooks', 'https://www.apple.com/shop'],
    ['that isn’t a URL', 'amazon', 'B0ABCDEFGH'],
    ['that is empty', 'amazon', ''],
  ])('is rejected: %s', (_, store, url) => {
    expect(isStoreUrl(store, url)).toBe(false);
  });
});

describe("an author's link", () => {
  const INPUT = { name: 'Ada' };
  const problems = (links: object) =>
    Object.keys(fieldErrorsOf(AuthorInput.safeParse({ ...INPUT, ...links }).error ?? new z.ZodError([])));

  it('leads to the site it is labeled with', () => {
    const links = {
      amazon_url: 'https://www.amazon.co.uk/author/ada',
      goodreads_url: 'https://www.goodreads.com/author/show/1',
      bookbub_url: 'https://www.bookbub.com/authors/ada',
      facebook_url: 'https://m.facebook.com/ada',
      instagram_url: 'https://instagram.com/ada',
      tiktok_url: 'https://www.tiktok.com/@ada',
      website: 'http://ada.example/',
    };
    expect(AuthorInput.parse({ ...INPUT, ...links })).toMatchObject(links);
    expect(AuthorInput.parse({ ...INPUT, amazon_url: '', tiktok_url: null })).toMatchObject({ amazon_url: null });
  });

  it("can't lead anywhere else", () => {
    const fields = ['amazon_url', 'goodreads_url', 'bookbub_url', 'facebook_url', 'instagram_url', 'tiktok_url'];
    for (const elsewhere of ['https://evil.example/', 'http://www.amazon.com/', 'https://amazon.com.evil.example/'])
      expect(problems(Object.fromEntries(fields.map((field) => [field, elsewhere])))).toEqual(fields);
    expect(fieldErrorsOf(AuthorPatch.safeParse({ amazon_url: 'https://evil.example' }).error!)).toEqual({
      amazon_url: ['must be an https link to Amazon'],
    });
  });
});

it("lists a book's stores in the fixed order, leaving out empty ones", () => {
  const links = {
    kobo_url: 'https://www.kobo.com/x',
    amazon_url: 'https://a.co/x',
    ibooks_url: '',
    google_play_url: null,
  };
  expect(storesOf(links)).toEqual(['amazon', 'kobo']);
  expect(storesOf({})).toEqual([]);
});

it('reports each wrong link under its own field', () => {
  const problems = storeLinkProblems({
    amazon_url: 'https://www.amazon.com/dp/B0ABCDEFGH',
    barnes_and_noble_url: 'https://example.test/',
    kobo_url: 'http://www.kobo.com/x',
    google_play_url: null,
  });
  expect(problems).toEqual({
    barnes_and_noble_url: ['must be an https link to Barnes & Noble'],
    kobo_url: ['must be an https link to Kobo'],
  });
});
