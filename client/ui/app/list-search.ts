import { useEffect, useRef } from 'react';
import { browserStore, type RememberedList, rememberedSearch, rememberSearch } from '#client/api/stored.ts';
import { useSearchParams } from '#client/app/router.ts';
import type { SearchAddress, SearchField } from '../search-params.ts';

type ListFields = { [name: string]: SearchField<unknown> } & { page: SearchField<number> };

/** Query parameter for a link whose filter isn't remembered as the list's last search. */
export const NOT_REMEMBERED = 'remember=no';

/**
 * The search of a list, stored in the page's query string. A change goes back to page 1 unless it sets a page. With
 * `list`, a visit without a query restores the last search since sign-in. Links with NOT_REMEMBERED set a filter that
 * isn't restored later.
 */
export function useListSearch<From extends ListFields>(address: SearchAddress<From>, list?: RememberedList) {
  type Values = ReturnType<typeof address.read>;
  const [params, setParams] = useSearchParams();
  const hasVisited = useRef(false);
  const remembered = list && !hasVisited.current && params.size === 0 ? rememberedSearch(list, browserStore()) : '';
  const search = address.read(remembered ? new URLSearchParams(remembered) : params);
  const queryOf = (changes: Partial<Values>) => address.write({ ...search, page: 1, ...changes }).slice(1);
  const filters = queryOf({});
  const isRemembered = params.get('remember') !== 'no';

  useEffect(() => {
    hasVisited.current = true;
    if (!list || !isRemembered) return;
    rememberSearch(list, filters, browserStore());
    if (remembered) setParams(remembered, { replace: true });
  }, [list, filters, isRemembered, remembered, setParams]);

  return {
    search,
    isFiltered: filters !== '',
    change: (changes: Partial<Values>) => setParams(queryOf(changes), { replace: true }),
    clear: () => setParams('', { replace: true }),
    href: (changes: Partial<Values>) => `?${queryOf(changes)}`,
    pageHref: (page: number) => `?${queryOf({ page } as Partial<Values>)}${isRemembered ? '' : `&${NOT_REMEMBERED}`}`,
  };
}
