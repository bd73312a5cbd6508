import { useMutation, useQuery } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { clearCredentials } from '#client/api/credentials.ts';
import { Link } from '#client/app/router.ts';
import { emailVerificationQuery, resendVerification } from '#client/session/email-verification.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { useLogOut } from '#client/session/use-log-out.ts';
import { staffApi } from '#shared/api/staff.ts';
import { paths } from '#shared/paths.ts';
import classes from './PartnerBanners.module.css';

/** Banners above every page of a signed-in partner. */
export function PartnerBanners() {
  const { record } = useSession().partner;
  return (
    <>
      {record?.is_view ? <ViewBanner id={record.id} name={record.name} /> : <BothRolesBanner />}
      {record && !record.is_view && <UnverifiedEmailBanner email={record.email} />}
    </>
  );
}

/** Shown while staff view the partner's screens. */
function ViewBanner({ id, name }: { id: number; name: string }) {
  const end = useMutation({
    mutationFn: () => clientFor(staffApi, 'user').endView({ partner_id: id }),
    // Also runs after a failure, such as an expired staff session; the server ends every view after 15 minutes anyway.
    // Loads a new page, so that no partner data stays in memory.
    onSettled() {
      clearCredentials('partner');
      location.assign(paths.userPartner(id));
    },
  });
  return (
    <aside className={classes.note} aria-label="Viewing as a partner">
      You’re viewing the screens of {name}. You can’t change anything.{' '}
      <button type="button" aria-disabled={end.isPending || undefined} onClick={() => end.isPending || end.mutate()}>
        Stop viewing
      </button>
    </aside>
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
      Verify {email}: open our email and click the button. Until then, we can’t approve your promotions.{' '}
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
