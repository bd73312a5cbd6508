import { useQuery } from '@tanstack/react-query';
import { registryQuery } from '#client/api/admin-registry.ts';
import { Link } from '#client/app/router.ts';
import { HeldNewsletters } from '#client/features/newsletters/HeldNewsletters.tsx';
import { useSession } from '#client/session/SessionContext.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Row } from '#client/ui/Stack.tsx';
import type { AdminHealth, AdminRegistry } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import classes from './AdminHome.module.css';
import { AdminPage } from './AdminPage.tsx';
import { AuditLog } from './AuditLog.tsx';
import { auditLogQuery, healthQuery, useCanSee } from './api.ts';
import { HealthChecks, OpenDisputes } from './HealthChecks.tsx';

/** The panel's first page: health, lists, and the latest changes from the audit log. */
export function AdminHomeScreen() {
  const { record } = useSession().user;
  const health = useQuery(healthQuery);
  const registry = useQuery(registryQuery);
  const events = useQuery(auditLogQuery);
  const canSeeLog = useCanSee('audit_events');
  return (
    <AdminPage
      title="Admin panel"
      crumbs={[]}
      lead={record && `Signed in as ${record.name} (${record.role === 'admin' ? 'administrator' : 'editor'})`}
      tools={
        <>
          {record?.role === 'admin' && (
            <Button to="/users/imports" look="quiet">
              Import readers
            </Button>
          )}
          <Button to={paths.userPromotionSites()} look="quiet">
            Check promotion sites
          </Button>
          <Button to={paths.adminAccount()} look="quiet">
            Your account
          </Button>
        </>
      }
    >
      <HeldNewsletters />
      <QueryBoundary query={health}>{(data) => <SystemStatus health={data} />}</QueryBoundary>
      <QueryBoundary query={registry}>{(data) => <Lists registry={data} />}</QueryBoundary>
      <Panel
        title="Recent changes"
        aside={canSeeLog && <Link to={paths.adminList('audit_events')}>View audit log</Link>}
      >
        <QueryBoundary query={events}>{(all) => <AuditLog events={all.slice(0, 8)} />}</QueryBoundary>
      </Panel>
    </AdminPage>
  );
}

const COUNTS: { name: string; label: string; to: string }[] = [
  { name: 'reviewable', label: 'Promotions to review', to: paths.userPromotions() },
  { name: 'unpaid_invoices', label: 'Unpaid invoices', to: paths.adminList('invoices', { is_unpaid: 'true' }) },
  { name: 'partners', label: 'Partners', to: paths.adminList('partners', { has_deleted_at: 'false' }) },
  { name: 'readers', label: 'Active readers', to: paths.adminList('readers', { status: 'active' }) },
  { name: 'books', label: 'Active books', to: paths.adminList('books', { status: 'active' }) },
];

function SystemStatus({ health }: { health: AdminHealth }) {
  const failing = health.checks.filter(({ level }) => level !== 'ok');
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
        title={failing.length ? 'Needs attention' : 'All systems normal'}
        tone={failing.length ? 'alert' : 'plain'}
        aside={
          <Row>
            <Link to={paths.adminListHealth()}>List health</Link>
            <Link to={paths.adminHealth()}>System health</Link>
          </Row>
        }
      >
        {failing.length ? <HealthChecks checks={failing} /> : <p>All system checks passed.</p>}
      </Panel>
      <OpenDisputes disputes={health.disputes} />
    </>
  );
}

const Lists = ({ registry: { groups, entities } }: { registry: AdminRegistry }) => (
  <nav aria-label="All records" className={classes.groups}>
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
