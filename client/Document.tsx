import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type App, AppContext } from './api/app.ts';
import { SessionProvider } from './session/SessionContext.tsx';
import type { SessionStore } from './session/session.ts';
import { type Shell, ShellContext } from './ui/shell.ts';

type Props = {
  app: App;
  shell: Shell;
  /** None on the server. */
  session: SessionStore | null;
  queries: DehydratedState;
  children: ReactNode;
};

/** The whole page: React renders <html> on the server and takes over the same in the browser. */
export const Document = ({ app, shell, session, queries, children }: Props) => (
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
              <SessionProvider store={session}>{children}</SessionProvider>
            </ShellContext>
          </AppContext>
        </HydrationBoundary>
      </QueryClientProvider>
    </body>
  </html>
);
