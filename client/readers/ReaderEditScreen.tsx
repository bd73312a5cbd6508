import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing } from '#client/api/api-error.ts';
import { useParams } from '#client/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import type { Reader } from '#shared/readers.ts';
import { readReader } from './api.ts';
import { LeaveSection } from './LeaveSection.tsx';
import { PauseSection } from './PauseSection.tsx';
import { PreferencesForm } from './PreferencesForm.tsx';

/** Reached by the link in every mail; the uuid in it is all the proof there is. */
export function ReaderEditScreen() {
  const { uuid = '' } = useParams();
  const [erased, setErased] = useState(false);
  const { data: reader, error } = useQuery({
    queryKey: ['reader', uuid],
    queryFn: () => readReader(uuid),
    enabled: !erased,
    meta: { silent: true },
  });
  return (
    <Page width="text">
      <Seo title="Your newsletter" description="Choose what we send you, pause it, or leave." noindex />
      <PageTitle>Your newsletter</PageTitle>
      {erased ? (
        <Alert kind="success" title="Everything is erased.">
          We keep only a scrambled mark of your address, so that nobody can sign it up again by mistake.
        </Alert>
      ) : reader ? (
        <Preferences reader={reader} onErased={() => setErased(true)} />
      ) : error ? (
        <NotReachable missing={isMissing(error)} />
      ) : (
        <ListSkeleton rows={4} height={96} />
      )}
    </Page>
  );
}

const Preferences = ({ reader, onErased }: { reader: Reader; onErased: () => void }) => (
  <>
    {reader.status === 'pending' && (
      <Alert kind="warning" title="Your address is not confirmed yet.">
        Open the link in the mail we sent you; until then nothing else comes.
      </Alert>
    )}
    {reader.status === 'unsubscribed' && (
      <Alert title="You are unsubscribed.">We send you nothing. To come back, sign up again on the front page.</Alert>
    )}
    <PreferencesForm reader={reader} />
    {reader.status === 'active' && <PauseSection reader={reader} />}
    <LeaveSection reader={reader} onErased={onErased} />
  </>
);

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
