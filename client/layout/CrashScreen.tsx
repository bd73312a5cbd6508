import { useEffect, useMemo } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { ChunkLoadError } from '#client/api/load-chunk.ts';
import { Button } from '#client/ui/Button.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import { PageError } from './page-error.ts';
import { reloadOnce } from './reload-once.ts';
import { newErrorId, reportError } from './report-error.ts';

/** Spec §8: the support address and an error ID, which the report of the same error carries. */
export function CrashScreen({ error }: { error: unknown }) {
  const { support_email } = useShell();
  const errorId = useErrorId(error);
  const chunk = error instanceof ChunkLoadError ? error : null;

  useEffect(() => {
    if (chunk && reloadOnce(chunk.message)) return;
    if (!(error instanceof PageError)) reportError(error, errorId);
  }, [chunk, error, errorId]);

  return (
    <Page width="text">
      <Seo title={CLIENT_TEXTS.crash} description="This page could not be shown." noindex />
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

/** When the server failed, its log has the failure under its own ID. */
function serverId(error: unknown) {
  if (error instanceof PageError) return error.error_id;
  return error instanceof ApiError ? error.body?.error_id : undefined;
}
