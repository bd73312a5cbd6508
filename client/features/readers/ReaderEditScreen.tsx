import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isMissing } from '#client/api/api-error.ts';
import { Link, useParams, useSearchParams } from '#client/app/router.ts';
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
import type { Reader } from '#shared/readers.ts';
import { eraseReader, exportUrl, readReader, resubscribeReader, unsubscribeReader } from './api.ts';
import { GenreOffSection } from './GenreOffSection.tsx';
import { ListSection } from './ListSection.tsx';
import { keepOwnLink } from './own-link.ts';
import { PauseSection } from './PauseSection.tsx';
import { PreferencesForm } from './PreferencesForm.tsx';
import classes from './ReaderSections.module.css';

/** The page behind the link in every email. The link's uuid is the only proof of identity. */
export function ReaderEditScreen() {
  const { uuid = '' } = useParams();
  const [erased, setErased] = useState<Reader['status'] | null>(null);
  const { data: reader, error } = useQuery({
    queryKey: ['reader', uuid],
    queryFn: () => readReader(uuid),
    enabled: erased === null,
    meta: { silent: true },
  });
  return (
    <Page width="text">
      <Seo title="Your newsletter" description="Choose what we send you, pause it, or leave." noindex />
      <PageTitle>Your newsletter</PageTitle>
      {erased ? (
        <Alert kind="success" title="Your data has been erased.">
          {KEPT[erased]}
        </Alert>
      ) : reader ? (
        <Preferences reader={reader} onErased={() => setErased(reader.status)} />
      ) : error ? (
        <NotReachable missing={isMissing(error)} />
      ) : (
        <>
          <LeaveWithoutScript uuid={uuid} />
          <ListSkeleton rows={4} height={96} />
        </>
      )}
    </Page>
  );
}

const NOTHING = 'We keep nothing about you as a reader, not even your address.';
const MARK =
  'We keep one thing: a hash of your address, which nobody can turn back into it, so that we don’t email you again unless you sign up.';
/** By the reader's last status: the server keeps a hash of the addresses that had left. */
const KEPT: Record<Reader['status'], string> = {
  pending: NOTHING,
  active: NOTHING,
  unsubscribed: MARK,
  bounced: MARK,
  complained: MARK,
};

function Preferences({ reader, onErased }: { reader: Reader; onErased: () => void }) {
  const [search] = useSearchParams();
  const wantsToLeave = search.has('unsubscribe');
  const off = Number(search.get('off'));
  useEffect(() => keepOwnLink(reader.uuid), [reader.uuid]);
  // The form starts again after a change beside it, and keeps its focus after its own.
  const [changes, setChanges] = useState(0);
  const onChange = () => setChanges((count) => count + 1);
  const [hasJustLeft, setHasJustLeft] = useState(false);
  if (reader.status === 'unsubscribed')
    return (
      <>
        <Unsubscribed uuid={reader.uuid} canUndo={hasJustLeft} />
        <DataSection reader={reader} onErased={onErased} />
      </>
    );
  const unsubscribe = (
    <UnsubscribeSection reader={reader} isWanted={wantsToLeave} onLeft={() => setHasJustLeft(true)} />
  );
  return (
    <>
      {reader.status === 'pending' && (
        <Alert kind="warning" title="Your address isn’t confirmed yet">
          Open the link in our confirmation email. If you don’t have it, sign up again on the front page and we’ll send
          a new one.
        </Alert>
      )}
      {wantsToLeave && unsubscribe}
      {off > 0 && <GenreOffSection reader={reader} id={off} onChange={onChange} />}
      <PreferencesForm key={changes} reader={reader} />
      <ListSection uuid={reader.uuid} />
      {reader.status === 'active' && <PauseSection reader={reader} onChange={onChange} />}
      {reader.feed_path && (
        <p>
          Prefer a feed reader? <a href={reader.feed_path}>Your deals as RSS</a>
        </p>
      )}
      {!wantsToLeave && unsubscribe}
      <DataSection reader={reader} onErased={onErased} />
    </>
  );
}

/** `canUndo`: they left on this page, so that the server still allows it. */
function Unsubscribed({ uuid, canUndo }: { uuid: string; canUndo: boolean }) {
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: () => resubscribeReader(uuid),
    onSuccess: (reader) => queryClient.setQueryData(['reader', uuid], reader),
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

function LeaveWithoutScript({ uuid }: { uuid: string }) {
  const sent = useFormOutcome();
  if (sent === 'done') return <Alert title="You’re unsubscribed.">We won’t send you anything anymore.</Alert>;
  return (
    <>
      {sent === 'check' && <NotReachable missing />}
      <NoScriptForm>
        <p>
          To change your preferences, turn on JavaScript. Without it you can unsubscribe here, or{' '}
          <a href={exportUrl(uuid)}>download everything we keep about you</a>.
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

const NotReachable = ({ missing }: { missing: boolean }) => (
  <EmptyState
    title={missing ? 'This link doesn’t work' : 'Your preferences didn’t load'}
    action={missing ? <Button to="/#sign-up">Sign up</Button> : undefined}
  >
    {missing
      ? 'It may be incomplete, or your data was erased. Use the link at the bottom of your latest newsletter.'
      : 'Please try again in a minute.'}
  </EmptyState>
);

const REASONS = ['Too many emails', 'Not my kind of books', 'Not my stores', 'I never signed up', 'Something else'];

/** `isWanted`: the email's "Unsubscribe" link leads here. The section loads with the reader's data, too late for the router's focus. */
type UnsubscribeProps = { reader: Reader; isWanted: boolean; onLeft: () => void };

function UnsubscribeSection({ reader, isWanted, onLeft }: UnsubscribeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isWanted) heading.current?.focus();
  }, [isWanted]);
  const queryClient = useQueryClient();
  const leave = useMutation({
    mutationFn: (reason: string) => unsubscribeReader(reader.uuid, reason),
    onSuccess: ({ reader: changed }) => {
      onLeft();
      queryClient.setQueryData(['reader', reader.uuid], changed);
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
        busy={leave.isPending}
        onSubmit={(values) => leave.mutate(String(values.get('reason')))}
      >
        <SelectField
          name="reason"
          label="Would you tell us why?"
          options={[
            { value: '', label: 'I’d rather not' },
            ...REASONS.map((reason) => ({ value: reason, label: reason })),
          ]}
        />
        <div>
          <Button type="submit" look="danger" busy={leave.isPending}>
            Unsubscribe
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** Export and erasure of the reader's data. */
function DataSection({ reader, onErased }: { reader: Reader; onErased: () => void }) {
  const erase = useMutation({ mutationFn: () => eraseReader(reader.uuid), onSuccess: onErased });
  return (
    <section className={classes.section} aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <p>
        <a href={exportUrl(reader.uuid)} download>
          Download everything we keep about you
        </a>{' '}
        (a JSON file).
      </p>
      <p>Erasing removes your address, your preferences, your list, and your clicks. This can’t be undone.</p>
      <ConfirmButton
        label="Erase my data"
        question="Erase everything for good?"
        confirm="Yes, erase it"
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
      />
    </section>
  );
}
