import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { pathOf } from '#client/api/client.ts';
import { Link } from '#client/app/router.ts';
import { warmUpQuery } from '#client/features/admin/warm-up-api.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmButton } from '#client/ui/ConfirmButton.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { readerImportsApi } from '#shared/api/reader-imports.ts';
import { formatCount } from '#shared/counts.ts';
import { percent } from '#shared/list-health.ts';
import { paths } from '#shared/paths.ts';
import {
  changesNothing,
  DISCARDABLE,
  type ImportStatus,
  type ImportUndoPlan,
  isUnchecked,
  isWorking,
  type ReaderImport,
  ROW_PROBLEMS,
  type RowProblem,
  UNDO_HOURS,
  withSuggestions,
} from '#shared/reader-imports.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { SUGGESTED_FROM_READERS } from '#shared/warm-up.ts';
import { importsApi, undoPlanQuery, useRefreshImports } from './imports-api.ts';
import { type Category, MappingForm } from './MappingForm.tsx';
import { DailyEmailsField, PermissionEmailsSection } from './PermissionEmailsSection.tsx';

const STATUS_WORDS: Record<ImportStatus, string> = {
  uploading: 'Upload incomplete',
  uploaded: 'Ready to check',
  clearing: 'Checking',
  checking: 'Checking',
  checked: 'Checked, nothing imported yet',
  importing: 'Importing',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  discarded: 'File deleted',
};

/** An import with its next step. */
export function ImportPanel({ readerImport, categories }: Props) {
  const { status, file_name, created_at, failure } = readerImport;
  return (
    <Panel
      title={`${file_name} (import ${readerImport.id})`}
      lead={
        <>
          {STATUS_WORDS[status]}, uploaded <InstantText at={created_at} />
        </>
      }
    >
      <Stack>
        {isWorking(status) && (
          <label>
            {STATUS_WORDS[status]} <progress value={readerImport.progress} />
          </label>
        )}
        {status === 'uploading' && (
          <p>
            {percent(readerImport.progress, 0)} of the file has arrived. To continue, choose the same file again under
            “A new list”. Otherwise, it will be deleted after {RETENTION_DAYS.import_files} days.
          </p>
        )}
        {failure && <Alert kind="warning">The work was interrupted and will continue within a minute: {failure}</Alert>}
        {(status === 'uploaded' || status === 'checked') && readerImport.mapping ? (
          // Remounts the form after a dry run that found other genres.
          <Preparation
            key={JSON.stringify([readerImport.id, readerImport.genres.map(({ genre }) => genre)])}
            readerImport={readerImport}
            categories={categories}
          />
        ) : (
          status !== 'discarded' && readerImport.counts.rows > 0 && <ImportCounts readerImport={readerImport} />
        )}
        <WarmUpHint readerImport={readerImport} />
        {status === 'done' && readerImport.counts.asked > 0 && <PermissionEmailsSection readerImport={readerImport} />}
        {DISCARDABLE.includes(status) && <Discard readerImport={readerImport} />}
        {readerImport.can_undo && <Undo readerImport={readerImport} />}
        {readerImport.digest && status !== 'uploaded' && <Digest>{readerImport.digest}</Digest>}
      </Stack>
    </Panel>
  );
}

type Props = { readerImport: ReaderImport; categories: readonly Category[] };

/** Choices for an import and, after a dry run, its result. A file is imported only as it was checked. */
function Preparation({ readerImport, categories }: Props) {
  const [mapping, setMapping] = useState(() => withSuggestions(readerImport.mapping!, readerImport.genres));
  return (
    <>
      <MappingForm {...{ readerImport, categories, mapping, setMapping }} />
      {readerImport.counts.rows > 0 && <ImportCounts readerImport={readerImport} />}
      {readerImport.status !== 'checked' ? null : isUnchecked(readerImport, mapping) ? (
        <Alert kind="warning" title="Check the file again">
          The columns or categories chosen above, or those we suggest for the genres in the file, aren’t in this dry run
          yet.
        </Alert>
      ) : (
        <Start readerImport={readerImport} />
      )}
    </>
  );
}

/**
 * Suggests a warm-up if the import confirms many readers, before the next newsletter goes to all of them. If a warm-up
 * that began before the end of the import is still running, suggests starting it again.
 */
function WarmUpHint({ readerImport: { status, counts, can_undo, finished_at } }: Pick<Props, 'readerImport'>) {
  const readers =
    status === 'checked' ? counts.confirm + counts.confirm_pending : counts.confirmed + counts.confirmed_pending;
  const isShown = (status === 'checked' || can_undo) && readers >= SUGGESTED_FROM_READERS;
  const { data } = useQuery({ ...warmUpQuery, enabled: isShown });
  if (!isShown || !data) return null;
  const running = data.warm_ups.find(({ ended_at }) => !ended_at);
  if (running)
    return finished_at && running.started_at > finished_at ? null : (
      <Alert kind="warning" title="Start the warm-up again after this import">
        The running warm-up’s caps were split by where your readers had their mailboxes when it began. A provider with
        many new readers would get few emails a day. Once the import is done, end the warm-up in{' '}
        <Link to={paths.adminListHealth()}>list health</Link> and start another one.
      </Alert>
    );
  return (
    <Alert kind="warning" title="Start a warm-up before the next newsletter">
      It would go to all {formatNumber(readers)} readers confirmed by this import. Providers block a domain that
      suddenly sends much more than before. Start a warm-up in <Link to={paths.adminListHealth()}>list health</Link>{' '}
      once the import is done. The most engaged readers come first: by the file’s rating column if it has one, then by
      the latest consent, then in the order of the file.
    </Alert>
  );
}

const Digest = ({ children }: { children: string }) => (
  <p>
    SHA-256 of the file: <code style={{ overflowWrap: 'anywhere' }}>{children}</code>
  </p>
);

const formatNumber = (number: number) => number.toLocaleString('en-US');

function ImportCounts({ readerImport: { id, status, counts } }: { readerImport: ReaderImport }) {
  const names = Object.keys(ROW_PROBLEMS) as RowProblem[];
  const problems = names.map((name) => [name, counts.problems[name] ?? 0] as const).filter(([, rows]) => rows > 0);
  // While the previous check's rows are being deleted, its counts are still there.
  const isPlan = status === 'clearing' || status === 'checking' || status === 'checked';
  const isUndone = status === 'undoing' || status === 'undone';
  const confirmedPending = isPlan ? counts.confirm_pending : counts.confirmed_pending;
  const keptOut = isPlan ? counts.opt_outs - counts.leaving : counts.kept_out;
  return (
    <>
      <FactList
        facts={[
          ['Rows', formatNumber(counts.rows)],
          [isPlan ? 'Will be confirmed' : 'Confirmed', formatNumber(isPlan ? counts.confirm : counts.confirmed)],
          ...(confirmedPending > 0
            ? ([
                [
                  `${isPlan ? 'Will be confirmed' : 'Confirmed'}: waiting for permission since an earlier import`,
                  formatNumber(confirmedPending),
                ],
              ] as const)
            : []),
          [
            isPlan ? 'Will get a permission email' : 'Must confirm first',
            formatNumber(isPlan ? counts.ask : counts.asked),
          ],
          ['Already readers, unchanged', formatNumber(counts.existing)],
          ['Left out', formatNumber(counts.refused)],
          ...(counts.opt_outs > 0 && !isUndone
            ? ([
                [isPlan ? 'Will be kept out of later imports' : 'Kept out of later imports', formatNumber(keptOut)],
                [
                  isPlan ? 'Will be unsubscribed here' : 'Unsubscribed here',
                  formatNumber(isPlan ? counts.leaving : counts.left),
                ],
              ] as const)
            : []),
          ...(isUndone
            ? ([
                ['Removed', formatNumber(counts.removed)],
                ['Unsubscribed, already emailed', formatNumber(counts.unsubscribed)],
                ['Kept, or unsubscribed since then', formatNumber(counts.kept)],
                ...(confirmedPending > 0
                  ? ([['Waiting for permission again', formatNumber(counts.pending_again)]] as const)
                  : []),
                ...(counts.opt_outs > 0 ? ([['Opt-outs reversed', formatNumber(counts.taken_back)]] as const) : []),
              ] as const)
            : []),
        ]}
      />
      {problems.length > 0 && (
        <>
          <DataTable
            caption="Rows with problems"
            head={['Problem', 'Rows', 'Result']}
            rows={problems.map(([name, rows]) => [
              ROW_PROBLEMS[name].label,
              formatNumber(rows),
              <span key={name} style={{ whiteSpace: 'nowrap' }}>
                {EFFECTS[ROW_PROBLEMS[name].effect]}
              </span>,
            ])}
          />
          <div>
            <DownloadButton path={pathOf(readerImportsApi.problems, { id })} session="user">
              Download rows with problems
            </DownloadButton>
          </div>
        </>
      )}
    </>
  );
}

const EFFECTS = { refused: 'Left out', ask: 'Permission email', noted: 'Imported' } as const;

function Start({ readerImport: { id, counts, daily_emails, mapping } }: { readerImport: ReaderImport }) {
  const refreshImports = useRefreshImports();
  const [daily, setDaily] = useState(String(daily_emails));
  const start = useMutation({
    mutationFn: () => importsApi.start({ id, body: { daily_emails: Number(daily), mapping: mapping! } }),
    meta: { form: true, success: 'The import has started.' },
    onSettled: refreshImports,
  });
  const created = counts.confirm + counts.ask;
  const readers = created + counts.confirm_pending;
  const optOuts = counts.problems.opted_out ?? 0;
  if (changesNothing(counts)) return <Alert>This file wouldn’t change anything.</Alert>;
  return (
    <Stack>
      {counts.ask > 0 && (
        <DailyEmailsField
          hint="Each reader gets one email and one reminder, from 8:00 AM to 8:00 PM Pacific Time. Begin with a few hundred if your domain is new. During a warm-up, a tenth of each provider’s cap is for them."
          error={fieldErrors(start.error).daily_emails?.[0]}
          value={daily}
          onChange={setDaily}
        />
      )}
      <div>
        <Button busy={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
          {created > 0
            ? `Import ${formatCount(readers, 'reader')}`
            : readers > 0
              ? `Confirm ${formatCount(readers, 'reader')}`
              : `Record ${formatCount(optOuts, 'opt-out')}`}
        </Button>
      </div>
    </Stack>
  );
}

function Discard({ readerImport: { id } }: { readerImport: ReaderImport }) {
  const refreshImports = useRefreshImports();
  const discard = useMutation({
    mutationFn: () => importsApi.discard({ id }),
    meta: { success: 'The file was deleted.' },
    onSettled: refreshImports,
  });
  return (
    <Row>
      <ConfirmButton
        label="Delete file"
        question="Delete this file without importing it?"
        confirm="Delete file"
        keep="Keep file"
        busy={discard.isPending}
        onConfirm={() => discard.mutate()}
      />
    </Row>
  );
}

function Undo({ readerImport: { id, status } }: { readerImport: ReaderImport }) {
  const refreshImports = useRefreshImports();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  // Not loaded while the import runs, because the numbers still grow.
  const plan = useQuery({ ...undoPlanQuery(id), enabled: isAsking && status === 'done' });
  const ask = () => {
    setIsAsking(true);
    // The numbers may have changed since the question was last shown.
    void queryClient.invalidateQueries(undoPlanQuery(id));
  };
  const undo = useMutation({
    mutationFn: () => importsApi.undo({ id }),
    meta: { success: 'The import is being undone.' },
    onSettled: refreshImports,
  });
  return (
    <>
      <p>
        {status === 'done'
          ? `You can undo this import for ${UNDO_HOURS} hours after it finishes.`
          : 'You can stop and undo this import.'}{' '}
        We’ll keep readers who’ve been active since the import, and unsubscribe those we’ve already emailed: they’d have
        to sign up again, because no later import brings them back. We’ll reverse the file’s opt-outs, unless those
        people also opted out here.
      </p>
      <Row>
        <ConfirmButton
          label="Undo import"
          question={undoQuestion(plan.data?.undo_plan)}
          confirm="Undo import"
          keep="Keep import"
          busy={undo.isPending || plan.isFetching}
          onAsk={ask}
          onConfirm={() => undo.mutate()}
        />
      </Row>
    </>
  );
}

function undoQuestion(plan: ImportUndoPlan | undefined) {
  if (!plan) return 'Undo this import and remove its readers?';
  const { unsubscribed, removed, pending_again } = plan;
  const again = pending_again
    ? ` ${formatCount(pending_again, 'reader')} of an earlier import will wait for permission again.`
    : '';
  if (!unsubscribed) return `Undo this import? ${formatCount(removed, 'reader')} will be removed.${again}`;
  return `Undo this import? ${formatCount(unsubscribed, 'reader')} ${unsubscribed === 1 ? 'has' : 'have'} already been emailed and will be unsubscribed until they sign up again; ${formatNumber(removed)} will be removed.${again}`;
}
