import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '#client/app/router.ts';
import { StaffInvoiceDownload } from '#client/features/billing/staff/PaymentParts.tsx';
import { type Fact, FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { AdminEntity, AdminField, AdminLinked, AdminRecord } from '#shared/admin.ts';
import { formatTotal } from '#shared/list-totals.ts';
import { paths } from '#shared/paths.ts';
import { AdminPage, PANEL } from './AdminPage.tsx';
import classes from './AdminRecordScreen.module.css';
import { AuditLog, Differences } from './AuditLog.tsx';
import { type OpenedRecord, recordQuery } from './api.ts';
import { EntityScreen } from './EntityScreen.tsx';
import { FieldValue } from './FieldValue.tsx';
import { RecordActions } from './RecordActions.tsx';

export const AdminRecordScreen = () => <EntityScreen>{(entity) => <RecordLoader entity={entity} />}</EntityScreen>;

function RecordLoader({ entity }: { entity: AdminEntity }) {
  const { id = '' } = useParams();
  const query = useQuery(recordQuery(entity, id));
  const crumbs = [PANEL, { label: entity.label, to: paths.adminList(entity.name) }];
  if (!query.data)
    return (
      <AdminPage title={entity.singular_label} crumbs={crumbs}>
        <QueryBoundary query={query}>{() => null}</QueryBoundary>
      </AdminPage>
    );
  return <RecordPanels key={`${entity.name} ${id}`} entity={entity} opened={query.data} crumbs={crumbs} />;
}

const isLong = ({ type }: AdminField) => type === 'long_text' || type === 'json';

function RecordPanels({
  entity,
  opened,
  crumbs,
}: {
  entity: AdminEntity;
  opened: OpenedRecord;
  crumbs: { label: string; to: string }[];
}) {
  const { record, page, audit_events, linked } = opened;
  const name = `${entity.singular_label} ${record.id}`;
  const fields = entity.fields.filter(({ type }) => type !== 'id');
  const isAuditEvent = entity.name === 'audit_events';
  const longFields = fields.filter(
    (field) =>
      isLong(field) &&
      !(isAuditEvent && field.type === 'json') &&
      record[field.name] !== null &&
      record[field.name] !== '',
  );
  return (
    <AdminPage
      title={record.record_title}
      lead={name === record.record_title ? undefined : name}
      crumbs={crumbs}
      tools={
        <>
          {entity.can_edit && <Button to={paths.adminEdit(entity.name, record.id)}>Edit record</Button>}
          {page && (
            <Button to={page} look={entity.can_edit ? 'quiet' : 'primary'}>
              Open full page
            </Button>
          )}
          {entity.name === 'invoices' && (
            <StaffInvoiceDownload invoice={{ id: Number(record.id), number: String(record.number) }} />
          )}
          <RecordActions entity={entity} opened={opened} />
        </>
      }
    >
      <Panel title="Details">
        <FactList
          facts={factsOf(
            fields.filter((field) => !isLong(field)),
            record,
          )}
        />
      </Panel>
      {longFields.map((field) => (
        <Panel key={field.name} title={field.label}>
          <FieldValue field={field} record={record} />
        </Panel>
      ))}
      {isAuditEvent && (
        <Panel title="Changes">
          <Differences event={{ before: record.before, after: record.after }} />
        </Panel>
      )}
      {linked.length > 0 && <LinkedLists linked={linked} />}
      {(audit_events.length > 0 || isChangeable(entity)) && (
        <Panel title="Changes by staff" lead={audit_events.length === 0 ? 'No staff changes yet.' : undefined}>
          <AuditLog events={audit_events} />
        </Panel>
      )}
    </AdminPage>
  );
}

const isChangeable = ({ can_edit, actions }: AdminEntity) => can_edit || actions.length > 0;

const factsOf = (fields: readonly AdminField[], record: AdminRecord): Fact[] =>
  fields.map((field) => [field.label, <FieldValue key={field.name} field={field} record={record} />]);

/** Links to the lists of records that refer to this one, with their counts. */
const LinkedLists = ({ linked }: { linked: readonly AdminLinked[] }) => (
  <Panel title="Related records">
    <ul className={classes.list}>
      {linked.map(({ entity, label, query, total_count }) => (
        <li key={`${entity} ${label}`}>
          {total_count ? <Link to={paths.adminList(entity, query)}>{label}</Link> : <span>{label}</span>}
          <span className={classes.count}>{formatTotal(total_count)}</span>
        </li>
      ))}
    </ul>
  </Panel>
);
