import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#client/api/api-error.ts';
import { Link, useSearchParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Form } from '#client/ui/Form.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useFormOutcome } from '#client/ui/use-form-outcome.ts';
import { paths } from '#shared/paths.ts';
import { confirmReader, failureText } from './api.ts';
import { storeReaderUuid } from './reader-uuid.ts';

/**
 * The target of the confirmation email's link. Mail scanners open it and some run scripts, so only the button confirms.
 */
export function ReaderConfirmScreen() {
  const token = useSearchParams()[0].get('token') ?? '';
  const outcome = useFormOutcome();
  const { mutate, data, error, ...confirm } = useMutation({
    mutationFn: confirmReader,
    onSuccess: ({ reader }) => storeReaderUuid(reader.uuid),
    meta: { silent: true },
  });
  const { support_email } = useShell();
  const isSuccess = confirm.isSuccess || outcome === 'done';
  const isLinkInvalid = (error instanceof ApiError && error.status === 422) || outcome === 'check';
  return (
    <Page width="text">
      <Seo title="Confirm your address" description="Confirm your email address to get the newsletter." noindex />
      <PageTitle>
        {isSuccess ? 'You’re in' : isLinkInvalid ? 'This link doesn’t work' : 'Confirm your address'}
      </PageTitle>
      {isSuccess ? (
        <>
          <Alert kind="success" title="Your address is confirmed.">
            You’ll get the next newsletter, with what you asked for. Until then, see today’s deals.
          </Alert>
          <p>
            <Button to={paths.deals()}>See today’s deals</Button>
          </p>
        </>
      ) : isLinkInvalid ? (
        <>
          <Alert kind="error">{INVALID_LINK}</Alert>
          <p>
            <Button to="/#sign-up">Sign up again</Button>
          </p>
        </>
      ) : (
        <>
          <p>Confirm your address, and we’ll send you what you asked for.</p>
          {error && <Alert kind="error">{failureText(error, support_email)}</Alert>}
          <Form onSubmit={() => mutate(token)} busy={confirm.isPending} label="Confirm your address" worksWithoutScript>
            <div>
              <Button type="submit" busy={confirm.isPending}>
                Confirm my address
              </Button>
            </div>
          </Form>
        </>
      )}
      {data?.reader && (
        <p>
          <Link to={paths.readerEdit(data.reader.uuid)}>
            See your list, and choose your genres, your stores, and how often we email you
          </Link>
        </p>
      )}
    </Page>
  );
}

const INVALID_LINK =
  'This link has expired or is incomplete, or you’ve unsubscribed since we sent it. Confirmation links work for seven days; sign up again to get a new one.';
