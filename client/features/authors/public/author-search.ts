import { pageOf } from '#client/ui/page-of.ts';
import type { authorsApi } from '#shared/api/authors.ts';
import type { Filters } from '#shared/api/client.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';

/** What the list's address says: `?q=…&letter=…&page=…`. */
export type AuthorSearch = { q: string; letter: string; page: number };

export const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Reads an address; what makes no sense there counts as not said. */
export function authorSearchOf(params: URLSearchParams): AuthorSearch {
  const letter = (params.get('letter') ?? '').toLowerCase();
  return {
    q: (params.get('q') ?? '').trim().slice(0, 100),
    letter: LETTERS.includes(letter) ? letter : '',
    page: pageOf(params),
  };
}

/** The address of a search below `path`; what stands for "everything" is left out. */
export function authorSearchHref(path: string, { q, letter, page }: Partial<AuthorSearch>) {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (letter) params.set('letter', letter);
  if (page && page > 1) params.set('page', String(page));
  return params.size > 0 ? `${path}?${params}` : path;
}

export const authorFilters = ({ q, letter, page }: AuthorSearch): Filters<typeof authorsApi.list> => ({
  ...(q ? { q } : {}),
  ...(letter ? { letter } : {}),
  page,
  per: RESULTS_PER_PAGE,
});
