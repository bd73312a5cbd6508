import './layout/styles.ts';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { httpPublicApi } from './api/http-public-api.ts';
import { createQueryClient } from './api/query-client.ts';
import { Document } from './Document.tsx';
import type { PageState } from './entry-server.tsx';
import { PageError } from './layout/page-error.ts';
import { reportUnseenErrors } from './layout/report-error.ts';
import { notify } from './notifications/notify.ts';
import { notifyErrors } from './notifications/notify-errors.ts';
import { countReferralVisit } from './referrals/api.ts';
import { createBrowserRouter, matchRoutes, RouteErrorResponse, type RouteObject, RouterProvider } from './router.ts';
import { makeRoutes, routeTable } from './routes.tsx';
import { createBrowserSession } from './session/browser-session.ts';
import { browserStore, captureFirstTouch, firstTouch } from './session/stored.ts';

const state: PageState = JSON.parse(document.getElementById('__state')?.textContent ?? '');
const { shell } = state;

reportUnseenErrors();
const now = new Date(shell.now);
countReferralVisit(location.search, firstTouch('referrer_id', now, browserStore()) !== null);
captureFirstTouch(location.search, now, browserStore());

const queryClient = createQueryClient({
  failed: (error, { form }) => notifyErrors(error, { supportEmail: shell.support_email, form }),
  succeeded: notify.success,
});
const app = { queryClient, api: httpPublicApi };
const session = createBrowserSession(queryClient);
const routes = makeRoutes(app);
await resolveLazy(routes);
const router = createBrowserRouter(routes, {
  hydrationData: { ...state.router, errors: errorsOf(state.router.errors) },
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Document app={app} shell={shell} table={routeTable(app)} session={session} queries={state.queries}>
        <RouterProvider router={router} />
      </Document>
    </StrictMode>,
    { onRecoverableError: (error) => console.error(error) },
  );
});

/** The first render in the browser must be the server's, so the page's own screen has to be there before it. */
async function resolveLazy(table: RouteObject[]) {
  const matches = matchRoutes(table, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'object') return;
      const { Component } = route.lazy;
      delete route.lazy;
      Object.assign(route, { Component: await Component?.() });
    }),
  );
}

function errorsOf(errors: PageState['router']['errors']) {
  if (!errors) return null;
  return Object.fromEntries(
    Object.entries(errors).map(([route, error]) => [
      route,
      error.kind === 'error' ? new PageError(error.error_id) : new RouteErrorResponse(error.status, '', null),
    ]),
  );
}
