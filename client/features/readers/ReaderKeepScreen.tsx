import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, isMissing } from '#client/api/api-error.ts';
import { Link, useParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Form } from '#client/ui/Form.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { useFormOutcome } from '#client/ui/use-form-outcome.ts';
import { addDays } from '#shared/dates.ts';
import type { ReaderKeep } from '#shared/readers.ts';
import { failureText, keepReader, readerKey } from './api.ts';

const PAUSE_DAYS = 30;

/**
 * Keeps or restarts the newsletter. Linked from the email that asks readers whether they still want it, and from the
 * preferences of those who didn't answer. Scanners open links too, so only the buttons answer.
 */
export function ReaderKeepScreen() {
  const { uuid = '' } = useParams();
  const shell = useShell();
  const outcome = useFormOutcome();
  const queryClient = useQueryClient();
  const { mutate, error, isSuccess, isPending, variables } = useMutation({
    mutationFn: (answer: ReaderKeep) => keepReader(uuid, answer),
    onSuccess: (reader) => queryClient.setQueryData(readerKey(uuid), reader),
    meta: { silent: true },
  });
  const isDone = isSuccess || outcome === 'done';
  const preferences = <Link to={`/readers/${uuid}/edit`}>your preferences</Link>;
  return (
    <Page width="text">
      <Seo title="Keep the newsletter" description="Tell us whether you still want our ebook deals." noindex />
      <PageTitle>{isDone ? 'Thanks for staying' : 'Still want the newsletter?'}</PageTitle>
      {isDone ? (
        <Alert kind="success" title={DONE[answerOf(variables)]}>
          You can change this at any time in {preferences}.
        </Alert>
      ) : isMissing(error) ? (
        <Alert kind="error">
          This link doesn’t work: it may be incomplete, or your data was erased.{' '}
          <Link to="/#sign-up">Sign up again</Link> to get the newsletter.
        </Alert>
      ) : error instanceof ApiError && error.status === 409 ? (
        <Alert kind="error">
          {failureText(error, shell.support_email)} <Link to="/#sign-up">Go to the sign-up form</Link>
        </Alert>
      ) : (
        <>
          <p>Click the button, and we’ll email you free and discounted ebook deals in your genres.</p>
          {error && <Alert kind="error">{failureText(error, shell.support_email)}</Alert>}
          <Form onSubmit={() => mutate({})} busy={isPending} label="Keep the newsletter" worksWithoutScript>
            <div>
              <Button type="submit" busy={isPending && answerOf(variables) === 'keep'}>
                Keep the newsletter
              </Button>
            </div>
          </Form>
          <Stack>
            <h2>Or change something</h2>
            <Row>
              <Button
                type="button"
                look="quiet"
                busy={isPending && answerOf(variables) === 'weekly'}
                disabled={isPending}
                onClick={() => mutate({ frequency: 'weekly' })}
              >
                Email me once a week
              </Button>
              <Button
                type="button"
                look="quiet"
                busy={isPending && answerOf(variables) === 'pause'}
                disabled={isPending}
                onClick={() => mutate({ paused_until: addDays(calendarDay(shell), PAUSE_DAYS) })}
              >
                Pause for a month
              </Button>
            </Row>
            <p>
              Or open {preferences} to choose other genres, or <Link to={unsubscribePath(uuid)}>unsubscribe</Link>.
            </p>
          </Stack>
        </>
      )}
    </Page>
  );
}

const unsubscribePath = (uuid: string) => `/readers/${uuid}/edit?unsubscribe=1#unsubscribe`;

/** 'keep' if the answer isn't known here: without script, only the first button works. */
const answerOf = (answer: ReaderKeep | undefined) =>
  answer?.frequency ? 'weekly' : answer?.paused_until ? 'pause' : 'keep';

const DONE = {
  keep: 'You’ll keep getting the newsletter.',
  weekly: 'You’ll get one email a week, on Saturday.',
  pause: 'Your newsletter is paused for a month.',
};
