import {
  flag,
  id,
  oneOf,
  page,
  type SearchOf,
  searchParams,
  searchWords,
  withoutEmpty,
} from '#client/ui/search-params.ts';
import type { booksApi } from '#shared/api/books.ts';
import type { Filters } from '#shared/api/client.ts';
import { RESULTS_PER_PAGE, STORES } from '#shared/business.ts';

/** Maximum prices to filter by, in US cents. Deals cost at most $4.99. */
export const PRICE_LIMITS: readonly number[] = [99, 199, 299, 399];

/** Sort orders of a list. In lists that aren't limited to deals, sorting by price, end, or clicks puts deals first. */
export const SORTS = {
  best: { label: 'Best match', sort_col: undefined, sort_dir: 'desc' },
  newest: { label: 'Newest first', sort_col: 'id', sort_dir: 'desc' },
  title: { label: 'Title A–Z', sort_col: 'title', sort_dir: 'asc' },
  price: { label: 'Lowest price', sort_col: 'sale_price_cents', sort_dir: 'asc' },
  ending: { label: 'Ending soon', sort_col: 'deal_ends_on', sort_dir: 'asc' },
  popular: { label: 'Most clicked', sort_col: 'popularity', sort_dir: 'desc' },
} as const;
export type Sort = keyof typeof SORTS;
/** Searches are sorted by relevance, which lists without search words don't have. */
export const defaultSort = (q?: string): Sort => (q ? 'best' : 'newest');

/** The query string of a list: `?q=…&category_id=…&free_only=true&price_max_cents=…&store=…&sort=…&page=…`. */
const SEARCH_PARAMS = searchParams({
  q: searchWords,
  category_id: id,
  free_only: flag,
  price_max_cents: oneOf(PRICE_LIMITS, null),
  store: oneOf(STORES, null),
  sort: oneOf(Object.keys(SORTS) as Sort[], undefined),
  page,
});
export type BookSearch = Omit<SearchOf<typeof SEARCH_PARAMS>, 'sort'> & { sort: Sort };

export function bookSearchOf(params: URLSearchParams): BookSearch {
  const { sort, ...search } = SEARCH_PARAMS.read(params);
  return { ...search, sort: sort && (search.q || sort !== 'best') ? sort : defaultSort(search.q) };
}

/** The address of a search on the page at `path`, without default values. */
export const bookSearchHref = (path: string, { sort, ...search }: Partial<BookSearch>) =>
  path + SEARCH_PARAMS.write({ ...search, sort: sort === defaultSort(search.q) ? undefined : sort });

/** A search as the API's filters. `fixed` are those of the page itself, such as deals only. */
export function bookFilters(
  { sort, ...search }: BookSearch,
  fixed: Filters<typeof booksApi.list> = {},
): Filters<typeof booksApi.list> {
  const { sort_col, sort_dir } = SORTS[sort];
  return {
    ...withoutEmpty(search),
    sort_col,
    sort_dir,
    per: RESULTS_PER_PAGE,
    ...fixed,
  };
}

/** True if the address filters the list. */
export const isFiltered = ({ q, category_id, free_only, price_max_cents, store }: BookSearch) =>
  q !== '' || category_id !== null || free_only || price_max_cents !== null || store !== null;
