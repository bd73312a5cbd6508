import { isMissing } from './api/api-error.ts';
import type { App } from './api/app.ts';
import { loadChunk } from './api/load-chunk.ts';
import { Layout } from './layout/Layout.tsx';
import { ProtectedScreen } from './layout/ProtectedScreen.tsx';
import { RouteError } from './layout/RouteError.tsx';
import type { Screen, ScreenHandle } from './layout/screen.ts';
import { PARTNER_SCREENS } from './partner-routes.tsx';
import { PUBLIC_SCREENS } from './public-routes.tsx';
import { redirectFor } from './redirects.ts';
import { data, type LoaderFunctionArgs, matchPath, matchRoutes, type RouteObject, redirect } from './router.ts';
import type { RouteTable } from './ui/RouteTable.ts';
import { USER_SCREENS } from './user-routes.tsx';

/** Every screen of spec §2. The redirects stand in redirects.ts. */
export const SCREENS: readonly Screen[] = [...PUBLIC_SCREENS, ...PARTNER_SCREENS, ...USER_SCREENS];

/** Made once in the browser and once per request on the server, because the loaders fill this app's query cache. */
export function makeRoutes(app: App): RouteObject[] {
  return [
    {
      Component: Layout,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [...SCREENS.map((screen) => routeOf(screen, app)), ELSEWHERE],
        },
      ],
    },
  ];
}

function routeOf(screen: Screen, app: App): RouteObject {
  const { path, src, access, sidebar, script } = screen;
  const handle: ScreenHandle = { src, access, sidebar, ...(script ? { script } : {}) };
  if (access === 'partner' || access === 'user') {
    return { path, handle, element: <ProtectedScreen screen={screen} forRole={access} /> };
  }
  return {
    path,
    handle,
    lazy: { Component: chunkOf(screen) },
    loader: (args) => load(screen, app, args),
  };
}

const chunkOf =
  ({ src, screen }: Screen) =>
  () =>
    loadChunk(src, screen);

async function load({ load }: Screen, app: App, { params, request }: LoaderFunctionArgs) {
  try {
    await load?.(app, { params, url: new URL(request.url) });
    return null;
  } catch (error) {
    throw isMissing(error) ? data(null, { status: 404 }) : error;
  }
}

/** Moved addresses, and the not-found page for the rest. */
const ELSEWHERE: RouteObject = {
  path: '*',
  loader({ request }) {
    const { pathname, search } = new URL(request.url);
    const current = redirectFor(pathname);
    throw current === null ? data(null, { status: 404 }) : redirect(current + search, 301);
  },
  element: null,
};

export const hasPage = (path: string) => {
  const [pathname = path] = path.split('?');
  return SCREENS.some((screen) => matchPath(screen.path, pathname));
};

export const routeTable = (app: App): RouteTable => ({
  hasPage,
  prefetch(url) {
    const match = matchRoutes(
      SCREENS.map((screen) => ({ path: screen.path, handle: screen })),
      url.pathname,
    )?.at(-1);
    const screen = match?.route.handle as Screen | undefined;
    if (!screen?.prefetch) return;
    // A failed prefetch is no news: the visit itself tries again and tells.
    screen.screen().catch(() => undefined);
    screen.load?.(app, { params: match?.params ?? {}, url }).catch(() => undefined);
  },
});
