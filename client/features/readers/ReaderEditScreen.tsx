import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isMissing } from '#client/api/api-error.ts';
import { useParams, useSearchParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmButton } from '#client/ui/ConfirmButton.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Form } from '#client/ui/Form.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { useSent } from '#client/ui/use-sent.ts';
import { WithoutScript } from '#client/ui/WithoutScript.tsx';
import type { Reader } from '#shared/readers.ts';
import { eraseReader, exportUrl, readReader, unsubscribeReader } from './api.ts';
import { PauseSection } from './PauseSection.tsx';
import { PreferencesForm } from './PreferencesForm.tsx';
import classes from './ReaderSections.module.css';

/** Reached by the link in every mail; the uuid in it is all the proof there is. */
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
        <Alert kind="success" title="Everything is erased.">
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

const NOTHING = 'Nothing about you as a reader is left, not even your address.';
const MARK =
  'We keep one thing: a scrambled mark of your address, which nobody can read back, so that we do not write to it again unasked.';
/** By what the reader was until then (the server keeps a mark of those who had left). */
const KEPT: Record<Reader['status'], string> = {
  pending: NOTHING,
  active: NOTHING,
  unsubscribed: MARK,
  bounced: MARK,
  complained: MARK,
};

function Preferences({ reader, onErased }: { reader: Reader; onErased: () => void }) {
  const wantsToLeave = useSearchParams()[0].has('unsubscribe');
  const unsubscribe = reader.status !== 'unsubscribed' && (
    <UnsubscribeSection reader={reader} isWanted={wantsToLeave} />
  );
  return (
    <>
      {reader.status === 'pending' && (
        <Alert kind="warning" title="Your address is not confirmed yet.">
          Open the link in our confirmation email. If you don’t have it, sign up again on the front page and we’ll send
          a new one.
        </Alert>
      )}
      {reader.status === 'unsubscribed' && (
        <Alert title="You are unsubscribed.">We send you nothing. To come back, sign up again on the front page.</Alert>
      )}
      {wantsToLeave && unsubscribe}
      <PreferencesForm reader={reader} />
      {reader.status === 'active' && <PauseSection reader={reader} />}
      {!wantsToLeave && unsubscribe}
      <DataSection reader={reader} onErased={onErased} />
    </>
  );
}

function LeaveWithoutScript({ uuid }: { uuid: string }) {
  const sent = useSent();
  if (sent === 'done') return <Alert title="You are unsubscribed.">We send you nothing any more.</Alert>;
  return (
    <>
      {sent === 'check' && <NotReachable missing />}
      <WithoutScript>
        <p>
          Changing your preferences needs JavaScript. Without it you can unsubscribe here, or{' '}
          <a href={exportUrl(uuid)}>download everything we keep about you</a>.
        </p>
        <div>
          <Button type="submit" look="danger">
            Unsubscribe
          </Button>
        </div>
      </WithoutScript>
    </>
  );
}

const NotReachable = ({ missing }: { missing: boolean }) => (
  <EmptyState
    title={missing ? 'This link belongs to nobody' : 'Your preferences could not be loaded'}
    action={missing ? <Button to="/#sign-up">Sign up</Button> : undefined}
  >
    {missing
      ? 'It may be incomplete, or the address behind it was erased. The newest newsletter has the right link at its end.'
      : 'Please try again in a minute.'}
  </EmptyState>
);

const REASONS = ['Too many mails', 'Not my kind of books', 'Not my stores', 'I never signed up', 'Something else'];

/** `isWanted`: the mail's "Unsubscribe" leads just here. It comes with the reader's data, later than the router looks for it. */
function UnsubscribeSection({ reader, isWanted }: { reader: Reader; isWanted: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isWanted) heading.current?.focus();
  }, [isWanted]);
  const queryClient = useQueryClient();
  const leave = useMutation({
    mutationFn: (reason: string) => unsubscribeReader(reader.uuid, reason),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['reader', reader.uuid] }),
    meta: { success: 'You are unsubscribed.' },
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
            { value: '', label: 'I would rather not' },
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

/** What a reader may have of us, and have us forget. */
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
      <p>Erasing removes your address, your preferences and what you clicked on. It cannot be undone.</p>
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
