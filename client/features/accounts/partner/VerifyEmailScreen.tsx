import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldErrors } from '#client/api/api-error.ts';
import { useSearchParams } from '#client/app/router.ts';
import { EMAIL_VERIFICATION, verifyEmail } from '#client/session/email-verification.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Form } from '#client/ui/Form.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useFormOutcome } from '#client/ui/use-form-outcome.ts';
import { paths } from '#shared/paths.ts';

/**
 * The target of the link in the verification email. Mail scanners open it and some run scripts, so only the button
 * verifies.
 */
export function VerifyEmailScreen() {
  const token = useSearchParams()[0].get('token') ?? '';
  const outcome = useFormOutcome();
  const queryClient = useQueryClient();
  const verify = useMutation({
    mutationFn: () => verifyEmail(token),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: EMAIL_VERIFICATION }),
    meta: { form: true },
  });
  const problem = fieldErrors(verify.error).token ?? (outcome === 'check' ? OLD_LINK : null);
  const isDone = verify.isSuccess || outcome === 'done';
  return (
    <Page width="form">
      <Seo title="Verify your email address" description="Verify the address of your partner account." noindex />
      <PageTitle>{isDone ? 'Address verified' : problem ? 'This link doesn’t work' : 'Verify your address'}</PageTitle>
      {isDone ? (
        <Alert kind="success" title="Your address is verified.">
          Our editors can now approve your promotions.
        </Alert>
      ) : problem ? (
        <Alert kind="error">{problem}</Alert>
      ) : (
        <Form onSubmit={() => verify.mutate()} busy={verify.isPending} label="Verify your address" worksWithoutScript>
          <p>One more click to confirm that this is your email address.</p>
          <div>
            <Button type="submit" busy={verify.isPending}>
              Verify my address
            </Button>
          </div>
        </Form>
      )}
      {(isDone || problem) && (
        <p>
          <Button to={paths.dashboard()}>Go to your dashboard</Button>
        </p>
      )}
    </Page>
  );
}

const OLD_LINK = 'This link doesn’t work anymore. Sign in to get a new one.';
