import { useMutation } from '@tanstack/react-query';
import { fieldErrors } from '#client/api/api-error.ts';
import { browserStore, firstTouch } from '#client/api/stored.ts';
import { Link } from '#client/app/router.ts';
import { signUp } from '#client/session/auth-api.ts';
import { GuestOnly } from '#client/session/GuestOnly.tsx';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Check, Choices, Field } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import { NewPasswordField } from '#client/ui/NewPasswordField.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useHasScript } from '#client/ui/use-has-script.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { WELCOME_CREDIT_CENTS } from '#shared/referrals.ts';
import { signUpBody } from './sign-up-body.ts';

const PARTNER_TYPES = [
  { value: 'author', label: 'Author' },
  { value: 'publisher', label: 'Publisher' },
];

export const PartnerSignUpScreen = () => (
  <GuestOnly forRole="partner">
    <Page width="form">
      <Seo
        title="Partner sign up"
        description="Create a partner account to promote your ebook to readers who love its genre. You’ll pay per click, after the newsletter goes out."
        path={paths.partnerSignUp()}
      />
      <PageTitle lead="It’s free to join. You won’t be charged until after your newsletter goes out.">
        Create a partner account
      </PageTitle>
      <Invitation />
      <SignUpForm />
      <p>
        Already have an account? <Link to={paths.partnerSignIn()}>Sign in</Link>
      </p>
    </Page>
  </GuestOnly>
);

/** A notice for visitors who came through a partner's link. Only the browser knows the link's code. */
function Invitation() {
  const { now } = useShell();
  const isInvited = useHasScript() && firstTouch('referrer_id', new Date(now), browserStore()) !== null;
  return isInvited ? (
    <Alert kind="info" title={`You’re invited: ${formatCents(WELCOME_CREDIT_CENTS)} off your first promotion.`}>
      We’ll apply it when we charge for the promotion’s clicks. If your inviter or another invited author has used your
      card, we’ll review it first.
    </Alert>
  ) : null;
}

function SignUpForm() {
  const session = useSessionStore();
  const { now } = useShell();
  const attempt = useMutation({
    mutationFn: signUp,
    onSuccess: (partner) => session.setSignedIn('partner', partner),
    meta: { form: true },
  });
  const onSubmit = (values: FormData) => {
    const store = browserStore();
    const touchOf = (name: 'referrer_id' | 'utm_source') => firstTouch(name, new Date(now), store);
    attempt.mutate(signUpBody(values, { referrer_id: touchOf('referrer_id'), utm_source: touchOf('utm_source') }));
  };
  return (
    <Form onSubmit={onSubmit} errors={fieldErrors(attempt.error)} busy={attempt.isPending} label="Sign up">
      <Field
        name="name"
        label="Name"
        autoComplete="name"
        hint="Your name or your company’s. Readers see your author profiles, not this."
      />
      <Field name="email" label="Email" type="email" autoComplete="email" />
      <NewPasswordField name="password" label="Password" />
      <Field name="password_confirmation" label="Confirm password" type="password" autoComplete="new-password" />
      <Choices name="partner_type" label="I am" type="radio" options={PARTNER_TYPES} chosen={['author']} />
      <Check name="subscribe_me" label="Send me occasional tips and news for authors" />
      <p>
        By signing up, you accept our <Link to="/terms-and-conditions">terms</Link> and{' '}
        <Link to="/privacy">privacy policy</Link>.
      </p>
      <Button type="submit" busy={attempt.isPending}>
        Sign up
      </Button>
    </Form>
  );
}
