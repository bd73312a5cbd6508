/** Authors, books, and the books' series as items to add to a reader's list. */
import type { Author } from '#shared/authors.ts';
import type { Book } from '#shared/books.ts';
import { paths } from '#shared/paths.ts';
import { type ListItem, type ListKind, listItemText } from '#shared/reader-list.ts';
import type { ReaderListEntry } from '#shared/readers.ts';

export type Suggestion = ListItem & { name: string; by: string | null; path: string };

export const KIND_LABELS: Record<ListKind, string> = { author: 'Author', series: 'Series', book: 'Book' };

type FoundAuthor = Pick<Author, 'id' | 'name' | 'slug'>;
type FoundBook = Pick<Book, 'id' | 'slug' | 'title' | 'author_name' | 'series' | 'author_id'>;

/**
 * Authors first; each series follows its first book. A series is left out if its author has no profile, because it
 * couldn't be followed.
 */
export function suggestionsOf(authors: readonly FoundAuthor[], books: readonly FoundBook[]): Suggestion[] {
  const series = new Set<string>();
  return [
    ...authors.map((author) => ({
      ...{ kind: 'author' as const, id: author.id, name: author.name, by: null, path: paths.author(author) },
    })),
    ...books.flatMap((book): Suggestion[] => {
      const shared = { id: book.id, by: book.author_name, path: paths.book(book) };
      const key = book.author_id && book.series ? seriesKey(book.series, book.author_name) : null;
      const isNew = key !== null && !series.has(key);
      if (isNew) series.add(key);
      return [
        { kind: 'book', name: book.title, ...shared },
        ...(isNew ? [{ kind: 'series' as const, name: book.series!, ...shared }] : []),
      ];
    }),
  ];
}

const seriesKey = (name: string, by: string | null) => `${by} ${name.toLowerCase()}`;

export const isOnList = ({ kind, id, name, by, path }: Suggestion, list: readonly ReaderListEntry[]) =>
  list.some((entry) => {
    if (entry.kind !== kind) return false;
    if (kind === 'book') return entry.book_id === id;
    return kind === 'author' ? entry.path === path : seriesKey(entry.name, entry.by) === seriesKey(name, by);
  });

export const suggestionKey = (suggestion: Suggestion) => listItemText(suggestion);
