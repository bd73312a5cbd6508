import { pageOf } from '#client/ui/page-of.ts';
import type { booksApi } from '#shared/api/books.ts';
import type { Filters } from '#shared/api/client.ts';
import { RESULTS_PER_PAGE, STORES, type Store } from '#shared/business.ts';

/** What a list's address says: `?q=…&category_id=…&free_only=true&price_max_cents=…&store=…&sort=…&page=…`. */
export type BookSearch = {
  q: string;
  category_id: number | null;
  free_only: boolean;
  price_max_cents: number | null;
  store: Store | null;
  sort: Sort;
  page: number;
};

/** US cents; deals cost 4.99 at most. */
export const PRICE_LIMITS: readonly number[] = [99, 199, 299, 399];

/** Where not all books are deals, those that are come first by price, end and clicks. */
export const SORTS = {
  best: { label: 'Best match', sort_col: undefined, sort_dir: 'desc' },
  newest: { label: 'Newest first', sort_col: 'id', sort_dir: 'desc' },
  title: { label: 'Title A–Z', sort_col: 'title', sort_dir: 'asc' },
  price: { label: 'Lowest price', sort_col: 'sale_price_cents', sort_dir: 'asc' },
  ending: { label: 'Ending soon', sort_col: 'deal_ends_on', sort_dir: 'asc' },
  popular: { label: 'Most clicked', sort_col: 'popularity', sort_dir: 'desc' },
} as const;
export type Sort = keyof typeof SORTS;
/** Words are answered by how well a book matches them; without words nothing matches better than another. */
const usualSort = (q?: string): Sort => (q ? 'best' : 'newest');
const sortOf = (text: string, q?: string): Sort =>
  Object.hasOwn(SORTS, text) && (q || text !== 'best') ? (text as Sort) : usualSort(q);

/** Reads an address; what makes no sense there counts as not said. */
export function bookSearchOf(params: URLSearchParams): BookSearch {
  const id = params.get('category_id') ?? '';
  const price = Number(params.get('price_max_cents'));
  const sort = params.get('sort') ?? '';
  return {
    q: (params.get('q') ?? '').trim().slice(0, 100),
    category_id: /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null,
    free_only: params.get('free_only') === 'true',
    price_max_cents: PRICE_LIMITS.includes(price) ? price : null,
    store: STORES.find((store) => store === params.get('store')) ?? null,
    sort: sortOf(sort, params.get('q')?.trim()),
    page: pageOf(params),
  };
}

/** The address of a search below `path`; what stands for "everything" is left out. */
export function bookSearchHref(path: string, search: Partial<BookSearch>) {
  const { q, category_id, free_only, price_max_cents, store, sort, page } = search;
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (category_id) params.set('category_id', String(category_id));
  if (free_only) params.set('free_only', 'true');
  if (price_max_cents) params.set('price_max_cents', String(price_max_cents));
  if (store) params.set('store', store);
  if (sort && sort !== usualSort(q)) params.set('sort', sort);
  if (page && page > 1) params.set('page', String(page));
  return params.size > 0 ? `${path}?${params}` : path;
}

/** The API's filters. `fixed` is what the page itself decides, such as deals only. */
export function bookFilters(
  search: BookSearch,
  fixed: Filters<typeof booksApi.list> = {},
): Filters<typeof booksApi.list> {
  const { sort_col, sort_dir } = SORTS[search.sort];
  return {
    ...(search.q ? { q: search.q } : {}),
    ...(search.category_id ? { category_id: search.category_id } : {}),
    ...(search.free_only ? { free_only: true } : {}),
    ...(search.price_max_cents ? { price_max_cents: search.price_max_cents } : {}),
    ...(search.store ? { store: search.store } : {}),
    sort_col,
    sort_dir,
    page: search.page,
    per: RESULTS_PER_PAGE,
    ...fixed,
  };
}

/** Whether the address asks for less than everything. */
export const isNarrowed = ({ q, category_id, free_only, price_max_cents, store }: BookSearch) =>
  q !== '' || category_id !== null || free_only || price_max_cents !== null || store !== null;
