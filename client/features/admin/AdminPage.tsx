import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumbs } from '#client/ui/Breadcrumbs.tsx';
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
  /** The breadcrumbs, starting with the panel's first page. */
  crumbs?: Crumbs;
  /** Buttons to the right of the title. */
  tools?: ReactNode;
  children: ReactNode;
};

/** The first breadcrumb. */
export const PANEL = { label: 'Admin panel', to: paths.adminPanel() };

/** The frame of the panel's pages: breadcrumbs, title, and buttons. */
export const AdminPage = ({ title, lead, crumbs = [PANEL], tools, children }: Props) => (
  <Page>
    <Seo title={title === PANEL.label ? title : `${title} · ${PANEL.label}`} description="For staff." noindex />
    <Stack gap="s">
      <Breadcrumbs crumbs={crumbs} />
      <div className={classes.head}>
        <PageTitle lead={lead}>{title}</PageTitle>
        {tools && <Row>{tools}</Row>}
      </div>
    </Stack>
    {children}
  </Page>
);

export const AdminNotFound = () => (
  <AdminPage title="Not found">
    <EmptyState
      title="We couldn’t open this page"
      action={<Button to={paths.adminPanel()}>Go to the admin panel</Button>}
    >
      It may not exist, or only administrators can see it. Check the address, or ask an administrator.
    </EmptyState>
  </AdminPage>
);
