import { implement, MemoizedResponse } from '#server/api/implement.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { booksApi } from '#shared/api/books.ts';
import type { Role } from '#shared/auth.ts';
import type { BookListQuery } from '#shared/books.ts';
import { findEditableBook, refreshCover, replaceCover } from './covers.ts';
import { type BookPage, cachedBookList, isCacheableList } from './list-cache.ts';
import { type BookRow, presentBook, presentBookDetails, presentPastDeal, type SiteLink } from './presenter.ts';
import { type BookScope, bookById, findPastDeals, listBooks } from './queries.ts';
import { type BookChangeHook, createBook, updateBook } from './service.ts';
import { getStoreData, refreshStoreData } from './store-data.ts';

type BookViewer = { role: Role; id: number } | null;

export function bookRoutes(deps: Deps, { siteLink, onChange }: { siteLink: SiteLink; onChange: BookChangeHook }) {
  const today = () => vancouverTime(deps.now()).date;
  /** Signed-in callers read from the primary, except in the public view, so that they see their changes right away. */
  const dbFor = (viewer: BookViewer) => (viewer ? deps.db : deps.reads);
  const presentFor = (viewer: BookViewer) => (book: BookRow, joins: readonly string[]) =>
    viewer ? presentBookDetails(book, joins, viewer.role) : presentBook(book, joins, siteLink);
  const respondWith = async (viewer: BookViewer, id: number, joins: readonly string[] = []) => {
    const book = await bookById(deps.db, id, scopeOf(viewer), today());
    return { book: presentFor(viewer)(book!, joins) };
  };
  const listCached = cachedBookList(deps, siteLink);
  /** Returns a function that gives a book's `past_deals` field, or {} unless the query joins it. */
  const loadPastDeals = async (db: Database, books: readonly { id: number }[], joins: readonly string[]) => {
    if (!joins.includes('past_deals')) return () => ({});
    const ids = books.map(({ id }) => id);
    const deals = await findPastDeals(db, ids, today());
    return ({ id }: { id: number }) => ({ past_deals: deals.get(id)?.map(presentPastDeal) ?? [] });
  };

  return implement(booksApi, {
    list: async ({ query, session }) => {
      const viewer: BookViewer = query.public ? null : session;
      if (!viewer && isCacheableList(query)) return serializeList(query, await listCached(query, today()));
      const { rows, total } = await listBooks(dbFor(viewer), query, scopeOf(viewer), today());
      const present = presentFor(viewer);
      const pastDealsField = await loadPastDeals(dbFor(viewer), rows, query.joins);
      return {
        books: rows.map((row) => ({ ...present(row, query.joins), ...pastDealsField(row) })),
        meta: metaOf(query, total),
      };
    },
    show: async ({ id, query, session }) => {
      const viewer: BookViewer = query.public ? null : session;
      const db = dbFor(viewer);
      const book = await bookById(db, id, scopeOf(viewer), today());
      if (!book) throw notFound();
      const pastDealsField = await loadPastDeals(db, [book], query.joins);
      return { book: { ...presentFor(viewer)(book, query.joins), ...pastDealsField(book) } };
    },
    create: async ({ actor, body }) => {
      const { id } = await createBook(deps, actor.id, body);
      return respondWith(actor, id, ['author', 'category']);
    },
    update: async ({ id, actor, query, body }) => {
      await updateBook(deps, { id, actor, patch: body, onChange });
      return respondWith(actor, id, query.joins);
    },
    refreshCover: async ({ id, actor }) => {
      await refreshCover(deps, { id, actor, onChange });
      return respondWith(actor, id);
    },
    refreshStoreData: async ({ id, actor }) => {
      await refreshStoreData(deps, await findEditableBook(deps, { id, actor }));
      return respondWith(actor, id);
    },
    replaceCover: async ({ id, actor, readFile }) => {
      await findEditableBook(deps, { id, actor });
      await replaceCover(deps, { id, actor, onChange }, await readFile());
      return respondWith(actor, id);
    },
    storeData: async ({ asin }) => ({ amazon_api_data: await getStoreData(deps, asin) }),
    storeDataAtRoot: async ({ asin }) => ({ amazon_api_data: await getStoreData(deps, asin) }),
  });
}

const START = Buffer.from('{"books":[');
const COMMA = Buffer.from(',');

/** The list as JSON, joined from each book's memoized bytes. */
function serializeList(query: BookListQuery, { books, total, etag }: BookPage) {
  const meta = metaOf(query, total);
  const json = () =>
    Buffer.concat([
      START,
      ...books.flatMap((book, index) => (index ? [COMMA, book.json] : [book.json])),
      Buffer.from(`],"meta":${JSON.stringify(meta)}}`),
    ]);
  return new MemoizedResponse({ books: books.map(({ book }) => book), meta }, { json, etag });
}

function scopeOf(viewer: BookViewer): BookScope {
  if (!viewer) return { kind: 'public' };
  return viewer.role === 'partner' ? { kind: 'partner', partner_id: viewer.id } : { kind: 'user' };
}
