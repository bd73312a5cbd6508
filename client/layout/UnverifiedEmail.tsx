import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { emailVerificationQuery, resendVerification } from '#client/session/email-verification.ts';
import { paths } from '#shared/paths.ts';
import classes from './BothRolesNote.module.css';

/** Stays on every page until the partner has proved to get mail at their address. */
export function UnverifiedEmail({ email }: { email: string }) {
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
