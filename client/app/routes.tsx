// See docs/decisions/0079-one-row-per-screen.md.
import { isMissing } from '#client/api/api-error.ts';
import type { App } from '#client/api/app.ts';
import { loadChunk } from '#client/api/load-chunk.ts';
import { Layout } from '#client/layout/Layout.tsx';
import { RouteError } from '#client/layout/RouteError.tsx';
import type { Genre, Screen, ScreenHandle } from '#client/layout/screen.ts';
import type { Role } from '#shared/auth.ts';
import { redirectFor } from './redirects.ts';
import { data, type LoaderFunctionArgs, type RouteObject, redirect } from './router.ts';

/** The id of the parent route of all pages, to which pages are added later. */
export const PAGES = 'pages';

/**
 * Returns the app whose query cache a loader fills. The browser has only one; on the server it's the request's context.
 */
type AppOf = (context: unknown) => App;

export function makeRoutes(screens: readonly Screen[], appOf: AppOf): RouteObject[] {
  return [
    {
      Component: Layout,
      // The error screen for failures of the layout itself.
      ErrorBoundary: RouteError,
      children: [{ id: PAGES, ErrorBoundary: RouteError, children: [...pageRoutes(screens, appOf), FALLBACK_ROUTE] }],
    },
  ];
}

/** Creates the routes of screens. Each id is the path, because server and browser have different parts of the table. */
export const pageRoutes = (screens: readonly Screen[], appOf: AppOf): RouteObject[] =>
  screens.map((screen) => {
    const { path, src, access, sidebar, script } = screen;
    const handle: ScreenHandle = { src, access, sidebar, ...(script ? { script } : {}) };
    return access === 'partner' || access === 'user'
      ? { id: path, path, handle, lazy: { Component: protectedComponentOf(access, screen) } }
      : { id: path, path, handle, lazy: { Component: chunkOf(screen) }, loader: loaderOf(screen, appOf) };
  });

const chunkOf =
  ({ src, screen }: Screen) =>
  () =>
    loadChunk(src, screen);

const protectedComponentOf = (role: Role, screen: Screen) => async () => {
  const { protectScreen } = await loadChunk('session', () => import('#client/layout/ProtectedScreen.tsx'));
  return protectScreen(screen, role);
};

const loaderOf =
  ({ load }: Screen, appOf: AppOf) =>
  async ({ params, request, context }: LoaderFunctionArgs) => {
    try {
      const loaded = await load?.(appOf(context), { params, url: new URL(request.url) });
      return (loaded as { genre?: Genre } | undefined)?.genre ?? null;
    } catch (error) {
      throw isMissing(error) ? data(null, { status: 404 }) : error;
    }
  };

/** Redirects moved addresses, and responds with the not-found page to others. */
const FALLBACK_ROUTE: RouteObject = {
  id: '*',
  path: '*',
  loader({ request }) {
    const { pathname, search } = new URL(request.url);
    const current = redirectFor(pathname);
    throw current === null ? data(null, { status: 404 }) : redirect(current + search, 301);
  },
  element: null,
};
