import { Link } from '#client/app/router.ts';
import { changedSearch } from '#client/ui/app/list-search.ts';
import type { AdminEntity, AdminField, AdminRecord } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import { FieldValue } from './FieldValue.tsx';
import { sortChange, sortIn } from './list-address.ts';
import classes from './RecordTable.module.css';

type Props = { entity: AdminEntity; records: readonly AdminRecord[]; params: URLSearchParams };

/** A table; on narrow screens each row becomes a card. The first column opens the record. */
export function RecordTable({ entity, records, params }: Props) {
  const columns = entity.fields.filter(({ in_list, type }) => in_list && type !== 'id');
  // The title usually is one of the columns; then that one is the first.
  const leading = columns.find(({ name }) => records.every((record) => String(record[name]) === record.record_title));
  const others = columns.filter((field) => field !== leading);
  return (
    <section className={classes.scroll} aria-label={entity.label} tabIndex={-1}>
      <table className={classes.table}>
        <thead>
          <tr>
            <Head entity={entity} field={leading} label={entity.singular_label} params={params} />
            {others.map((field) => (
              <Head key={field.name} entity={entity} field={field} label={field.label} params={params} />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              <th scope="row">
                <Link to={paths.adminRecord(entity.name, record.id)}>{record.record_title}</Link>
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

type HeadProps = { entity: AdminEntity; field: AdminField | undefined; label: string; params: URLSearchParams };

function Head({ entity, field, label, params }: HeadProps) {
  if (!field?.sortable) {
    return (
      <th scope="col" data-type={field?.type}>
        {label}
      </th>
    );
  }
  const { sort_col, sort_dir } = sortIn(entity, params);
  const isSorted = sort_col === field.name;
  const turned = sortChange(entity, params, field.name);
  return (
    <th
      scope="col"
      data-type={field.type}
      aria-sort={isSorted ? (sort_dir === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <Link to={`?${changedSearch(params, turned)}`} replace preventScrollReset className={classes.sort!}>
        {label}
        <span aria-hidden="true">{isSorted ? (sort_dir === 'asc' ? ' ↑' : ' ↓') : ''}</span>
      </Link>
    </th>
  );
}
