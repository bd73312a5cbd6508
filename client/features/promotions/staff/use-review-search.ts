import { useEffect, useRef } from 'react';
import { browserStore, rememberedSearch, rememberSearch } from '#client/api/stored.ts';
import { useSearchParams } from '#client/app/router.ts';
import { type ReviewSearch, reviewSearchOf, reviewSearchText } from './review-search.ts';

/** The queue's filters: in the address, and for a visit to the plain address the last ones, until log out. */
export function useReviewSearch(): ReviewSearch {
  const [params, setParams] = useSearchParams();
  const opened = useRef(false);
  const kept = !opened.current && params.size === 0 ? rememberedSearch('user_promotions', browserStore()) : '';
  const search = reviewSearchOf(kept ? new URLSearchParams(kept) : params);
  const filters = reviewSearchText({ ...search, page: 1 }).slice(1);

  useEffect(() => {
    opened.current = true;
    rememberSearch('user_promotions', filters, browserStore());
    if (kept) setParams(kept, { replace: true });
  }, [filters, kept, setParams]);
  return search;
}
