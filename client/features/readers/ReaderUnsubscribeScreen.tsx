import { useMutation } from '@tanstack/react-query';
import { isMissing } from '#client/api/api-error.ts';
import { Link, useSearchParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Form } from '#client/ui/Form.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useFormOutcome } from '#client/ui/use-form-outcome.ts';
import { paths } from '#shared/paths.ts';
import { failureText, unsubscribeByToken } from './api.ts';

/**
 * The one-click address of a newsletter, opened by a person. Scanners open links too, so only the button unsubscribes.
 */
export function ReaderUnsubscribeScreen() {
  const token = useSearchParams()[0].get('token') ?? '';
  const sent = useFormOutcome();
  const { mutate, error, isSuccess, isPending } = useMutation({
    mutationFn: unsubscribeByToken,
    meta: { silent: true },
  });
  const { support_email } = useShell();
  const isDone = isSuccess || sent === 'done';
  const isBroken = isMissing(error) || sent === 'check';
  return (
    <Page width="text">
      <Seo title="Unsubscribe" description="Unsubscribe from the newsletter." noindex />
      <PageTitle>{isDone ? 'You’re unsubscribed' : 'Unsubscribe'}</PageTitle>
      {isDone ? (
        <Alert kind="success" title="You won’t get the newsletter anymore.">
          To come back, <Link to="/#sign-up">sign up again</Link>.
        </Alert>
      ) : isBroken ? (
        <Alert kind="error">
          The link is incomplete. Open “Unsubscribe” at the end of a newsletter, or{' '}
          <Link to={paths.contact()}>write to us</Link>, and we’ll unsubscribe you.
        </Alert>
      ) : (
        <>
          <p>Click the button to stop getting the newsletter.</p>
          {error && <Alert kind="error">{failureText(error, support_email)}</Alert>}
          <Form onSubmit={() => mutate(token)} busy={isPending} label="Unsubscribe" worksWithoutScript>
            <div>
              <Button type="submit" look="danger" busy={isPending}>
                Unsubscribe
              </Button>
            </div>
          </Form>
        </>
      )}
    </Page>
  );
}
