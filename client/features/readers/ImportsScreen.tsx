import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { pathOf } from '#client/api/client.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { FileButton } from '#client/ui/app/FileButton.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { readerImportsApi } from '#shared/api/reader-imports.ts';
import { paths } from '#shared/paths.ts';
import { ImportPanel } from './ImportPanel.tsx';
import { importsQuery, uploadImportFile, useRefreshImports } from './imports-api.ts';

/** Reader lists from other services (upload, dry run, import, and undo), and the export of all readers. */
export function ImportsScreen() {
  const query = useQuery(importsQuery);
  return (
    <Page>
      <Seo title="Import readers" description="For administrators: reader lists from other services." noindex />
      <Stack gap="s">
        <Breadcrumbs crumbs={[{ label: 'Admin panel', to: paths.adminPanel() }]} />
        <PageTitle lead="Import a list from another service. Nothing changes until you’ve seen what would happen to each row.">
          Import readers
        </PageTitle>
      </Stack>
      <QueryBoundary query={query}>
        {({ reader_imports, categories }) => (
          <>
            <Upload />
            {reader_imports.length === 0 && (
              <EmptyState title="No imports yet">Choose a CSV file above to begin.</EmptyState>
            )}
            {reader_imports.map((readerImport) => (
              <ImportPanel key={readerImport.id} readerImport={readerImport} categories={categories} />
            ))}
            <Panel
              title="Export"
              lead="All readers as CSV, in columns that this page recognizes. The audit log records each export."
            >
              <div>
                <DownloadButton path={pathOf(readerImportsApi.export)} session="user">
                  Download all readers
                </DownloadButton>
              </div>
            </Panel>
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

/** The server's reason for a refusal, of a field or of the whole request. */
const refusalOf = ({ fields, body }: ApiError) =>
  Object.values(fields).flat()[0] ?? (Array.isArray(body?.errors) ? body.errors[0] : null);

function Upload() {
  const refreshImports = useRefreshImports();
  const [progress, setProgress] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) => uploadImportFile(file, setProgress),
    // The alert below shows the error.
    meta: { silent: true },
    onMutate: () => setProgress(0),
    onSettled: refreshImports,
  });
  const refusal = upload.error instanceof ApiError ? refusalOf(upload.error) : null;
  return (
    <Panel title="A new list">
      <p>
        Export your subscribers as CSV in UTF-8, up to 300 MB. We recognize exports from Mailchimp, Kit, listmonk, and
        Written Word Media, and match columns from StoryOrigin, BookFunnel, and other services by name. A reader whose
        consent has a date and a source is confirmed right away. The others have to confirm first.
      </p>
      <div>
        <FileButton accept=".csv,.txt,.tsv" busy={upload.isPending} onPick={(file) => upload.mutate(file)}>
          Choose a file
        </FileButton>
      </div>
      {upload.isPending && (
        <label>
          Uploading <progress value={progress} />
        </label>
      )}
      {upload.isError && (
        <Alert kind="error">{refusal ?? 'The upload stopped. Choose the same file again to continue it.'}</Alert>
      )}
    </Panel>
  );
}
