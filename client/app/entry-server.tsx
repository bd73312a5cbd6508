import { webApi } from '#shared/api/web.ts';
import '#client/layout/styles.ts';
import { type DehydratedState, dehydrate, QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { App } from '#client/api/app.ts';
import { newErrorId, PageError } from '#client/layout/report-error.ts';
import type { ScreenHandle } from '#client/layout/screen.ts';
import type { Shell } from '#client/ui/shell.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { areaOf, loadAllScreens } from './areas.ts';
import { Document } from './Document.tsx';
import { createStaticHandler, createStaticRouter, type StaticHandlerContext, StaticRouterProvider } from './router.ts';
import { makeRoutes } from './routes.tsx';

export type RenderInput = {
  request: Request;
  api: PublicApi;
  appUrl: string;
  /** Called if loading a page's screen or data fails; the visitor sees the crash screen. */
  onError(error: unknown, errorId: string): void;
};

export type RenderOutput =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page';
      status: number;
      /** The whole document, without the build's scripts and styles. */
      html: string;
      /** JSON for hydration, safe inside a <script> element. */
      state: string;
      /** The source files of the page's area and screen, which the server uses to find their chunks. */
      sources: string[];
      access: ScreenHandle['access'];
      script: 'immediate' | 'idle';
    };

/** The state that the browser's script starts with. */
export type PageState = {
  shell: Shell;
  queries: DehydratedState;
  router: ReturnType<typeof hydrationStateOf>;
  script: ScreenHandle['script'];
};

/** Created once, because React Router sorts all routes here. Each request passes its own query cache and API. */
const handler = createStaticHandler(makeRoutes(await loadAllScreens(), (context) => context as App));

export async function render({ request, api, appUrl, onError }: RenderInput): Promise<RenderOutput> {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000, gcTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const app = { queryClient, api };
  const shell: Shell = { ...(await api(webApi).session()), app_url: appUrl };
  const context = await handler.query(request, { requestContext: app });
  if (context instanceof Response) {
    return { kind: 'redirect', status: context.status, location: context.headers.get('location') ?? '/' };
  }
  hideErrors(context, onError);

  const queries = dehydrate(queryClient);
  const html = renderToString(
    <StrictMode>
      <Document app={app} shell={shell} session={null} queries={queries}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Document>
    </StrictMode>,
  );
  queryClient.clear();
  const handle = context.matches.at(-1)?.route.handle as ScreenHandle | undefined;
  const script = handle?.script ?? (isBehindSession(handle?.access) ? 'immediate' : 'idle');
  return {
    kind: 'page',
    status: context.statusCode,
    html,
    state: safeJson({ shell, queries, router: hydrationStateOf(context), script } satisfies PageState),
    sources: [areaOf(new URL(request.url).pathname)?.src, handle?.src].filter((src) => src !== undefined),
    access: handle?.access ?? 'public',
    script,
  };
}

/** The server renders no signed-in content, because only the browser knows who is signed in. */
const isBehindSession = (access: ScreenHandle['access'] | undefined) => access === 'partner' || access === 'user';

/** Replaces errors with their IDs, because messages may name tables or files. */
function hideErrors(context: StaticHandlerContext, onError: RenderInput['onError']) {
  if (!context.errors) return;
  context.errors = Object.fromEntries(
    Object.entries(context.errors).map(([route, error]) => {
      if (!(error instanceof Error)) return [route, error];
      const errorId = newErrorId();
      onError(error, errorId);
      return [route, new PageError(errorId)];
    }),
  );
}

const hydrationStateOf = ({ loaderData, actionData, errors }: StaticHandlerContext) => ({
  loaderData,
  actionData,
  errors: errors && Object.fromEntries(Object.entries(errors).map(([route, error]) => [route, serializeError(error)])),
});

const serializeError = (error: unknown) =>
  error instanceof PageError
    ? { kind: 'error' as const, error_id: error.error_id }
    : { kind: 'response' as const, status: (error as { status: number }).status };

/** Escapes characters that could end the script element or the string early. */
const safeJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
