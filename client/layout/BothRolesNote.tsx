import { useSession } from '#client/session/SessionContext.tsx';
import { useLogOut } from '#client/session/use-log-out.ts';
import classes from './BothRolesNote.module.css';

/** Spec §4: both a user and a partner can be logged in at once; a note then offers to log out from partner. */
export function BothRolesNote() {
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
