import { useQuery } from '@tanstack/react-query';
import { HeldNewsletters } from '#client/features/newsletters/HeldNewsletters.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DateText, InstantText } from '#client/ui/DateText.tsx';
import type { AdminHealth } from '#shared/admin.ts';
import { fieldLabel } from '#shared/errors.ts';
import { AdminPage } from './AdminPage.tsx';
import { healthQuery } from './api.ts';
import classes from './HealthChecks.module.css';
import { HealthChecks, OpenDisputes } from './HealthChecks.tsx';

const REFRESH_MS = 30_000;

/** Held newsletters, and then the checks, disputes, schedule, and versions. Those four reload every 30 seconds. */
export function AdminHealthScreen() {
  const query = useQuery({ ...healthQuery, refetchInterval: REFRESH_MS });
  return (
    <AdminPage
      title="System health"
      tools={
        <Button look="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
          Run checks again
        </Button>
      }
    >
      <HeldNewsletters />
      <QueryBoundary query={query}>{(health) => <HealthPanels health={health} />}</QueryBoundary>
    </AdminPage>
  );
}

const HealthPanels = ({ health }: { health: AdminHealth }) => (
  <>
    <Panel title="Checks" aside={<InstantText at={health.now} />}>
      <HealthChecks checks={health.checks} />
    </Panel>
    <OpenDisputes disputes={health.disputes} />
    <Panel title="Schedule" lead="The last run of every daily job.">
      <ul className={classes.schedule}>
        {health.schedule.map((run) => (
          <li key={run.job}>
            <span>{run.job}</span>
            <span>
              <LastRun run={run} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
    <Panel title="Versions">
      <FactList
        facts={[
          ...Object.entries(health.versions).map(([name, version]) => [fieldLabel(name), version] as const),
          ['Newsletter date now', <DateText key="date" date={health.business_date} />],
        ]}
      />
    </Panel>
  </>
);

function LastRun({ run: { business_date, finished_at, failure } }: { run: AdminHealth['schedule'][number] }) {
  if (failure) return `Failed: ${failure}`;
  return (
    <>
      {business_date && <DateText date={business_date} />}
      {finished_at ? '' : ', not finished'}
    </>
  );
}
