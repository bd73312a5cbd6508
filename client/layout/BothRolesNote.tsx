import { useSession, useSessionStore } from '#client/session/SessionContext.tsx';
import classes from './BothRolesNote.module.css';

/** Spec §4: both a user and a partner can be logged in at once; a note then offers to log out from partner. */
export function BothRolesNote() {
  const { partner, user } = useSession();
  const session = useSessionStore();
  if (!partner.isSignedIn || !user.isSignedIn) return null;
  return (
    <aside className={classes.note} aria-label="Signed in twice">
      You are signed in as staff and as the partner {partner.record?.name}.{' '}
      <button type="button" onClick={() => void session.logOut('partner')}>
        Log out from partner
      </button>
    </aside>
  );
}
