import { implement, WrittenAnswer } from '#server/api/implement.ts';
import { vancouver } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { booksApi } from '#shared/api/books.ts';
import type { Role } from '#shared/auth.ts';
import type { BookListQuery } from '#shared/books.ts';
import { bookOf, refreshCover, replaceCover } from './covers.ts';
import { bookLists, isPlainList, type ListedPage } from './listed.ts';
import { type BookRow, presentBook, presentBookInFull, presentPastDeal, type SiteLink } from './presenter.ts';
import { type BookScope, bookById, listBooks, pastDeals } from './queries.ts';
import { type BookWatch, createBook, updateBook } from './service.ts';
import { storeDataFor } from './store-data.ts';

type Asker = { role: Role; id: number } | null;

export function bookRoutes(deps: Deps, { siteLink, watch }: { siteLink: SiteLink; watch: BookWatch }) {
  const today = () => vancouver(deps.now()).date;
  /** Signed-in callers read from the primary, so that they see their own changes immediately. */
  const dbFor = (asker: Asker) => (asker ? deps.db : deps.reads);
  const presentFor = (asker: Asker) => (book: BookRow, joins: readonly string[]) =>
    asker ? presentBookInFull(book, joins, asker.role) : presentBook(book, joins, siteLink);
  const answer = async (asker: Asker, id: number, joins: readonly string[] = []) => {
    const book = await bookById(deps.db, id, scopeOf(asker), today());
    return { book: presentFor(asker)(book!, joins) };
  };
  const listed = bookLists(deps, siteLink);

  return implement(booksApi, {
    list: async ({ query, session }) => {
      const asker: Asker = query.public ? null : session;
      if (!asker && isPlainList(query)) return writtenList(query, await listed(query, today()));
      const { rows, total } = await listBooks(dbFor(asker), query, scopeOf(asker), today());
      const present = presentFor(asker);
      return { books: rows.map((row) => present(row, query.joins)), meta: metaOf(query, total) };
    },
    show: async ({ id, query, session }) => {
      const asker: Asker = query.public ? null : session;
      const db = dbFor(asker);
      const book = await bookById(db, id, scopeOf(asker), today());
      if (!book) throw missing();
      const past_deals = query.joins.includes('past_deals')
        ? (await pastDeals(db, book.id, today())).map(presentPastDeal)
        : undefined;
      return { book: { ...presentFor(asker)(book, query.joins), past_deals } };
    },
    create: async ({ by, body }) => {
      const { id } = await createBook(deps, by.id, body);
      return answer(by, id, ['author', 'category']);
    },
    update: async ({ id, by, query, body }) => {
      await updateBook(deps, { id, by, patch: body, watch });
      return answer(by, id, query.joins);
    },
    refreshCover: async ({ id, by }) => {
      await refreshCover(deps, { id, by, watch });
      return answer(by, id);
    },
    replaceCover: async ({ id, by, readFile }) => {
      await bookOf(deps, { id, by });
      await replaceCover(deps, { id, by, watch }, await readFile());
      return answer(by, id);
    },
    storeData: async ({ asin }) => ({ amazon_api_data: await storeDataFor(deps, asin) }),
    storeDataAtRoot: async ({ asin }) => ({ amazon_api_data: await storeDataFor(deps, asin) }),
  });
}

/** The list as JSON, joined from each book's memoized text. */
function writtenList(query: BookListQuery, { books, total, etag }: ListedPage) {
  const meta = metaOf(query, total);
  const json = () => `{"books":[${books.map((book) => book.json).join(',')}],"meta":${JSON.stringify(meta)}}`;
  return new WrittenAnswer({ books: books.map(({ book }) => book), meta }, { json, etag });
}

function scopeOf(asker: Asker): BookScope {
  if (!asker) return { kind: 'public' };
  return asker.role === 'partner' ? { kind: 'partner', partner_id: asker.id } : { kind: 'user' };
}
