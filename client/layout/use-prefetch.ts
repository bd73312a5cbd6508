import { useEffect } from 'react';
import { useRouteTable } from '#client/ui/RouteTable.ts';

/** Prefetches the page behind a link as soon as a pointer rests on it or the keyboard reaches it. */
export function usePrefetch() {
  const { prefetch } = useRouteTable();
  useEffect(() => {
    const onIntent = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link?.href && link.origin === location.origin) prefetch(new URL(link.href));
    };
    for (const event of ['pointerover', 'focusin']) document.addEventListener(event, onIntent, { passive: true });
    return () => {
      for (const event of ['pointerover', 'focusin']) document.removeEventListener(event, onIntent);
    };
  }, [prefetch]);
}
