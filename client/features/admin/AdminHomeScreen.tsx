import { useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { HeldNewsletters } from '#client/features/newsletters/HeldNewsletters.tsx';
import { useSession } from '#client/session/SessionContext.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { AdminHealth, AdminRegistry } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import classes from './AdminHome.module.css';
import { AdminPage } from './AdminPage.tsx';
import { healthQuery, registryQuery, trailQuery, useSees } from './api.ts';
import { HealthChecks, OpenDisputes } from './HealthChecks.tsx';
import { Trail } from './Trail.tsx';

/** The panel's first page: how things are, where everything is, what staff did last. */
export function AdminHomeScreen() {
  const { record } = useSession().user;
  const health = useQuery(healthQuery);
  const registry = useQuery(registryQuery);
  const trail = useQuery(trailQuery);
  const seesLog = useSees('audit_events');
  return (
    <AdminPage
      title="Admin panel"
      trail={[]}
      lead={record && `You are ${record.name}, ${record.role === 'admin' ? 'an administrator' : 'an editor'}.`}
      tools={
        <Button to={paths.adminAccount()} look="quiet">
          Your account
        </Button>
      }
    >
      <HeldNewsletters />
      <Loaded query={health}>{(found) => <Condition health={found} />}</Loaded>
      <Loaded query={registry}>{(found) => <Lists registry={found} />}</Loaded>
      <Panel
        title="Last changes by staff"
        aside={seesLog && <Link to={paths.adminList('audit_events')}>The whole log</Link>}
      >
        <Loaded query={trail}>{(events) => <Trail events={events.slice(0, 8)} />}</Loaded>
      </Panel>
    </AdminPage>
  );
}

const COUNTS: { name: string; label: string; to: string }[] = [
  { name: 'reviewable', label: 'Promotions to be decided', to: paths.userPromotions() },
  { name: 'unpaid_invoices', label: 'Unpaid invoices', to: paths.adminList('invoices', { is_unpaid: 'true' }) },
  { name: 'partners', label: 'Partners', to: paths.adminList('partners', { has_deleted_at: 'false' }) },
  { name: 'readers', label: 'Active readers', to: paths.adminList('readers', { status: 'active' }) },
  { name: 'books', label: 'Active books', to: paths.adminList('books', { status: 'active' }) },
];

function Condition({ health }: { health: AdminHealth }) {
  const wrong = health.checks.filter(({ level }) => level !== 'ok');
  return (
    <>
      <ul className={classes.counts}>
        {COUNTS.map(({ name, label, to }) => (
          <li key={name}>
            <Link to={to}>
              <strong>{(health.counts[name] ?? 0).toLocaleString('en-US')}</strong>
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Panel
        title={wrong.length ? 'Needs a look' : 'All is well'}
        tone={wrong.length ? 'alert' : 'plain'}
        aside={<Link to={paths.adminHealth()}>System health</Link>}
      >
        {wrong.length ? (
          <HealthChecks checks={wrong} />
        ) : (
          <p>Database, queue, emails, charges, disputes, schedule, and disk are as they should be.</p>
        )}
      </Panel>
      <OpenDisputes disputes={health.disputes} />
    </>
  );
}

const Lists = ({ registry: { groups, entities } }: { registry: AdminRegistry }) => (
  <nav aria-label="All lists" className={classes.groups}>
    {groups.map((group) => (
      <section key={group}>
        <h2>{group}</h2>
        <ul>
          {entities
            .filter((entity) => entity.group === group)
            .map(({ name, label }) => (
              <li key={name}>
                <Link to={paths.adminList(name)}>{label}</Link>
              </li>
            ))}
        </ul>
      </section>
    ))}
  </nav>
);
