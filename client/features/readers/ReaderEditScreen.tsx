import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing } from '#client/api/api-error.ts';
import { useParams, useSearchParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { useSent } from '#client/ui/use-sent.ts';
import { WithoutScript } from '#client/ui/WithoutScript.tsx';
import type { Reader } from '#shared/readers.ts';
import { exportUrl, readReader } from './api.ts';
import { DataSection } from './DataSection.tsx';
import { PauseSection } from './PauseSection.tsx';
import { PreferencesForm } from './PreferencesForm.tsx';
import { UnsubscribeSection } from './UnsubscribeSection.tsx';

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
