import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { paths } from '#shared/paths.ts';
import { AdminPage } from './AdminPage.tsx';

export const NoSuchList = () => (
  <AdminPage title="Not found">
    <EmptyState
      title="There is no such list for you"
      action={<Button to={paths.adminPanel()}>To the admin panel</Button>}
    >
      Some lists are for administrators only.
    </EmptyState>
  </AdminPage>
);
