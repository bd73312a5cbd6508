import { useMutation } from '@tanstack/react-query';
import { fieldErrors } from '#client/api/api-error.ts';
import { clientFor } from '#client/api/client.ts';
import { Link, useSearchParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Form } from '#client/ui/Form.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useFormOutcome } from '#client/ui/use-form-outcome.ts';
import { partnersApi } from '#shared/api/partners.ts';
import { paths } from '#shared/paths.ts';

type Kind = 'reminder' | 'recapture';

const TEXTS: Record<Kind, { title: string; lead: string }> = {
  reminder: {
    title: 'Unsubscribe from reminders',
    lead: 'We send these emails three days and one day before a newsletter, to remind you to lower your price in the stores.',
  },
  recapture: {
    title: 'Unsubscribe from check-in emails',
    lead: 'We send these emails at most once a month, when a book is still a draft or when you haven’t run a promotion for a while.',
  },
};

const INCOMPLETE_LINK = 'This link is incomplete. Open it in the email again, or copy all of it.';

export const UnsubscribeReminderScreen = () => <UnsubscribePage kind="reminder" />;
export const UnsubscribeRecaptureScreen = () => <UnsubscribePage kind="recapture" />;

/** Only the button unsubscribes, because mail scanners open the link too. */
function UnsubscribePage({ kind }: { kind: Kind }) {
  const token = useSearchParams()[0].get('token') ?? '';
  const outcome = useFormOutcome();
  const unsubscribe = useMutation({
    mutationFn: () => clientFor(partnersApi).unsubscribe({ body: { kind, token } }),
    meta: { form: true },
  });
  const errors = fieldErrors(unsubscribe.error);
  const { title, lead } = TEXTS[kind];
  return (
    <Page width="form">
      <Seo title={title} description={lead} noindex />
      <PageTitle lead={lead}>{title}</PageTitle>
      {unsubscribe.isSuccess || outcome === 'done' ? (
        <Alert kind="success" title="You’re unsubscribed.">
          You won’t get these anymore. You’ll still get emails about your own promotions and payments.
        </Alert>
      ) : (
        <Form
          onSubmit={() => unsubscribe.mutate()}
          errors={errors}
          busy={unsubscribe.isPending}
          label={title}
          worksWithoutScript
        >
          {errors.token && <Alert kind="error">{token ? errors.token : INCOMPLETE_LINK}</Alert>}
          <Button type="submit" busy={unsubscribe.isPending}>
            Unsubscribe
          </Button>
        </Form>
      )}
      <p>
        All your email settings are in <Link to={paths.account()}>your account</Link>.
      </p>
    </Page>
  );
}
