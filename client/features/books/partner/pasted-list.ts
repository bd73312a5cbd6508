/** Looks up the books of a pasted list, merges entries of the same book, and adds drafts of the chosen ones. */
import { isMissing } from '#client/api/api-error.ts';
import type { CategoryGroup } from '#client/api/categories.ts';
import type { Author } from '#shared/authors.ts';
import type { Book, BookInput, StoreData } from '#shared/books.ts';
import { canBeSameBook, mergeEntries, type PastedEntry, pastedTitle } from '#shared/pasted-books.ts';
import { bookBody, bookValues, fetchedValues, isShortLink, pastedValues, SHORT_LINK_PROBLEM } from '../book-form.ts';

/**
 * - found: the store has data about it, and a draft can be added
 * - untitled: we have an identifier or link, but no store data; the title is from the pasted text or the partner
 * - yours, unreadable: nothing to add
 * - added: `book` is the new draft
 */
export type PastedBook = PastedEntry & {
  state: 'pending' | 'found' | 'untitled' | 'yours' | 'unreadable' | 'added';
  data?: StoreData;
  book?: Pick<Book, 'id' | 'title' | 'cover_url'>;
  /** The title that the partner pasted or typed for an untitled book. */
  title: string;
  isChosen: boolean;
  problem?: string;
  /** The entries that the partner merged: two books, or a book and an unreadable line, such as its title. */
  parts?: readonly [PastedBook, PastedBook];
};

export const pendingBook = ({ text, pasted }: PastedEntry): PastedBook => ({
  text,
  pasted,
  state: 'pending',
  title: '',
  isChosen: false,
});

type OwnedBook = Pick<Book, 'id' | 'title' | 'cover_url' | 'asin' | 'isbn13'>;
type Lookup = {
  owned: readonly OwnedBook[];
  fetchStoreData: (asin: string) => Promise<StoreData>;
  errorText: (error: Error) => string;
};

export const MAX_TITLE_LENGTH = 200;

/** Looks up one entry. Without store data, the partner checks the pasted title or enters one. */
export async function lookUp(book: PastedBook, { owned, fetchStoreData, errorText }: Lookup): Promise<PastedBook> {
  const { asins, isbns, links } = book.pasted;
  const [asin] = asins;
  const [isbn13] = isbns;
  const existing = owned.find((one) => (asin && one.asin === asin) || (isbn13 && one.isbn13 === isbn13));
  if (existing) return { ...book, state: 'yours', book: existing };
  const title = titleInText(book);
  if (!asin && !isbn13 && Object.keys(links).length === 0) return { ...book, state: 'unreadable', title };
  const untitled = { ...book, state: 'untitled', title, isChosen: title !== '' } as const;
  if (isShortLink(book.pasted))
    return {
      ...untitled,
      problem: `${SHORT_LINK_PROBLEM} Or ${title ? 'check' : 'enter'} the title to add it anyway.`,
    };
  if (!asin)
    return { ...untitled, problem: `We can look up books only on Amazon. ${title ? 'Check' : 'Enter'} the title.` };
  try {
    return { ...book, state: 'found', data: await fetchStoreData(asin), isChosen: true };
  } catch (error) {
    const reason = isMissing(error) ? `We couldn’t find ${asin} on Amazon.` : errorText(error as Error);
    return { ...untitled, problem: `${reason} ${title ? 'Check' : 'Enter'} the title to add it anyway.` };
  }
}

const titleInText = ({ text }: PastedEntry) => pastedTitle(text).slice(0, MAX_TITLE_LENGTH);

/** True for a book without store data that isn't merged and whose title the partner hasn't changed. */
export const canBeLookedUp = (book: PastedBook) =>
  book.state === 'pending' || (book.state === 'untitled' && !book.parts && book.title === titleInText(book));

/**
 * Finds the book above that the partner may merge this one with. Returns its position, or undefined. Unreadable lines
 * in between are merged too. An unreadable line itself can only become the title of a book that has none.
 */
export function findMergeTarget(books: readonly PastedBook[], position: number): number | undefined {
  const book = books[position]!;
  const at = books.findLastIndex(({ state }, index) => index < position && state !== 'unreadable');
  const above = books[at];
  if (!above || !MERGEABLE.has(above.state) || !canBeSameBook(above, book)) return undefined;
  const needsTitle = above.state === 'untitled' && above.title.trim() === '';
  const isTitle = book.state === 'unreadable' && needsTitle && book.title !== '';
  return isTitle || MERGEABLE.has(book.state) ? at : undefined;
}

const MERGEABLE: ReadonlySet<PastedBook['state']> = new Set(['found', 'untitled']);

/** Merges two books into one with the links of both, and what we know about either. */
export function mergeBooks(above: PastedBook, book: PastedBook): PastedBook {
  const known = above.state === 'untitled' && book.state === 'found' ? book : above;
  const title = above.title.trim() ? above.title : book.title;
  return {
    ...{ ...known, ...mergeEntries(above, book), parts: [above, book] },
    title,
    isChosen: above.isChosen || book.isChosen || (known.state === 'untitled' && title.trim() !== ''),
  };
}

/** Merges the books from one position to another. If the last one is an unreadable line, it becomes the title. */
export function mergeRange(books: readonly PastedBook[], from: number, to: number): PastedBook[] {
  const merged = books.slice(from, to + 1).reduce(mergeBooks);
  const { state, title } = books[to]!;
  return books.toSpliced(from, to - from + 1, state === 'unreadable' ? { ...merged, title } : merged);
}

export const canBeAdded = ({ state, title }: PastedBook) =>
  state === 'found' || (state === 'untitled' && title.trim() !== '');

/** Names of the chosen books' authors that have no profile yet. */
export function missingProfiles(books: readonly PastedBook[], authors: readonly Pick<Author, 'name'>[]): string[] {
  const known = new Set(authors.map(({ name }) => name.toLowerCase()));
  const names = books.flatMap(({ isChosen, state, data }) =>
    isChosen && state === 'found' && data?.author_name ? [data.author_name] : [],
  );
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].filter(
    (name) => !known.has(name.toLowerCase()),
  );
}

type Catalog = { authors: readonly Author[]; groups: readonly CategoryGroup[] };
type NewDrafts = Catalog & {
  newProfiles: readonly string[];
  /** The author of books without store data. Must not change when drafts are added again, so that keys are repeated. */
  onlyAuthor?: Author | undefined;
};

/** The draft's request body. The partner's only profile, if given, is the author of a book without store data. */
export function draftBody(
  { pasted, data, title }: PastedBook,
  { authors, groups }: Catalog,
  onlyAuthor?: Author,
): BookInput {
  const facts = data
    ? fetchedValues(data, authors, groups)
    : { title: title.trim(), ...(onlyAuthor ? { author_id: String(onlyAuthor.id) } : {}) };
  return bookBody({ ...bookValues(), ...facts, ...pastedValues(pasted).values, status: 'draft' });
}

type Calls = {
  createAuthor: (name: string) => Promise<Author>;
  createBook: (body: BookInput, text: string) => Promise<Book>;
  refreshCover: (id: number) => Promise<Book>;
  errorText: (error: Error) => string;
};

/** Adds the chosen books. If one fails, its error is shown, and the others are still added. */
export async function addDrafts(
  books: readonly PastedBook[],
  { authors, groups, newProfiles, onlyAuthor }: NewDrafts,
  calls: Calls,
  onDone: (book: PastedBook) => void,
) {
  const profiles = [...authors];
  const failed = new Set<string>();
  for (const name of newProfiles) {
    // If the profile can't be created, the draft is still added, without an author and with a note.
    await calls.createAuthor(name).then(
      (author) => profiles.push(author),
      () => failed.add(name.toLowerCase()),
    );
  }
  for (const { problem: _, ...book } of books.filter((one) => one.isChosen && canBeAdded(one))) {
    const author = book.data?.author_name;
    const problem =
      author && failed.has(author.toLowerCase())
        ? { problem: `We couldn’t create the author profile ${author}. Add it in the draft.` }
        : {};
    onDone(await addDraft({ ...book, ...problem }, draftBody(book, { authors: profiles, groups }, onlyAuthor), calls));
  }
}

async function addDraft(book: PastedBook, body: BookInput, calls: Calls): Promise<PastedBook> {
  try {
    const created = await calls.createBook(body, book.text);
    const withCover = book.data?.cover_url ? await calls.refreshCover(created.id).catch(() => created) : created;
    return { ...book, state: 'added', book: withCover, isChosen: false };
  } catch (error) {
    return { ...book, problem: calls.errorText(error as Error) };
  }
}
