import { useSession } from '#client/session/SessionContext.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import classes from './Dashboard.module.css';
import { InvitePanel } from './InvitePanel.tsx';
import { LastResultsPanel } from './LastResultsPanel.tsx';
import { MonthPanel } from './MonthPanel.tsx';
import { NextPanel } from './NextPanel.tsx';
import { TodoPanel } from './TodoPanel.tsx';
import { useDashboard } from './use-dashboard.ts';

export function DashboardScreen() {
  const { record } = useSession().partner;
  const dashboard = useDashboard();
  return (
    <Page>
      <Seo title="My dashboard" description="Your next promotions and what the last ones brought." noindex />
      <PageTitle lead={`Hello, ${record?.name}.`}>My dashboard</PageTitle>
      <div className={classes.actions}>
        <Button to={paths.partnerPromotionNew()}>Add a promotion</Button>
        <Button to={paths.partnerBookNew()} look="quiet">
          Add an eBook
        </Button>
      </div>
      <Loaded query={dashboard} waiting={<ListSkeleton rows={3} height={180} />}>
        {(data) => (
          <>
            <TodoPanel todos={data.todos} />
            <div className={classes.columns}>
              <NextPanel next={data.next} />
              <div className={classes.stack}>
                <MonthPanel month={data.month} cost_cents={data.month_cost_cents} />
                <InvitePanel />
              </div>
            </div>
            <LastResultsPanel results={data.results} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
