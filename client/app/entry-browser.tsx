import '#client/layout/styles.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { ApiError } from '#client/api/api-error.ts';
import { publicClient } from '#client/api/client.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { loadChunk } from '#client/api/load-chunk.ts';
import { createQueryClient, createSilentClient } from '#client/api/query-client.ts';
import { browserStore, captureFirstTouch, firstTouch } from '#client/api/stored.ts';
import { countReferralVisit } from '#client/features/referrals/visit.ts';
import { PageError, reportUnseenErrors } from '#client/layout/report-error.ts';
import { createBrowserSession } from '#client/session/session-api.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import { areaOf } from './areas.ts';
import { Document } from './Document.tsx';
import type { PageState } from './entry-server.tsx';
import { createBrowserRouter, matchRoutes, RouteErrorResponse, type RouteObject, RouterProvider } from './router.ts';
import { makeRoutes, PAGES, pageRoutes } from './routes.tsx';

const state: PageState = JSON.parse(document.getElementById('__state')?.textContent ?? '');
const { shell } = state;

reportUnseenErrors();
const now = new Date(shell.now);
countReferralVisit(location.search, firstTouch('referrer_id', now, browserStore()) !== null);
captureFirstTouch(location.search, now, browserStore());

const queryClient = createQueryClient({
  notifyFailure: (error, { form }) =>
    notifyErrors(error, { supportEmail: shell.support_email, showsFieldErrors: form }),
  notifySuccess: notify.success,
});
const app = { queryClient, api: publicClient() };
const appOf = () => app;
const prefetchApp = { ...app, queryClient: createSilentClient(queryClient) };
const session = createBrowserSession(queryClient);
hydratePage().catch(offerReload);

onLinkIntent(async (url) => {
  const screens = await loadScreensOf(url.pathname).catch(() => []);
  const pages = screens.map((screen) => ({ path: screen.path, handle: screen }));
  const match = matchRoutes(pages, url.pathname)?.at(-1);
  if (!match?.route.handle.prefetch) return;
  const { screen, load } = match.route.handle;
  // A failed prefetch isn't reported: the visit itself tries again.
  screen().catch(() => undefined);
  load?.(prefetchApp, { params: match.params, url }).catch(() => undefined);
});

/**
 * Hydrates the page. Not awaited at the top level: other chunks import this module's chunk, so each would wait for the
 * other.
 */
async function hydratePage() {
  const routes = makeRoutes(await loadScreensOf(location.pathname), appOf);
  await resolveLazy(routes);
  const router = createBrowserRouter(routes, {
    hydrationData: { ...state.router, errors: errorsOf(state.router.errors) },
    patchRoutesOnNavigation: async ({ path, patch }) => patch(PAGES, pageRoutes(await loadScreensOf(path), appOf)),
  });
  startTransition(() => {
    hydrateRoot(document, pageOf(router), { onRecoverableError: (error) => console.error(error) });
  });
}

const pageOf = (router: ReturnType<typeof createBrowserRouter>) => (
  <StrictMode>
    <Document app={app} shell={shell} session={session} queries={state.queries}>
      <RouterProvider router={router} />
    </Document>
  </StrictMode>
);

/**
 * Offers to reload a page that is useless without its script, such as one with a form or behind a session. Other pages
 * stay as the server rendered them.
 */
function offerReload(error: unknown) {
  const needsScript = state.script === 'immediate' || document.querySelector('form[data-waiting]');
  if (!needsScript) throw error;
  const failed = { hydrationData: { errors: { [PAGES]: error } } };
  createRoot(document).render(pageOf(createBrowserRouter(makeRoutes([], appOf), failed)));
}

/** Loads the screens of the area that a path belongs to. */
async function loadScreensOf(path: string) {
  const area = areaOf(path);
  return area ? loadChunk(area.src, area.loadScreens) : [];
}

/** Loads the page's own screen, because the first render in the browser must match the server's. */
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

/** Calls `onIntent` when the pointer or the focus reaches a link to a page of this site. */
function onLinkIntent(onIntent: (url: URL) => void) {
  const onReach = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.href && link.origin === location.origin) onIntent(new URL(link.href));
  };
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, onReach, { passive: true });
}

/** Shows a failed call's notifications, nothing for an abort, and any other error as a problem with our systems. */
function notifyErrors(error: unknown, options: { supportEmail: string; showsFieldErrors: boolean | undefined }) {
  if (error instanceof Error && error.name === 'AbortError') return;
  const messages = error instanceof ApiError ? errorMessages(error, options) : [CLIENT_TEXTS.systemProblem];
  for (const message of messages) notify.error(message);
}
