import { useCallback, useRef, useState } from 'react';
import type { Shell } from '#client/ui/shell.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { webApi } from '#shared/api/web.ts';

const FRESH_MS = 60_000;

/** The shell that came with the page, and how to ask for it anew: a tab may stay open for days, over many a cutoff. */
export function useFreshShell(first: Shell, api: PublicApi) {
  const [shell, setShell] = useState(first);
  const asked_at = useRef(0);
  const renew = useCallback(async () => {
    if (performance.now() - asked_at.current < FRESH_MS) return;
    asked_at.current = performance.now();
    // Without an answer the old one stands; the page's own calls tell that the network is gone.
    const session = await api(webApi)
      .session()
      .catch(() => null);
    if (session) setShell((before) => ({ ...before, ...session, told_at: performance.now() }));
  }, [api]);
  return { shell, renew };
}
