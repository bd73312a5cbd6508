import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { type App, AppContext } from '#client/api/app.ts';
import { SessionProvider } from '#client/session/SessionContext.tsx';
import type { SessionStore } from '#client/session/session.ts';
import { RefreshShellContext, type Shell, ShellContext } from '#client/ui/shell.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { webApi } from '#shared/api/web.ts';

type Props = {
  app: App;
  shell: Shell;
  /** Null on the server. */
  session: SessionStore | null;
  queries: DehydratedState;
  children: ReactNode;
};

/** The whole document: React renders <html> on the server and hydrates it in the browser. */
export function Document({ app, shell: initialShell, session, queries, children }: Props) {
  const { shell, refresh } = useFreshShell(initialShell, app.api);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* /favicon.ico and /apple-touch-icon.png are found without a link. */}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        <QueryClientProvider client={app.queryClient}>
          <HydrationBoundary state={queries}>
            <AppContext value={app}>
              <ShellContext value={shell}>
                <RefreshShellContext value={refresh}>
                  <SessionProvider store={session}>{children}</SessionProvider>
                </RefreshShellContext>
              </ShellContext>
            </AppContext>
          </HydrationBoundary>
        </QueryClientProvider>
      </body>
    </html>
  );
}

const MIN_REFRESH_INTERVAL_MS = 60_000;

/** The page's shell and a function that refreshes it, since a tab may stay open past several cutoffs. */
function useFreshShell(initialShell: Shell, api: PublicApi) {
  const [shell, setShell] = useState(initialShell);
  const requestedAt = useRef(0);
  const refresh = useCallback(async () => {
    if (performance.now() - requestedAt.current < MIN_REFRESH_INTERVAL_MS) return;
    requestedAt.current = performance.now();
    // Without a response, the old shell stays. The page's own calls report network failures.
    const session = await api(webApi)
      .session()
      .catch(() => null);
    if (session) setShell((before) => ({ ...before, ...session, received_at: performance.now() }));
  }, [api]);
  return { shell, refresh };
}
