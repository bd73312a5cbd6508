import { Link } from '#client/app/router.ts';
import { GuestOnly } from '#client/session/GuestOnly.tsx';
import { SignInForm } from '#client/session/SignInForm.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';

export const UserSignInScreen = () => (
  <GuestOnly forRole="user">
    <Page width="form">
      <Seo title="Staff sign in" description="Sign-in for this site’s editors and administrators." noindex />
      <PageTitle lead="For editors and administrators.">Staff sign in</PageTitle>
      <SignInForm forRole="user" />
      <p>
        <Link to={paths.userForgot()}>Forgot your password?</Link>
      </p>
      <p>
        Are you an author or publisher? <Link to={paths.partnerSignIn()}>Sign in here</Link>
      </p>
    </Page>
  </GuestOnly>
);

/** The admin panel's sign-in page. Staff who are signed in are redirected to the panel. */
export const AdminSignInScreen = () => (
  <GuestOnly forRole="user" home={paths.adminPanel()}>
    <Page width="form">
      <Seo title="Admin panel sign in" description="Sign in to this site’s admin panel." noindex />
      <PageTitle lead="For editors and administrators.">Admin panel</PageTitle>
      <SignInForm forRole="user" />
      <p>
        <Link to={paths.userForgot()}>Forgot your password?</Link>
      </p>
    </Page>
  </GuestOnly>
);
