import { expect, it } from 'vitest';
import type { ReaderListEntry } from '#shared/readers.ts';
import { isOnList, suggestionKey, suggestionsOf } from './list-suggestions.ts';

const book = (id: number, title: string, series: string | null, author_id: number | null = 4) => ({
  ...{ id, slug: 'x', title, series, author_id, author_name: 'Imogen Hart' },
});

it('offers authors, books, and each series once, after its first book', () => {
  const found = suggestionsOf(
    [{ id: 4, name: 'Imogen Hart', slug: 'imogen-hart' }],
    [book(1, 'The Lighthouse', 'Gull Point'), book(2, 'The Harbor', 'gull point'), book(3, 'Alone', null)],
  );
  expect(found.map((one) => [suggestionKey(one), one.name])).toEqual([
    ['author-4', 'Imogen Hart'],
    ['book-1', 'The Lighthouse'],
    ['series-1', 'Gull Point'],
    ['book-2', 'The Harbor'],
    ['book-3', 'Alone'],
  ]);
  expect(suggestionsOf([], [book(1, 'The Lighthouse', 'Gull Point', null)])).toHaveLength(1);
});

it('finds the suggestions that are on the list already', () => {
  const entry = (fields: Partial<ReaderListEntry>) =>
    ({
      id: 1,
      by: null,
      path: null,
      book_id: null,
      max_price_cents: null,
      created_at: '',
      ...fields,
    }) as ReaderListEntry;
  const list = [
    entry({ kind: 'author', name: 'Imogen Hart', path: '/authors/4/imogen-hart' }),
    entry({ kind: 'series', name: 'Gull Point', by: 'Imogen Hart' }),
    entry({ kind: 'book', name: 'The Lighthouse', book_id: 1, max_price_cents: 299 }),
  ];
  const on = suggestionsOf(
    [
      { id: 4, name: 'Imogen Hart', slug: 'imogen-hart' },
      { id: 5, name: 'Imogen Hart', slug: 'imogen-hart' },
    ],
    [book(1, 'The Lighthouse', 'Gull Point'), book(2, 'The Harbor', 'Mill Lane')],
  ).filter((one) => isOnList(one, list));
  expect(on.map(suggestionKey)).toEqual(['author-4', 'book-1', 'series-1']);
});
