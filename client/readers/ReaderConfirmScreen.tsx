import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { Link, useSearchParams } from '#client/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useSent } from '#client/ui/use-sent.ts';
import { WithoutScript } from '#client/ui/WithoutScript.tsx';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { confirmReader } from './api.ts';

/** The target of the confirmation mail's link. Mail scanners run no script, so opening it is enough for a person. */
export function ReaderConfirmScreen() {
  const token = useSearchParams()[0].get('token') ?? '';
  const sent = useSent();
  const { mutate, data, error, ...confirm } = useMutation({ mutationFn: confirmReader, meta: { silent: true } });
  const isSuccess = confirm.isSuccess || sent === 'done';
  const { support_email } = useShell();
  const isRefused = error instanceof ApiError && error.status === 422;
  const reason = error ? reasonOf(error, support_email) : sent === 'check' && OLD_LINK;
  useEffect(() => mutate(token), [mutate, token]);
  return (
    <Page width="text">
      <Seo title="Confirm your address" description="Confirm your email address to get the newsletter." noindex />
      <PageTitle>{isSuccess ? 'You are in' : reason ? 'That did not work' : 'Confirming your address'}</PageTitle>
      {isSuccess && (
        <Alert kind="success" title="Your address is confirmed.">
          The next newsletter is yours. Until then, there are deals to look through.
        </Alert>
      )}
      {reason && <Alert kind="error">{reason}</Alert>}
      {!isSuccess && !reason && (
        <>
          <Skeleton height="4rem" />
          <WithoutScript>
            <Button type="submit">Confirm my address</Button>
          </WithoutScript>
        </>
      )}
      {error && !isRefused ? (
        <p>
          <Button type="button" busy={confirm.isPending} onClick={() => mutate(token)}>
            Try again
          </Button>
        </p>
      ) : (
        (isSuccess || reason) && (
          <p>
            <Button to={isSuccess ? paths.deals() : '/#sign-up'}>
              {isSuccess ? 'See today’s deals' : 'Sign up again'}
            </Button>
          </p>
        )
      )}
      {data?.reader && (
        <p>
          <Link to={paths.readerEdit(data.reader.uuid)}>Choose categories, stores and how often we write</Link>
        </p>
      )}
    </Page>
  );
}

/** A link that was refused is old; what else went wrong is no fault of it, and it may be opened again. */
function reasonOf(error: Error, supportEmail: string) {
  if (!(error instanceof ApiError)) return CLIENT_TEXTS.html;
  return error.status === 422 ? OLD_LINK : errorMessages(error, { supportEmail }).join(' ');
}

const OLD_LINK =
  'The link is old or incomplete. Confirmation links work for seven days; sign up again to get a new one.';
