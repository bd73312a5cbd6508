import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type App, AppContext } from '#client/api/app.ts';
import { useFreshShell } from '#client/layout/use-fresh-shell.ts';
import { SessionProvider } from '#client/session/SessionContext.tsx';
import type { SessionStore } from '#client/session/session.ts';
import { RenewShellContext, type Shell, ShellContext } from '#client/ui/shell.ts';

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
