import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { emailVerificationQuery, resendVerification } from '#client/session/email-verification.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { useLogOut } from '#client/session/use-log-out.ts';
import { paths } from '#shared/paths.ts';
import classes from './PartnerNotes.module.css';

/** Above every page of a signed-in partner, where there is something to say. */
export function PartnerNotes() {
  const { record } = useSession().partner;
  return (
    <>
      <BothRolesNote />
      {record && <UnverifiedEmail email={record.email} />}
    </>
  );
}

/** Spec §4: both a user and a partner can be logged in at once; a note then offers to log out from partner. */
function BothRolesNote() {
  const { partner, user } = useSession();
  const logOut = useLogOut();
  if (!partner.isSignedIn || !user.isSignedIn) return null;
  return (
    <aside className={classes.note} aria-label="Signed in twice">
      You are signed in as staff and as the partner {partner.record?.name}.{' '}
      <button type="button" onClick={() => void logOut('partner')}>
        Log out from partner
      </button>
    </aside>
  );
}

/** Stays on every page until the partner has proved to get mail at their address. */
function UnverifiedEmail({ email }: { email: string }) {
  const verification = useQuery(emailVerificationQuery(email)).data;
  const resend = useMutation({
    mutationFn: resendVerification,
    meta: { success: `We sent the link to ${email} again.` },
  });
  if (verification?.verified_at !== null) return null;
  return (
    <aside className={classes.note} aria-label="Email not verified">
      Verify {email}: press the button in our email. We can’t approve promotions before that.{' '}
      <button type="button" disabled={resend.isPending} onClick={() => resend.mutate()}>
        Resend the email
      </button>{' '}
      <Link to={paths.account()}>Change the address</Link>
    </aside>
  );
}
