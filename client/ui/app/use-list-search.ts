import { useEffect, useRef } from 'react';
import { browserStore, rememberedSearch, rememberSearch, type Search } from '#client/api/stored.ts';
import { useSearchParams } from '#client/app/router.ts';
import { pageOf } from '../page-of.ts';
import { changedSearch, withoutPage } from './list-search.ts';

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
