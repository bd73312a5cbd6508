import { useLocation, useNavigate } from '#client/app/router.ts';
import { afterSignIn } from '#client/session/sign-in-path.ts';
import { useLogOut } from '#client/session/use-log-out.ts';
import { Button } from '#client/ui/Button.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { SecondFactorPanel } from '../SecondFactorPanel.tsx';

/** Sets up a required second factor, and then continues to the page that the staff member opened. */
export function UserSecondFactorScreen() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const logOut = useLogOut();
  return (
    <Page width="text">
      <Seo
        title="Set up two-factor authentication"
        description="Set up two-factor authentication for your staff account."
        noindex
      />
      <PageTitle lead="Staff accounts require two-factor authentication. Setup takes about a minute. You’ll need an authenticator app.">
        Set up two-factor authentication
      </PageTitle>
      <SecondFactorPanel forRole="user" onSetUp={() => void navigate(afterSignIn('user', search), { replace: true })} />
      <div>
        <Button type="button" look="quiet" onClick={() => void logOut('user')}>
          Log out
        </Button>
      </div>
    </Page>
  );
}
