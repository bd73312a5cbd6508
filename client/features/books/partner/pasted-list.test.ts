import { expect, it } from 'vitest';
import { ApiError } from '#client/api/api-error.ts';
import type { Author } from '#shared/authors.ts';
import type { Book, BookInput, StoreData } from '#shared/books.ts';
import { readPastedList } from '#shared/pasted-books.ts';
import {
  addDrafts,
  canBeAdded,
  draftBody,
  findMergeTarget,
  lookUp,
  mergeBooks,
  mergeRange,
  missingProfiles,
  type PastedBook,
  pendingBook,
} from './pasted-list.ts';

const unknown = new ApiError({ kind: 404, method: 'GET', path: '/', role: 'partner', body: {} });
const errorText = (error: Error) => error.message;
const data = { asin: 'B0DEMO0042', title: 'Ivanhoe', author_name: 'Walter Scott', cover_url: '/c.svg' } as StoreData;
const owned = [{ id: 5, title: 'Emma', cover_url: '/emma.webp', asin: 'B0DEMO0001', isbn13: '9780306406157' }];

const lookUpAll = async (text: string) => {
  const lookup = {
    owned,
    errorText,
    fetchStoreData: async (asin: string) => {
      if (asin === data.asin) return data;
      throw asin === 'B0DEMO0404' ? unknown : new Error('Amazon isn’t responding right now.');
    },
  };
  return Promise.all(readPastedList(text)!.map((entry) => lookUp(pendingBook(entry), lookup)));
};

it('classifies each pasted book as found, yours, untitled, or unreadable', async () => {
  const lines = ['B0DEMO0042', 'B0DEMO0001', '0-306-40615-2', 'B0DEMO0404', 'B0DEMO0503', 'hello'];
  const books = await lookUpAll([...lines, 'https://www.kobo.com/us/en/ebook/z'].join('\n'));
  expect(books.map(({ state }) => state)).toEqual([
    ...['found', 'yours', 'yours', 'untitled', 'untitled', 'unreadable', 'untitled'],
  ]);
  expect(books.map(({ problem }) => problem).filter(Boolean)).toEqual([
    'We couldn’t find B0DEMO0404 on Amazon. Enter the title to add it anyway.',
    'Amazon isn’t responding right now. Enter the title to add it anyway.',
    'We can look up books only on Amazon. Enter the title.',
  ]);
  expect(books.map(canBeAdded)).toEqual([true, false, false, false, false, false, false]);
  expect(canBeAdded({ ...books[3]!, title: ' Half an Idea ' })).toBe(true);
});

it('says that an Amazon short link has no ASIN', async () => {
  const books = await lookUpAll('https://amzn.to/3abc\nMy Own https://a.co/d/3xYzAbC\nB0DEMO0042');
  const explanation = 'This short link doesn’t contain the ASIN. Paste the full link or the ASIN.';
  expect(books.map(({ problem }) => problem)).toEqual([
    `${explanation} Or enter the title to add it anyway.`,
    `${explanation} Or check the title to add it anyway.`,
    undefined,
  ]);
});

it('names the missing profiles of the chosen books once', () => {
  const found = (author_name: string | null, isChosen = true) =>
    ({ state: 'found', data: { ...data, author_name }, isChosen }) as PastedBook;
  const books = [found('Walter Scott'), found('WALTER SCOTT'), found('Jane Austen'), found(null), found('X', false)];
  expect(missingProfiles(books, [{ name: 'jane austen' }])).toEqual(['WALTER SCOTT']);
});

it('makes the sole profile the author of a draft without store data', async () => {
  const [untitled] = (await lookUpAll('B0DEMO0404\nB0DEMO0042')).map((book) => ({ ...book, title: ' A Title ' }));
  const sole = { id: 7, name: 'Ada Quill' } as Author;
  const catalog = { authors: [sole], groups: [] };
  expect(draftBody(untitled!, catalog, sole)).toMatchObject({
    ...{ title: 'A Title', asin: 'B0DEMO0404', status: 'draft', author_id: 7, category_id: null },
  });
  expect(draftBody(untitled!, catalog).author_id).toBeNull();
});

it('adds the other drafts if one fails, with the new profiles', async () => {
  const books = (await lookUpAll('B0DEMO0042\nB0DEMO0404\nB0DEMO0503')).map((book, position) => ({
    ...{ ...book, isChosen: true },
    title: ['', 'Taken', 'Mine'][position]!,
  }));
  const sent: BookInput[] = [];
  const calls = {
    errorText,
    createAuthor: async (name: string) => ({ id: 9, name }) as Author,
    createBook: async (body: BookInput) => {
      if (body.title === 'Taken') throw new Error('ASIN is already one of your books');
      sent.push(body);
      return { id: sent.length, title: body.title } as Book;
    },
    refreshCover: () => Promise.reject(new Error('no cover')),
  };
  const results: PastedBook[] = [];
  const catalog = { authors: [], groups: [], newProfiles: ['Walter Scott'] };
  await addDrafts(books, catalog, calls, (book) => results.push(book));
  expect(sent.map(({ title, author_id, status }) => [title, author_id, status])).toEqual([
    ['Ivanhoe', 9, 'draft'],
    ['Mine', null, 'draft'],
  ]);
  expect(results.map(({ state, problem }) => [state, problem])).toEqual([
    ['added', undefined],
    ['untitled', 'ASIN is already one of your books'],
    ['added', undefined],
  ]);
});

it('adds the drafts of an author whose profile can’t be created, and says what to do', async () => {
  const calls = {
    errorText,
    createAuthor: () => Promise.reject(new Error('Something went wrong.')),
    createBook: async (body: BookInput) => ({ id: 1, title: body.title, author_id: body.author_id }) as Book,
    refreshCover: async (id: number) => ({ id }) as Book,
  };
  const results: PastedBook[] = [];
  const books = (await lookUpAll('B0DEMO0042\nB0DEMO0503')).map((book) => ({ ...book, isChosen: true, title: 'Mine' }));
  const catalog = { authors: [], groups: [], newProfiles: ['WALTER SCOTT'] };
  await addDrafts(books, catalog, calls, (book) => results.push(book));
  expect(results.map(({ state, problem }) => [state, problem])).toEqual([
    ['added', 'We couldn’t create the author profile Walter Scott. Add it in the draft.'],
    ['added', undefined],
  ]);
});

it('merges a book with the one above it when the partner says that they are the same', async () => {
  const lines = ['https://www.kobo.com/us/en/ebook/ivanhoe', 'B0DEMO0042', 'B0DEMO0404', 'hello', 'B0DEMO0001'];
  const [kobo, ivanhoe, other, unreadable, mine] = await lookUpAll(lines.join('\n'));
  expect(findMergeTarget([kobo!], 0)).toBeUndefined();
  expect(findMergeTarget([kobo!, ivanhoe!], 1)).toBe(0);
  expect(findMergeTarget([ivanhoe!, other!], 1)).toBeUndefined();
  expect(findMergeTarget([ivanhoe!, unreadable!], 1)).toBeUndefined();
  expect(findMergeTarget([kobo!, mine!], 1)).toBeUndefined();
  const merged = mergeBooks({ ...kobo!, title: 'typed' }, ivanhoe!);
  expect(merged).toMatchObject({
    state: 'found',
    isChosen: true,
    parts: [{ title: 'typed' }, ivanhoe],
  });
  expect(merged.problem).toBeUndefined();
  expect(findMergeTarget([merged, other!], 1)).toBeUndefined();
  expect(draftBody(merged, { authors: [], groups: [] })).toMatchObject({
    ...{ title: 'Ivanhoe', asin: 'B0DEMO0042', kobo_url: 'https://www.kobo.com/us/en/ebook/ivanhoe' },
  });
  const untitled = mergeBooks({ ...other!, title: ' ' }, { ...kobo!, title: 'Half an Idea', isChosen: true });
  expect(untitled).toMatchObject({ state: 'untitled', title: 'Half an Idea', isChosen: true });
});

it('takes the title of an untitled book from its line, and from a line below', async () => {
  const books = await lookUpAll(
    [
      'The Long Wait, Again – https://www.kobo.com/us/en/ebook/wait',
      ...['B0DEMO0404', 'Half an Idea', 'https://www.kobo.com/us/en/ebook/half'],
      'https://www.amazon.com/s?k=half',
    ].join('\n'),
  );
  expect(books.map(({ state, title, isChosen }) => [state, title, isChosen])).toEqual([
    ['untitled', 'The Long Wait, Again', true],
    ['untitled', '', false],
    ['unreadable', 'Half an Idea', false],
    ['untitled', '', false],
    ['unreadable', '', false],
  ]);
  expect(books[0]!.problem).toBe('We can look up books only on Amazon. Check the title.');
  expect(books.map((_, position) => findMergeTarget(books, position))).toEqual([undefined, 0, 1, 1, undefined]);
  expect(books.slice(1, 4).reduce(mergeBooks)).toMatchObject({
    ...{ state: 'untitled', title: 'Half an Idea', isChosen: true },
    pasted: { asins: ['B0DEMO0404'], links: { kobo: 'https://www.kobo.com/us/en/ebook/half' } },
  });
});

it('uses the chosen one of several unreadable lines as the title', async () => {
  const books = await lookUpAll('B0DEMO0404\nMy favorite\nHalf an Idea\nB0DEMO0503');
  expect(books.map((_, position) => findMergeTarget(books, position))).toEqual([undefined, 0, 0, undefined]);
  expect(mergeRange(books, 0, 2)).toMatchObject([
    { state: 'untitled', title: 'Half an Idea', isChosen: true },
    { pasted: { asins: ['B0DEMO0503'] } },
  ]);
  expect(mergeRange(books, 0, 1)).toMatchObject([{ title: 'My favorite' }, { state: 'unreadable' }, {}]);
});

it('takes the titles from the lines above if the list begins with a title', async () => {
  const books = await lookUpAll(
    [
      ...['First Novel', 'https://www.amazon.com/dp/B0DEMO0404', 'Second Novel', 'https://amzn.to/3abc'],
      ...['My favorite', 'Third Novel', 'https://www.kobo.com/us/en/ebook/third'],
    ].join('\n'),
  );
  expect(books.map(({ state, title, isChosen }) => [state, title, isChosen])).toEqual([
    ['untitled', 'First Novel', true],
    ['untitled', 'Second Novel', true],
    ['unreadable', 'My favorite', false],
    ['untitled', 'Third Novel', true],
  ]);
  expect(findMergeTarget(books, 2)).toBeUndefined();
});
