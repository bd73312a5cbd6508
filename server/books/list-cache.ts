/**
 * The public list of books in its most requested forms: all books or one category by id, or search results. A statement
 * finds ids and versions in book_cards; the books are cached in memory until their version or the date changes. Row a1
 * of docs/performance.md compares this with building the list for each request.
 */

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import { shareNextRun } from '#server/platform/memoize.ts';
import type { BookListQuery, Book as BookResponse } from '#shared/books.ts';
import { type HydratedBook, hydrateBooks } from './hydrate.ts';
import { createPageCursors, type PageCursor } from './page-cursors.ts';
import { presentHydrated, type SiteLink } from './presenter.ts';
import { findBooks } from './search-query.ts';

export type CachedBook = { book: BookResponse; json: Buffer };
/** `etag` changes with any of the books and with the total. */
export type BookPage = { books: CachedBook[]; total: number; etag: string };
type Page = { total: number; changed: string; ids: number[]; versions: string[] };

const MAX_BOOKS = 5_000;

/** True for a list with only a page, a direction, and optionally either a category or search words (by relevance). */
export const isCacheableList = ({
  page,
  per,
  sort_dir,
  public: _,
  q,
  sort_col,
  category_id,
  joins,
  ...filters
}: BookListQuery) =>
  (q ? !sort_col && !category_id : (sort_col ?? 'id') === 'id') &&
  !joins.length &&
  Object.values(filters).every((value) => value === undefined);

/** Shared by the pages and the API of a process. */
const listsByPool = new WeakMap<Pool, ReturnType<typeof createBookLists>>();

export function cachedBookList({ readsPool: pool }: Pick<Deps, 'readsPool'>, siteLink: SiteLink) {
  const lists = listsByPool.get(pool) ?? createBookLists(pool, (book) => presentHydrated(book, siteLink));
  listsByPool.set(pool, lists);
  return lists;
}

function createBookLists(pool: Pool, present: (book: HydratedBook) => BookResponse) {
  const bookCache = new LRUCache<string, CachedBook>({ max: MAX_BOOKS });
  const cursors = createPageCursors();

  const listShared = shareNextRun(
    ({ query, date }: { query: BookListQuery; date: string }) => listCachedBooks(query, date),
    ({ query: { page, per, sort_dir, category_id, q }, date }) =>
      JSON.stringify([page, per, sort_dir, category_id, q, date]),
  );
  /** `date` is the Vancouver date. */
  return (query: BookListQuery, date: string) => listShared({ query, date });

  /** Books are cached by version and date, because deals start and end. */
  async function listCachedBooks(query: BookListQuery, date: string): Promise<BookPage> {
    const { total, ids, versions } = await (query.q ? findBooks(pool, { ...query, q: query.q }) : pageOfIds(query));
    const keys = ids.map((id, index) => `${id} ${versions[index]} ${date}`);
    const cached = keys.map((key) => bookCache.get(key));
    const missingIds = ids.filter((_, index) => !cached[index]);
    const loadedBooks = new Map(
      (await hydrateBooks(pool, missingIds, date)).map((book) => [book.id, renderBook(book)]),
    );
    const books = ids.map((id, index) => cached[index] ?? loadedBooks.get(id));
    for (const [index, id] of ids.entries()) {
      if (loadedBooks.has(id)) bookCache.set(keys[index]!, loadedBooks.get(id)!);
    }
    // A book deleted between the two reads is missing here.
    const listedBooks = books.filter((book) => book !== undefined);
    const bytes = listedBooks.reduce((sum, { json }) => sum + json.length, 0);
    return { books: listedBooks, total, etag: etagOf(`${keys} ${total} ${query.page} ${query.per} ${bytes}`) };
  }

  function renderBook(hydrated: HydratedBook): CachedBook {
    const book = present(hydrated);
    return { book, json: Buffer.from(JSON.stringify(book)) };
  }

  async function pageOfIds(query: BookListQuery): Promise<Page> {
    const list = `${query.category_id ?? 0} ${query.sort_dir} ${query.per}`;
    const cursor = cursors.nearest(list, query.page);
    let page = await findPage(pool, query, cursor);
    if (cursor && page.changed !== cursor.changed) page = await findPage(pool, query, null);
    const last = page.ids.length === query.per ? page.ids.at(-1)! : null;
    cursors.remember(list, {
      changed: page.changed,
      page: query.page,
      before: beforeFirst(page, query.sort_dir),
      last,
    });
    return page;
  }
}

/** Reads from the start or from a remembered position. Totals come from a counter row, so nothing is counted. */
async function findPage(pool: Pool, query: BookListQuery, cursor: PageCursor | null): Promise<Page> {
  const { category_id = 0, sort_dir } = query;
  const { skip, take } = pageOf({ page: query.page - (cursor ? cursor.page - 1 : 0), per: query.per });
  const { rows } = await pool.query<Page>({
    ...statementFor(sort_dir, { inCategory: category_id > 0, hasCursor: cursor !== null }),
    values: [category_id, take, skip, ...(cursor ? [cursor.after] : [])],
  });
  return rows[0] ?? { total: 0, changed: '0', ids: [], versions: [] };
}

type StatementKind = { inCategory: boolean; hasCursor: boolean };

/**
 * A statement that each connection prepares once. $1 is the category, $2 the limit, $3 the offset, $4 the id before the
 * cursor's page.
 */
function statementFor(direction: 'asc' | 'desc', { inCategory, hasCursor }: StatementKind) {
  const afterCursor = hasCursor ? `and book_id ${direction === 'asc' ? '>' : '<'} $4` : '';
  const cardsWhere = (condition: string) =>
    `(select book_id, version from book_cards where status = 'active' ${condition} ${afterCursor} order by book_id ${direction} limit $2::int + $3::int)`;
  const cards = inCategory
    ? `${cardsWhere('and category_id = $1')} union all ${cardsWhere('and secondary_category_id = $1 and category_id <> $1')}`
    : cardsWhere('');
  return {
    name: `books-page ${direction} ${inCategory} ${hasCursor}`,
    text: `
    with page as (select book_id, version from (${cards}) cards order by book_id ${direction} limit $2 offset $3)
    select books as total, changed, array(select book_id from page order by book_id ${direction}) as ids,
      array(select version from page order by book_id ${direction}) as versions
    from book_counts where category_id = $1`,
  };
}

/** A position just before the page's first id, or null for an empty page. */
const beforeFirst = ({ ids: [first] }: Page, direction: 'asc' | 'desc') =>
  first === undefined ? null : first + (direction === 'asc' ? -1 : 1);

const etagOf = (text: string) => `W/"${createHash('sha1').update(text).digest('base64url')}"`;
