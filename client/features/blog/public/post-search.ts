import { pageOf } from '#client/ui/page-of.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';

/** What a list's address says: `?q=…&tag_id=…&page=…`. */
export type PostSearch = { q: string; tag_id: number | null; page: number };

const MAX_Q = 100;

/** Reads an address; what makes no sense there counts as not said. */
export function postSearchOf(params: URLSearchParams): PostSearch {
  return {
    q: (params.get('q') ?? '').trim().slice(0, MAX_Q),
    tag_id: numberIn(params.get('tag_id')),
    page: pageOf(params),
  };
}

/** The address of a search below `path`; what stands for "everything" is left out. */
export function postSearchHref(path: string, { q, tag_id, page }: Partial<PostSearch>) {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (tag_id) params.set('tag_id', String(tag_id));
  if (page && page > 1) params.set('page', String(page));
  return params.size > 0 ? `${path}?${params}` : path;
}

export const postFilters = ({ q, tag_id, page }: PostSearch) => ({
  ...(q ? { q } : {}),
  ...(tag_id ? { tag_id } : {}),
  page,
  per: RESULTS_PER_PAGE,
});

const numberIn = (text: string | null) => (text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null);
