import { useEffect, useRef } from 'react';
import { browserStore, rememberedSearch, rememberSearch, type Search } from '#client/api/stored.ts';
import { useSearchParams } from '#client/app/router.ts';
import { pageOf } from '../search-params.ts';

/** The filters alone: what is remembered. */
export function withoutPage(params: URLSearchParams) {
  const filters = new URLSearchParams(params);
  filters.delete('page');
  return filters.toString();
}

/** A change of filters leads to the first page unless it names one; '' takes a filter away. */
export function changedSearch(params: URLSearchParams, changes: { [name: string]: string }) {
  const next = new URLSearchParams(withoutPage(params));
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}

/** The filters of a list: in the address, and remembered until log out for a visit without any. */
export function useListSearch(list: Search) {
  const [params, setParams] = useSearchParams();
  const arrived = useRef(false);
  const kept = !arrived.current && params.size === 0 ? rememberedSearch(list, browserStore()) : '';
  const shown = kept ? new URLSearchParams(kept) : params;
  const filters = withoutPage(shown);

  useEffect(() => {
    arrived.current = true;
    rememberSearch(list, filters, browserStore());
    if (kept) setParams(kept, { replace: true });
  }, [list, filters, kept, setParams]);

  return {
    get: (name: string) => shown.get(name) ?? '',
    page: pageOf(shown),
    isFiltered: filters !== '',
    change: (changes: { [name: string]: string }) => setParams(changedSearch(shown, changes), { replace: true }),
    clear: () => setParams('', { replace: true }),
    pageHref: (page: number) => `?${changedSearch(shown, page > 1 ? { page: String(page) } : {})}`,
  };
}
