import type { ReactNode } from 'react';
import { Link } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { paths } from '#shared/paths.ts';
import classes from './AdminPage.module.css';

type Props = {
  title: string;
  lead?: ReactNode;
  /** The way here, from the panel's first page on. */
  trail?: readonly { label: string; to: string }[];
  /** Buttons at the right of the title. */
  tools?: ReactNode;
  children: ReactNode;
};

/** Where every way begins. */
export const PANEL = { label: 'Admin panel', to: paths.adminPanel() };

/** The frame of the panel's pages: where one is, the title, what can be done. */
export const AdminPage = ({ title, lead, trail = [PANEL], tools, children }: Props) => (
  <Page>
    <Seo title={`${title} · Admin panel`} description="For staff." noindex />
    <Stack gap="s">
      {trail.length > 0 && (
        <nav aria-label="You are here" className={classes.trail}>
          <ol>
            {trail.map(({ label, to }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={classes.head}>
        <PageTitle lead={lead}>{title}</PageTitle>
        {tools && <Row>{tools}</Row>}
      </div>
    </Stack>
    {children}
  </Page>
);

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
