import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from '#client/router.ts';
import { browserStore, rememberedSearch, rememberSearch, type Search } from '#client/session/stored.ts';

/** Comes back to the last search of a list when its plain address is opened, and keeps each new one until log out. */
export function useRememberedSearch(list: Search) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const opened = useRef(false);
  useEffect(() => {
    const store = browserStore();
    const last = rememberedSearch(list, store);
    const isFirst = !opened.current;
    opened.current = true;
    if (isFirst && search === '' && last !== '') void navigate(pathname + last, { replace: true });
    else rememberSearch(list, search, store);
  }, [list, pathname, search, navigate]);
}
