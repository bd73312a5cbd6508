import type { AuthorFilters } from '#shared/public-api.ts';

/** What the list's address says: `?q=…&letter=…&page=…`. */
export type AuthorSearch = { q: string; letter: string; page: number };

export const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const AUTHORS_PER_PAGE = 60;

/** Reads an address; what makes no sense there counts as not said. */
export function authorSearchOf(params: URLSearchParams): AuthorSearch {
  const letter = (params.get('letter') ?? '').toLowerCase();
  const page = params.get('page') ?? '';
  return {
    q: (params.get('q') ?? '').trim().slice(0, 100),
    letter: LETTERS.includes(letter) ? letter : '',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
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

export const authorFilters = ({ q, letter, page }: AuthorSearch): AuthorFilters => ({
  ...(q ? { q } : {}),
  ...(letter ? { letter } : {}),
  page,
  per: AUTHORS_PER_PAGE,
});
