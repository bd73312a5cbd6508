import { useEffect, useMemo } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { ChunkLoadError } from '#client/api/load-chunk.ts';
import { isRouteErrorResponse, Link, useRouteError } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { SearchForm } from '#client/ui/SearchForm.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { MAIN_LINKS } from './menus.ts';
import classes from './RouteError.module.css';
import { newErrorId, PageError, reportError } from './report-error.ts';

/** Replaces a page that failed or doesn't exist, or the whole layout if that failed. */
export function RouteError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundScreen /> : <CrashScreen error={error} />;
}

const LINKS = [
  ...MAIN_LINKS,
  { label: 'All Books', to: paths.books() },
  { label: 'Partner sign in', to: paths.partnerSignIn() },
];

function NotFoundScreen() {
  return (
    <Page width="text">
      <Seo title="Page not found" description="There’s no page at this address." noindex />
      <PageTitle lead="The link may be out of date or mistyped. Search for a book, or start from one of these pages.">
        Page not found
      </PageTitle>
      <SearchForm action={paths.books()} />
      <nav aria-label="Main pages">
        <ul className={classes.links}>
          {LINKS.map(({ label, to }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        <Button to="/">Back to today’s deals</Button>
      </p>
    </Page>
  );
}

/** The crash screen: the support address and the error ID, which is also in the error's report or the server's log. */
function CrashScreen({ error }: { error: unknown }) {
  const { support_email } = useShell();
  const errorId = useErrorId(error);
  const chunk = error instanceof ChunkLoadError ? error : null;

  useEffect(() => {
    if (chunk && reloadOnce(chunk.message)) return;
    if (!(error instanceof PageError)) reportError(error, errorId);
  }, [chunk, error, errorId]);

  return (
    <Page width="text">
      <Seo title={CLIENT_TEXTS.crash} description="This page didn’t load." noindex />
      <PageTitle>{CLIENT_TEXTS.crash}</PageTitle>
      {chunk && <p role="alert">{chunk.message}</p>}
      <p>
        Please contact <a href={`mailto:${support_email}?subject=Error%20${errorId}`}>{support_email}</a> with this
        error ID: <strong>{errorId}</strong>
      </p>
      <p>
        <Button type="button" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </p>
    </Page>
  );
}

const useErrorId = (error: unknown) => useMemo(() => serverId(error) ?? newErrorId(), [error]);

/** The ID of a server error, which is also in the server's log. */
function serverId(error: unknown) {
  if (error instanceof PageError) return error.error_id;
  return error instanceof ApiError ? error.body?.error_id : undefined;
}

/**
 * Reloads the page once per failure and tab, since a new release removes the old chunks. Returns true if it reloads.
 */
function reloadOnce(failure: string): boolean {
  const key = `reloaded for ${failure}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, 'yes');
  } catch {
    return false;
  }
  location.reload();
  return true;
}
