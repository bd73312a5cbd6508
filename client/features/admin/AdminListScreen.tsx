import { useMutation, useQuery } from '@tanstack/react-query';
import { download } from '#client/api/download.ts';
import { Link } from '#client/app/router.ts';
import { useListSearch } from '#client/ui/app/list-search.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import type { AdminEntity, AdminField, AdminRecord } from '#shared/admin.ts';
import { adminApi } from '#shared/api/admin.ts';
import { pathWith } from '#shared/api/client.ts';
import { formatTotal } from '#shared/list-totals.ts';
import { paths } from '#shared/paths.ts';
import classes from './AdminListScreen.module.css';
import { AdminPage } from './AdminPage.tsx';
import { AuditSentence } from './AuditLog.tsx';
import { recordsQuery } from './api.ts';
import { EntityScreen } from './EntityScreen.tsx';
import { FieldValue } from './FieldValue.tsx';
import { Filters } from './Filters.tsx';
import { type AdminSearch, addressOf, filtersIn, listQueryOf, sortChange, sortIn } from './list-address.ts';

export const AdminListScreen = () => (
  <EntityScreen placeholder={<ListSkeleton rows={8} height={52} />}>
    {(entity) => <EntityList key={entity.name} entity={entity} />}
  </EntityScreen>
);

function EntityList({ entity }: { entity: AdminEntity }) {
  const { search, change, href, pageHref } = useListSearch(addressOf(entity));
  const filters = filtersIn(search);
  const query = useQuery(recordsQuery(entity.name, listQueryOf(entity, search)));
  const csvDownload = useMutation({
    mutationFn: () => download(pathWith(adminApi.csv.path, { entity: entity.name }), { role: 'user', query: filters }),
  });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <AdminPage
      title={entity.label}
      lead={entity.about}
      tools={
        <>
          {entity.can_create && (
            <Button to={paths.adminNew(entity.name)}>Add {entity.singular_label.toLowerCase()}</Button>
          )}
          <Button look="quiet" busy={csvDownload.isPending} onClick={() => csvDownload.mutate()}>
            Download CSV
          </Button>
        </>
      }
    >
      <Filters entity={entity} filters={filters} onChange={change} />
      <QueryBoundary query={query} placeholder={<ListSkeleton rows={8} height={52} />}>
        {({ records, meta }) =>
          records.length === 0 ? (
            <EmptyState
              title={isFiltered ? 'No matches' : 'No records yet'}
              action={isFiltered && <Button to={paths.adminList(entity.name)}>Show all</Button>}
            />
          ) : (
            <>
              <p role="status">
                {formatTotal(meta.total_count)} {meta.total_count === 1 ? 'record' : 'records'}
              </p>
              <RecordTable entity={entity} records={records} search={search} href={href} />
              <Pagination meta={meta} href={pageHref} />
            </>
          )
        }
      </QueryBoundary>
    </AdminPage>
  );
}

type Sorting = { search: AdminSearch; href: (changes: Partial<AdminSearch>) => string };
type Props = { entity: AdminEntity; records: readonly AdminRecord[] } & Sorting;

/**
 * A table whose first column links to the record (in the audit log, to the changed record). Narrow screens show cards.
 */
function RecordTable({ entity, records, ...sorting }: Props) {
  const columns = entity.fields.filter(({ in_list, type }) => in_list && type !== 'id');
  // The first column shows the record's title (in the audit log, a sentence). A column whose texts are all equal to the
  // titles is left out.
  const leading = columns.find(({ name }) => records.every((record) => String(record[name]) === record.record_title));
  const others = columns.filter((field) => field !== leading);
  return (
    <section className={classes.scroll} aria-label={entity.label} tabIndex={-1}>
      <table className={classes.table}>
        <thead>
          <tr>
            <ColumnHead entity={entity} field={leading} label={entity.singular_label} {...sorting} />
            {others.map((field) => (
              <ColumnHead key={field.name} entity={entity} field={field} label={field.label} {...sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              <th scope="row">
                {entity.name === 'audit_events' ? (
                  <AuditSentence record={record} />
                ) : (
                  <Link to={paths.adminRecord(entity.name, record.id)}>{record.record_title}</Link>
                )}
              </th>
              {others.map((field) => (
                <td key={field.name} data-label={field.label} data-type={field.type}>
                  <div>
                    <FieldValue field={field} record={record} />
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type HeadProps = { entity: AdminEntity; field: AdminField | undefined; label: string } & Sorting;

const ARROWS = { ascending: ' ↑', descending: ' ↓', none: '' };

function ColumnHead({ entity, field, label, search, href }: HeadProps) {
  if (!field?.sortable) {
    return (
      <th scope="col" data-type={field?.type}>
        {label}
      </th>
    );
  }
  const { sort_col, sort_dir } = sortIn(entity, search);
  const direction = sort_dir === 'asc' ? 'ascending' : 'descending';
  const order = sort_col === field.name ? direction : 'none';
  return (
    <th scope="col" data-type={field.type} aria-sort={order}>
      <Link to={href(sortChange(entity, search, field.name))} replace preventScrollReset className={classes.sort!}>
        {label}
        <span aria-hidden="true">{ARROWS[order]}</span>
      </Link>
    </th>
  );
}
