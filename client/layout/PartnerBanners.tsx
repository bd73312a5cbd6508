import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { emailVerificationQuery, resendVerification } from '#client/session/email-verification.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { useLogOut } from '#client/session/use-log-out.ts';
import { paths } from '#shared/paths.ts';
import classes from './PartnerBanners.module.css';

/** Banners above every page of a signed-in partner. */
export function PartnerBanners() {
  const { record } = useSession().partner;
  return (
    <>
      <BothRolesBanner />
      {record && <UnverifiedEmailBanner email={record.email} />}
    </>
  );
}

/** Shown while both a user and a partner are signed in. */
function BothRolesBanner() {
  const { partner, user } = useSession();
  const logOut = useLogOut();
  if (!partner.isSignedIn || !user.isSignedIn) return null;
  return (
    <aside className={classes.note} aria-label="Signed in twice">
      You’re signed in as staff and as the partner {partner.record?.name}.{' '}
      <button type="button" onClick={() => void logOut('partner')}>
        Log out from partner
      </button>
    </aside>
  );
}

/** Shown on every page until the partner has verified their address. */
function UnverifiedEmailBanner({ email }: { email: string }) {
  const verification = useQuery(emailVerificationQuery(email)).data;
  const resend = useMutation({
    mutationFn: resendVerification,
    meta: { success: `We sent the link to ${email} again.` },
  });
  if (verification?.verified_at !== null) return null;
  return (
    <aside className={classes.note} aria-label="Email not verified">
      Verify {email}: open our email and press the button. Until then, we can’t approve your promotions.{' '}
      <button
        type="button"
        aria-disabled={resend.isPending || undefined}
        onClick={() => resend.isPending || resend.mutate()}
      >
        Resend the email
      </button>{' '}
      <Link to={paths.account()}>Change the address</Link>
    </aside>
  );
}
