import { RESULTS_PER_PAGE } from '#shared/business.ts';
import type { BookFilters } from '#shared/public-api.ts';

/** What a list's address says: `?q=…&category_id=…&free_only=true&sort=…&page=…`. */
export type BookSearch = { q: string; category_id: number | null; free_only: boolean; sort: Sort; page: number };

export const SORTS = {
  newest: { label: 'Newest first', sort_col: 'id', sort_dir: 'desc' },
  title: { label: 'Title A–Z', sort_col: 'title', sort_dir: 'asc' },
} as const;
export type Sort = keyof typeof SORTS;

/** Reads an address; what makes no sense there counts as not said. */
export function bookSearchOf(params: URLSearchParams): BookSearch {
  const id = params.get('category_id') ?? '';
  const page = params.get('page') ?? '';
  return {
    q: (params.get('q') ?? '').trim().slice(0, 100),
    category_id: /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null,
    free_only: params.get('free_only') === 'true',
    sort: params.get('sort') === 'title' ? 'title' : 'newest',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a search below `path`; what stands for "everything" is left out. */
export function bookSearchHref(path: string, { q, category_id, free_only, sort, page }: Partial<BookSearch>) {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (category_id) params.set('category_id', String(category_id));
  if (free_only) params.set('free_only', 'true');
  if (sort && sort !== 'newest') params.set('sort', sort);
  if (page && page > 1) params.set('page', String(page));
  return params.size > 0 ? `${path}?${params}` : path;
}

/** The API's filters. `fixed` is what the page itself decides, such as deals only. */
export function bookFilters(search: BookSearch, fixed: BookFilters = {}): BookFilters {
  const { sort_col, sort_dir } = SORTS[search.sort];
  return {
    ...(search.q ? { q: search.q } : {}),
    ...(search.category_id ? { category_id: search.category_id } : {}),
    ...(search.free_only ? { free_only: true } : {}),
    sort_col,
    sort_dir,
    page: search.page,
    per: RESULTS_PER_PAGE,
    ...fixed,
  };
}
