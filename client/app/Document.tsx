import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { type App, AppContext } from '#client/api/app.ts';
import { SessionProvider } from '#client/session/SessionContext.tsx';
import type { SessionStore } from '#client/session/session.ts';
import { RenewShellContext, type Shell, ShellContext } from '#client/ui/shell.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { webApi } from '#shared/api/web.ts';

type Props = {
  app: App;
  shell: Shell;
  /** None on the server. */
  session: SessionStore | null;
  queries: DehydratedState;
  children: ReactNode;
};

/** The whole page: React renders <html> on the server and takes over the same in the browser. */
export function Document({ app, shell: first, session, queries, children }: Props) {
  const { shell, renew } = useFreshShell(first, app.api);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <QueryClientProvider client={app.queryClient}>
          <HydrationBoundary state={queries}>
            <AppContext value={app}>
              <ShellContext value={shell}>
                <RenewShellContext value={renew}>
                  <SessionProvider store={session}>{children}</SessionProvider>
                </RenewShellContext>
              </ShellContext>
            </AppContext>
          </HydrationBoundary>
        </QueryClientProvider>
      </body>
    </html>
  );
}

const FRESH_MS = 60_000;

/** The page's shell and a function that renews it, since a tab may stay open over many cutoffs. */
function useFreshShell(first: Shell, api: PublicApi) {
  const [shell, setShell] = useState(first);
  const asked_at = useRef(0);
  const renew = useCallback(async () => {
    if (performance.now() - asked_at.current < FRESH_MS) return;
    asked_at.current = performance.now();
    // Without an answer the old shell stays; the page's own calls report the lost network.
    const session = await api(webApi)
      .session()
      .catch(() => null);
    if (session) setShell((before) => ({ ...before, ...session, received_at: performance.now() }));
  }, [api]);
  return { shell, renew };
}
