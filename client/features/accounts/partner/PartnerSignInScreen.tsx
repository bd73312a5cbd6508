import { Link } from '#client/app/router.ts';
import { GuestOnly } from '#client/session/GuestOnly.tsx';
import { SignInForm } from '#client/session/SignInForm.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';

export const PartnerSignInScreen = () => (
  <GuestOnly forRole="partner">
    <Page width="form">
      <Seo
        title="Partner sign in"
        description="Sign in to book a newsletter date for your ebook, to see clicks and results, and to manage your account."
        path={paths.partnerSignIn()}
      />
      <PageTitle lead="For authors and publishers.">Sign in</PageTitle>
      <SignInForm forRole="partner" />
      <p>
        <Link to={paths.partnerForgot()}>Forgot your password?</Link>
      </p>
      <p>
        New here? <Link to={paths.partnerSignUp()}>Create a partner account</Link>
      </p>
    </Page>
  </GuestOnly>
);
