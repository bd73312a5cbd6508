import { useEffect, useRef } from 'react';
import { browserStore, rememberedSearch, rememberSearch, type Search } from '#client/api/stored.ts';
import { useSearchParams } from '#client/app/router.ts';
import type { SearchAddress, SearchField } from '../search-params.ts';

type ListFields = { [name: string]: SearchField<unknown> } & { page: SearchField<number> };

/**
 * The search of a list, which is in its address. A change leads to the first page unless it names one. With `list`, a visit
 * to the plain address continues the last search since sign-in.
 */
export function useListSearch<From extends ListFields>(address: SearchAddress<From>, list?: Search) {
  type Values = ReturnType<typeof address.read>;
  const [params, setParams] = useSearchParams();
  const arrived = useRef(false);
  const remembered = list && !arrived.current && params.size === 0 ? rememberedSearch(list, browserStore()) : '';
  const search = address.read(remembered ? new URLSearchParams(remembered) : params);
  const textOf = (changes: Partial<Values>) => address.write({ ...search, page: 1, ...changes }).slice(1);
  const filters = textOf({});

  useEffect(() => {
    arrived.current = true;
    if (!list) return;
    rememberSearch(list, filters, browserStore());
    if (remembered) setParams(remembered, { replace: true });
  }, [list, filters, remembered, setParams]);

  return {
    search,
    isFiltered: filters !== '',
    change: (changes: Partial<Values>) => setParams(textOf(changes), { replace: true }),
    clear: () => setParams('', { replace: true }),
    href: (changes: Partial<Values>) => `?${textOf(changes)}`,
    pageHref: (page: number) => `?${textOf({ page } as Partial<Values>)}`,
  };
}
