import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { paths } from '#shared/paths.ts';
import { AdminPage } from './AdminPage.tsx';

export const NoSuchList = () => (
  <AdminPage title="Not found">
    <EmptyState
      title="Only administrators can see this list."
      action={<Button to={paths.adminPanel()}>To the admin panel</Button>}
    >
      Ask an administrator, or check the address.
    </EmptyState>
  </AdminPage>
);
