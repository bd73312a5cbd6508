import { useLocation, useNavigate } from '#client/app/router.ts';
import { afterSignIn } from '#client/session/sign-in-path.ts';
import { useLogOut } from '#client/session/use-log-out.ts';
import { Button } from '#client/ui/Button.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { SecondFactorPanel } from '../SecondFactorPanel.tsx';

/** The first screen of staff who have to set up a second factor; then they go on to where they wanted to be. */
export function UserSecondFactorScreen() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const logOut = useLogOut();
  return (
    <Page width="text">
      <Seo title="Set up your second factor" description="Set up the second factor of your staff account." noindex />
      <PageTitle lead="This site asks its staff for a second factor. It takes a minute, and you need a phone with an authenticator app.">
        Set up your second factor
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
