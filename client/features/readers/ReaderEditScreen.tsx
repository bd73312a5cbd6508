import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isMissing } from '#client/api/api-error.ts';
import { Link, useLocation, useParams, useSearchParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmButton } from '#client/ui/ConfirmButton.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Form } from '#client/ui/Form.tsx';
import { NoScriptForm } from '#client/ui/NoScriptForm.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { useFormOutcome } from '#client/ui/use-form-outcome.ts';
import { paths } from '#shared/paths.ts';
import type { Reader } from '#shared/readers.ts';
import { eraseReader, exportUrl, fetchReader, readerKey, resubscribeReader, unsubscribeReader } from './api.ts';
import { GenreOffSection } from './GenreOffSection.tsx';
import { ListSection } from './ListSection.tsx';
import { PauseSection } from './PauseSection.tsx';
import { PreferencesForm } from './PreferencesForm.tsx';
import classes from './ReaderSections.module.css';
import { forgetReaderUuid, storeReaderUuid } from './reader-uuid.ts';

/** The preferences page that every newsletter email links to. The link's uuid is the only proof of identity. */
export function ReaderEditScreen() {
  const { uuid = '' } = useParams();
  const [isErased, setIsErased] = useState(false);
  const query = useQuery({
    queryKey: readerKey(uuid),
    queryFn: () => fetchReader(uuid),
    enabled: !isErased,
    meta: { silent: true },
  });
  const { data: reader, error } = query;
  return (
    <Page width="text">
      <Seo title="Your newsletter" description="Choose what we send you, pause it, or unsubscribe." noindex />
      <PageTitle>Your newsletter</PageTitle>
      {isErased ? (
        <Alert kind="success" title="Your data has been erased.">
          The only trace of you that we keep is a one-way hash of your address, so we won’t email you again unless you
          sign up.
        </Alert>
      ) : reader ? (
        <Preferences reader={reader} onErased={() => setIsErased(true)} />
      ) : error ? (
        <NotReachable missing={isMissing(error)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <UnsubscribeWithoutScript uuid={uuid} />
          <ListSkeleton rows={4} height={96} />
        </>
      )}
    </Page>
  );
}

function Preferences({ reader, onErased }: { reader: Reader; onErased: () => void }) {
  const [search] = useSearchParams();
  const isUnsubscribeLink = search.has('unsubscribe');
  const isListLinkTarget = useLocation().hash === '#list';
  const genreToTurnOff = Number(search.get('off'));
  const { uuid, status } = reader;
  useEffect(() => {
    if (status === 'active') storeReaderUuid(uuid);
    else forgetReaderUuid();
  }, [uuid, status]);
  // Remounts the form after a change elsewhere on the page, but not after its own save, because that loses the focus.
  const [changeCount, setChangeCount] = useState(0);
  const onChange = () => setChangeCount((count) => count + 1);
  const [canUndo, setCanUndo] = useState(false);
  if (status !== 'active' && status !== 'pending')
    return (
      <>
        {status === 'unsubscribed' ? (
          <Unsubscribed uuid={uuid} canUndo={canUndo} />
        ) : status === 'sunset' ? (
          <SunsetNotice uuid={uuid} />
        ) : (
          <Alert kind="warning" title="We’ve stopped emailing you.">
            {STOPPED[status]} <Link to={paths.contact()}>Write to us</Link> if you have questions.
          </Alert>
        )}
        <DataSection reader={reader} onErased={onErased} />
      </>
    );
  const unsubscribe = (
    <UnsubscribeSection
      reader={reader}
      isLinkTarget={isUnsubscribeLink}
      onUnsubscribed={() => setCanUndo(status === 'active')}
    />
  );
  if (status === 'pending' && isUnsubscribeLink)
    return (
      <>
        <p>This address isn’t signed up. Unsubscribe, and we won’t email it about this again.</p>
        {unsubscribe}
        <DataSection reader={reader} onErased={onErased} />
      </>
    );
  const list = <ListSection reader={reader} isLinkTarget={isListLinkTarget} onChange={onChange} />;
  return (
    <>
      {status === 'pending' && (
        <Alert kind="warning" title="Your address isn’t confirmed yet">
          Open the link in our confirmation email. If you don’t have it, sign up again on the home page and we’ll send a
          new one.
        </Alert>
      )}
      {isUnsubscribeLink && unsubscribe}
      {isListLinkTarget && list}
      {genreToTurnOff > 0 && <GenreOffSection reader={reader} genreId={genreToTurnOff} onChange={onChange} />}
      <PreferencesForm key={changeCount} reader={reader} />
      {!isListLinkTarget && list}
      {status === 'active' && <PauseSection reader={reader} onFrequencyChange={onChange} />}
      {reader.feed_path && (
        <p>
          <link rel="alternate" type="application/rss+xml" title="Your deals" href={reader.feed_path} />
          Prefer a feed reader? <a href={reader.feed_path}>Your deals as RSS</a>
        </p>
      )}
      {!isUnsubscribeLink && unsubscribe}
      <DataSection reader={reader} onErased={onErased} />
    </>
  );
}

const STOPPED = {
  bounced: 'Our emails to your address bounced. To get the newsletter, sign up with another address.',
  complained:
    'One of our emails was marked as spam, so we won’t email this address again. To get the newsletter, sign up with another address.',
};

/** `canUndo` is true if an active reader has just unsubscribed here: the server allows the undo for an hour. */
function Unsubscribed({ uuid, canUndo }: { uuid: string; canUndo: boolean }) {
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: () => resubscribeReader(uuid),
    onSuccess: (reader) => queryClient.setQueryData(readerKey(uuid), reader),
    meta: { success: 'You’re subscribed again.' },
  });
  return (
    <Alert title="You’re unsubscribed.">
      We won’t send you anything. To come back later, <Link to="/#sign-up">sign up again</Link>.
      {canUndo && (
        <div>
          <Button type="button" look="quiet" busy={undo.isPending} onClick={() => undo.mutate()}>
            Undo
          </Button>
        </div>
      )}
    </Alert>
  );
}

/** For a reader who didn't answer our last question. */
const SunsetNotice = ({ uuid }: { uuid: string }) => (
  <Alert title="We’ve stopped the newsletter.">
    You didn’t answer when we asked whether you still want it. Your preferences are still here.
    <div>
      <Button to={paths.readerKeep(uuid)}>Restart the newsletter</Button>
    </div>
  </Alert>
);

function UnsubscribeWithoutScript({ uuid }: { uuid: string }) {
  const outcome = useFormOutcome();
  if (outcome === 'done') return <Alert title="You’re unsubscribed.">We won’t send you anything anymore.</Alert>;
  return (
    <>
      {outcome === 'check' && <NotReachable missing />}
      <NoScriptForm>
        <p>
          To change your preferences, turn on JavaScript. Without it you can unsubscribe here, or{' '}
          <a href={exportUrl(uuid)}>download your data</a>.
        </p>
        <div>
          <Button type="submit" look="danger">
            Unsubscribe
          </Button>
        </div>
      </NoScriptForm>
    </>
  );
}

type NotReachableProps = { missing: boolean; busy?: boolean; onRetry?: () => void };

const NotReachable = ({ missing, busy = false, onRetry }: NotReachableProps) =>
  missing ? (
    <EmptyState title="This link doesn’t work" action={<Button to="/#sign-up">Sign up</Button>}>
      It may be incomplete, or your data was erased. Use the link at the bottom of your latest newsletter.
    </EmptyState>
  ) : (
    <EmptyState
      title="Your preferences didn’t load"
      action={
        <Button type="button" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );

const REASONS = ['Too many emails', 'Not my kind of book', 'Not my stores', 'I never signed up', 'Something else'];

/**
 * `isLinkTarget`: the email's "Unsubscribe" link led here. The section loads with the reader's data, too late for the
 * router's focus.
 */
type UnsubscribeProps = { reader: Reader; isLinkTarget: boolean; onUnsubscribed: () => void };

function UnsubscribeSection({ reader, isLinkTarget, onUnsubscribed }: UnsubscribeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isLinkTarget) heading.current?.focus();
  }, [isLinkTarget]);
  const queryClient = useQueryClient();
  const unsubscribing = useMutation({
    mutationFn: (reason: string) => unsubscribeReader(reader.uuid, reason),
    onSuccess: ({ reader: changed }) => {
      onUnsubscribed();
      queryClient.setQueryData(readerKey(reader.uuid), changed);
    },
    meta: { success: 'You’re unsubscribed.' },
  });
  return (
    <section className={classes.section} aria-labelledby="unsubscribe">
      <h2 id="unsubscribe" ref={heading} tabIndex={-1}>
        Unsubscribe
      </h2>
      <Form
        label="Unsubscribe"
        busy={unsubscribing.isPending}
        onSubmit={(values) => unsubscribing.mutate(String(values.get('reason')))}
      >
        <SelectField
          name="reason"
          label="Would you tell us why?"
          options={[
            { value: '', label: 'I’d rather not say' },
            ...REASONS.map((reason) => ({ value: reason, label: reason })),
          ]}
        />
        <div>
          <Button type="submit" look="danger" busy={unsubscribing.isPending}>
            Unsubscribe
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** Export and erasure of the reader's data. */
function DataSection({ reader, onErased }: { reader: Reader; onErased: () => void }) {
  const queryClient = useQueryClient();
  const erase = useMutation({
    mutationFn: () => eraseReader(reader.uuid),
    onSuccess: () => {
      onErased();
      forgetReaderUuid();
      queryClient.removeQueries({ queryKey: readerKey(reader.uuid) });
    },
  });
  return (
    <section className={classes.section} aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <p>
        <a href={exportUrl(reader.uuid)} download>
          Download your data
        </a>{' '}
        (a JSON file).
      </p>
      <p>
        Erasing deletes your address, your preferences, and your list, and separates your past clicks from you. This
        can’t be undone.
      </p>
      <ConfirmButton
        label="Erase my data"
        question="Erase all your data permanently?"
        confirm="Erase my data"
        keep="Keep my data"
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
      />
    </section>
  );
}
