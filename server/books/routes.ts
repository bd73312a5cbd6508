import { implement, MemoizedResponse } from '#server/api/implement.ts';
import { vancouver } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { booksApi } from '#shared/api/books.ts';
import type { Role } from '#shared/auth.ts';
import type { BookListQuery } from '#shared/books.ts';
import { bookOf, refreshCover, replaceCover } from './covers.ts';
import { bookLists, isPlainList, type ListedPage } from './list-cache.ts';
import { type BookRow, presentBook, presentBookInFull, presentPastDeal, type SiteLink } from './presenter.ts';
import { type BookScope, bookById, listBooks, pastDealsOf } from './queries.ts';
import { type BookChangeHook, createBook, updateBook } from './service.ts';
import { refreshStoreData, storeDataFor } from './store-data.ts';

type BookViewer = { role: Role; id: number } | null;

export function bookRoutes(deps: Deps, { siteLink, watch }: { siteLink: SiteLink; watch: BookChangeHook }) {
  const today = () => vancouver(deps.now()).date;
  /** Signed-in callers read from the primary, so that they see their own changes immediately. */
  const dbFor = (asker: BookViewer) => (asker ? deps.db : deps.reads);
  const presentFor = (asker: BookViewer) => (book: BookRow, joins: readonly string[]) =>
    asker ? presentBookInFull(book, joins, asker.role) : presentBook(book, joins, siteLink);
  const answer = async (asker: BookViewer, id: number, joins: readonly string[] = []) => {
    const book = await bookById(deps.db, id, scopeOf(asker), today());
    return { book: presentFor(asker)(book!, joins) };
  };
  const listed = bookLists(deps, siteLink);
  /** The field of each book, if the query joins it. */
  const withPastDeals = async (db: Database, books: readonly { id: number }[], joins: readonly string[]) => {
    if (!joins.includes('past_deals')) return () => ({});
    const ids = books.map(({ id }) => id);
    const deals = await pastDealsOf(db, ids, today());
    return ({ id }: { id: number }) => ({ past_deals: deals.get(id)?.map(presentPastDeal) ?? [] });
  };

  return implement(booksApi, {
    list: async ({ query, session }) => {
      const asker: BookViewer = query.public ? null : session;
      if (!asker && isPlainList(query)) return writtenList(query, await listed(query, today()));
      const { rows, total } = await listBooks(dbFor(asker), query, scopeOf(asker), today());
      const present = presentFor(asker);
      const past_deals = await withPastDeals(dbFor(asker), rows, query.joins);
      return {
        books: rows.map((row) => ({ ...present(row, query.joins), ...past_deals(row) })),
        meta: metaOf(query, total),
      };
    },
    show: async ({ id, query, session }) => {
      const asker: BookViewer = query.public ? null : session;
      const db = dbFor(asker);
      const book = await bookById(db, id, scopeOf(asker), today());
      if (!book) throw notFound();
      const past_deals = await withPastDeals(db, [book], query.joins);
      return { book: { ...presentFor(asker)(book, query.joins), ...past_deals(book) } };
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
    refreshStoreData: async ({ id, by }) => {
      await refreshStoreData(deps, await bookOf(deps, { id, by }));
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
  return new MemoizedResponse({ books: books.map(({ book }) => book), meta }, { json, etag });
}

function scopeOf(asker: BookViewer): BookScope {
  if (!asker) return { kind: 'public' };
  return asker.role === 'partner' ? { kind: 'partner', partner_id: asker.id } : { kind: 'user' };
}
