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
 * The page that an email's one-click unsubscribe address opens in a browser. Scanners open links too, so only the
 * button unsubscribes.
 */
export function ReaderUnsubscribeScreen() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const texts = search.has('unconfirmed') ? UNCONFIRMED : CONFIRMED;
  const outcome = useFormOutcome();
  const { mutate, error, isSuccess, isPending } = useMutation({
    mutationFn: unsubscribeByToken,
    meta: { silent: true },
  });
  const { support_email } = useShell();
  const isDone = isSuccess || outcome === 'done';
  const isBroken = isMissing(error) || outcome === 'check';
  return (
    <Page width="text">
      <Seo title="Unsubscribe" description="Unsubscribe from the newsletter." noindex />
      <PageTitle>{isDone ? texts.doneTitle : texts.title}</PageTitle>
      {isDone ? (
        <Alert kind="success" title={texts.done}>
          {texts.comeBack} <Link to="/#sign-up">{texts.signUp}</Link>.
        </Alert>
      ) : isBroken ? (
        <Alert kind="error">
          The link is incomplete. Open “Unsubscribe” at the end of a newsletter, or{' '}
          <Link to={paths.contact()}>write to us</Link>, and we’ll unsubscribe you.
        </Alert>
      ) : (
        <>
          <p>{texts.lead}</p>
          {error && <Alert kind="error">{failureText(error, support_email)}</Alert>}
          <Form onSubmit={() => mutate(token)} busy={isPending} label={texts.title} worksWithoutScript>
            <div>
              <Button type="submit" look="danger" busy={isPending}>
                {texts.title}
              </Button>
            </div>
          </Form>
        </>
      )}
    </Page>
  );
}

const CONFIRMED = {
  title: 'Unsubscribe',
  lead: 'Click the button to stop getting the newsletter.',
  doneTitle: 'You’re unsubscribed',
  done: 'You won’t get the newsletter anymore.',
  comeBack: 'To come back,',
  signUp: 'sign up again',
};

/** For a person who got a permission email and hasn't confirmed. */
const UNCONFIRMED = {
  title: 'Stop these emails',
  lead: 'This address isn’t signed up for anything. Click the button, and we won’t email it about this again.',
  doneTitle: 'We’ve stopped these emails',
  done: 'We won’t email this address about this again.',
  comeBack: 'Nothing was signed up. If you want our ebook deals after all,',
  signUp: 'sign up',
};
