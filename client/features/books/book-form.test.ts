import { describe, expect, it } from 'vitest';
import type { Author } from '#shared/authors.ts';
import type { Book, StoreData } from '#shared/books.ts';
import { pastedTitle, readPasted } from '#shared/pasted-books.ts';
import { installZodMessages } from '#shared/validation.ts';
import { languageOptions } from './BookFields.tsx';
import { partnerBookFacts } from './book-facts.ts';
import {
  BookFormSchema,
  blankFetched,
  bookBody,
  bookValues,
  fetchedValues,
  originOf,
  pastedValues,
} from './book-form.ts';
import { coverWarning } from './CoverPanel.tsx';

installZodMessages();

const data: StoreData = {
  asin: 'B0DEMO0042',
  title: 'Ivanhoe',
  author_name: 'Walter Scott',
  description: 'A knight returns.\n\nThere is a tournament, and a siege.',
  page_count: null,
  published_on: '1819-01-01',
  rating_avg: null,
  rating_count: null,
  list_price_cents: 499,
  amazon_url: 'https://www.amazon.com/dp/B0DEMO0042',
  cover_url: null,
  category_slug: 'historical-fiction',
  source: 'demo catalog',
  fetched_at: '2026-11-21T08:00:00.000Z',
};
const scott = { id: 7, name: 'walter scott' } as Author;
const groups = [
  {
    id: 1,
    name: 'Fiction',
    categories: [
      { id: 4, slug: 'historical-fiction', name: 'Historical Fiction', super_category_id: 1, is_adult: false },
    ],
  },
];
const filled = {
  ...bookValues(),
  title: 'Ivanhoe',
  category_id: '4',
  description: 'A disinherited knight returns from crusade to tournaments.',
  amazon_url: 'https://www.amazon.com/dp/B0DEMO0042',
};

it('fills in the store’s data, matches author and category, and omits unknown values', () => {
  expect(fetchedValues(data, [scott], groups)).toEqual({
    asin: 'B0DEMO0042',
    title: 'Ivanhoe',
    author_id: '7',
    category_id: '4',
    description: 'A knight returns.\n\nThere is a tournament, and a siege.',
    blurb: 'A knight returns.',
    published_on: '1819-01-01',
    amazon_url: 'https://www.amazon.com/dp/B0DEMO0042',
  });
  expect(fetchedValues({ ...data, category_slug: 'westerns' }, [], groups)).not.toHaveProperty('category_id');
  expect(fetchedValues({ ...data, description: 'x'.repeat(301) }, [], groups)).not.toHaveProperty('blurb');
});

it('says whether a field was fetched and whether it has been edited', () => {
  const fetched = { title: 'Ivanhoe' };
  expect(originOf('title', filled, fetched)).toBe('From Amazon');
  expect(originOf('title', { ...filled, title: 'Ivanhoe, revised' }, fetched)).toBe('From Amazon, edited');
  expect(originOf('blurb', filled, fetched)).toBeUndefined();
});

it('sends IDs and counts as numbers, and blank IDs, counts, and dates as null', () => {
  const body = bookBody({ ...filled, author_id: '7', page_count: 240 });
  expect(body).toMatchObject({ author_id: 7, category_id: 4, secondary_category_id: null, page_count: 240 });
  expect(body).toMatchObject({ published_on: null, rating_avg: null, series_number: null });
});

const problemsOf = (values: typeof filled) =>
  BookFormSchema.safeParse(values).error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`);

it('accepts a complete book, and reports missing fields', () => {
  expect(problemsOf(filled)).toBeUndefined();
  expect(problemsOf({ ...filled, title: ' ', category_id: '' })).toEqual([
    "title can't be blank",
    "category_id can't be blank",
  ]);
});

it('requires a store link for an active book, and links to the right stores', () => {
  const unsold = { ...filled, amazon_url: '' };
  expect(problemsOf(unsold)).toEqual(['amazon_url The book needs a link to at least one store.']);
  expect(problemsOf({ ...unsold, status: 'draft' })).toBeUndefined();
  expect(problemsOf({ ...filled, kobo_url: 'https://example.com/kobo' })).toEqual([
    'kobo_url must be an https link to Kobo',
  ]);
});

it('warns of covers that are far from 2:3 or too narrow', () => {
  expect(coverWarning({ width: 1200, height: 1800 })).toBeNull();
  expect(coverWarning({ width: 1600, height: 2560 })).toBeNull();
  expect(coverWarning({ width: 1000, height: 1000 })).toContain('wider');
  expect(coverWarning({ width: 1000, height: 2000 })).toContain('taller');
  expect(coverWarning({ width: 400, height: 600 })).toBe(
    'This image is only 400 pixels wide. Use at least 600 pixels for a sharp cover.',
  );
});

it('offers the book’s current language, even if the list doesn’t have it', () => {
  const labelsOf = (current: string) => languageOptions(current).map(({ label }) => label);
  expect(labelsOf('gl')).toContain('Galician');
  expect(labelsOf('en')).not.toContain('Galician');
  expect(labelsOf('en')).toHaveLength(labelsOf('gl').length - 1);
});

it('lists only the known facts of a book', () => {
  const book = {
    category: { name: 'Romance' },
    series: 'Wessex',
    series_number: 2,
    page_count: 1240,
    rating_avg: 4,
    rating_count: 3364,
    published_on: null,
    content_rating: 'general',
    asin: 'B0DEMO0042',
    isbn13: null,
    in_kindle_unlimited: false,
    dead_stores: [],
  } as unknown as Book;
  expect(partnerBookFacts(book)).toEqual([
    ['Category', 'Romance'],
    ['Series', 'Wessex, book 2'],
    ['Pages', '1,240'],
    ['Rating', '4.0 stars from 3,364 ratings'],
    ['Content rating', 'All ages'],
    ['ASIN', 'B0DEMO0042'],
  ]);
});

describe('pasted text', () => {
  it('fills in the links, the ASIN, and the ISBN, with notes', () => {
    const text = 'https://www.amazon.com/x/dp/B0ABCDEFGH?tag=a https://www.kobo.com/us/en/ebook/quiet 9780306406157';
    expect(pastedValues(readPasted(text))).toEqual({
      values: {
        asin: 'B0ABCDEFGH',
        isbn13: '9780306406157',
        amazon_url: 'https://www.amazon.com/dp/B0ABCDEFGH',
        kobo_url: 'https://www.kobo.com/us/en/ebook/quiet',
      },
      problem: null,
      notes: ['Links filled in: Amazon, Kobo.', 'ISBN filled in: 9780306406157.'],
      warnings: [],
    });
  });

  it('uses the first of several books, and lists the others and unreadable parts', () => {
    const { values, warnings } = pastedValues(readPasted('B0ABCDEFGH B0ZZZZZZZ1 hello'));
    expect(values).toEqual({ asin: 'B0ABCDEFGH' });
    expect(warnings).toEqual(['Add these as separate books: B0ZZZZZZZ1.', 'We couldn’t read hello.']);
  });

  it('uses the words around a link as the title, and doesn’t call them unreadable', () => {
    const text = 'Catch-22, the Sequel: https://www.kobo.com/us/en/ebook/catch';
    const { values, notes, warnings } = pastedValues(readPasted(text), pastedTitle(text));
    expect(values).toEqual({ title: 'Catch-22, the Sequel', kobo_url: 'https://www.kobo.com/us/en/ebook/catch' });
    expect(notes).toEqual(['Links filled in: Kobo.', 'Title filled in: Catch-22, the Sequel.']);
    expect(warnings).toEqual([]);
    const titled = pastedValues(readPasted(text), '', pastedTitle(text));
    expect(titled.values).not.toHaveProperty('title');
    expect(titled.warnings).toEqual([]);
    expect(['B0DEMO 9780306406157', 'https://example.com/a B0ABCDEFGH'].map(pastedTitle)).toEqual(['', '']);
  });

  it('says that an Amazon short link has no ASIN, unless the ASIN is pasted too', () => {
    const { notes, warnings } = pastedValues(readPasted('https://a.co/d/3xYzAbC'));
    expect(notes).toEqual(['Links filled in: Amazon.']);
    expect(warnings).toEqual(['This short link doesn’t contain the ASIN. Paste the full link or the ASIN.']);
    expect(pastedValues(readPasted('https://a.co/d/3xYzAbC B0ABCDEFGH')).warnings).toEqual([]);
  });

  it('shows one error with instructions if nothing can be read', () => {
    expect(pastedValues(readPasted('B0DEMO')).problem).toBe(
      'We can’t read “B0DEMO”. Paste a link to the book at a store, an ASIN (ten letters or digits, for example B0DEMO0042), or an ISBN.',
    );
    expect(pastedValues(readPasted('')).problem).toBe('Paste a link to the book at a store, its ASIN, or its ISBN.');
  });
});

it('blanks what a lookup of another book filled in, and keeps what the partner typed', () => {
  const fetched = { asin: 'B0DEMO0001', title: 'Emma', page_count: 300 };
  const values = { ...bookValues(), ...fetched, title: 'My Emma', subtitle: 'A novel' };
  expect(blankFetched(values, fetched)).toEqual({ asin: '', page_count: '' });
});
