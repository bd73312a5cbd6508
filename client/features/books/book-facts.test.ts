import { expect, it } from 'vitest';
import type { Book } from '#shared/books.ts';
import { draftText, pagesText, ratingText, storesText } from './book-facts.ts';

it('shows ratings and length, known or unknown', () => {
  expect(ratingText({ rating_avg: 4.2, rating_count: 2401 })).toBe('4.2 stars from 2,401 ratings');
  expect(ratingText({ rating_avg: 5, rating_count: 1 })).toBe('5.0 stars from 1 rating');
  expect(ratingText({ rating_avg: 4.2, rating_count: null })).toBe('4.2 stars');
  expect(ratingText({ rating_avg: null, rating_count: null })).toBe('not rated yet');
  expect(pagesText({ page_count: 1225 })).toBe('1,225 pages');
  expect(pagesText({ page_count: 1 })).toBe('1 page');
  expect(pagesText({ page_count: null })).toBe('length unknown');
});

it('names the stores that the book links to', () => {
  expect(
    storesText({
      amazon_url: 'https://www.amazon.com/dp/B0',
      ibooks_url: null,
      kobo_url: 'https://kobo.com/x',
    } as Book),
  ).toBe('Amazon, Kobo');
  expect(storesText({} as Book)).toBe('no store link');
});

it('lists the fields that a draft needs before it can be promoted', () => {
  const draft = { status: 'draft', category_id: null, description: '' } as Book;
  expect(draftText(draft)).toBe(
    'This is a draft. To promote it, add a category, a description of at least 50 characters, and a link to a store, then set it to active.',
  );
  const complete = { category_id: 1, description: 'x'.repeat(50), kobo_url: 'https://www.kobo.com/x' };
  expect(draftText({ ...draft, ...complete })).toBe('This is a draft. Set it to active to promote it.');
});
