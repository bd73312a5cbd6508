import { SecondFactorPanel } from '#client/features/accounts/SecondFactorPanel.tsx';
import { SessionsPanel } from '#client/features/accounts/SessionsPanel.tsx';
import { useSession } from '#client/session/SessionContext.tsx';
import { AdminPage } from './AdminPage.tsx';
import { OwnPassword } from './OwnPassword.tsx';

/** A staff member's own account: name, password and second factor. */
export function AdminAccountScreen() {
  const { record } = useSession().user;
  if (!record) return null;
  return (
    <AdminPage title="Your account" lead={`${record.name}, ${record.email}`}>
      <OwnPassword />
      <SecondFactorPanel forRole="user" />
      <SessionsPanel forRole="user" />
    </AdminPage>
  );
}
