import { Link } from '#client/app/router.ts';
import { DataTable } from '#client/ui/DataTable.tsx';
import type { AdminField, AdminRecord } from '#shared/admin.ts';
import { fieldLabel } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import classes from './AdminRecordScreen.module.css';
import { useCanSee } from './api.ts';
import { EMPTY_TEXT, valueText } from './labels.ts';

type Props = { field: AdminField; record: AdminRecord };

/** A field's value as text, a table, or, if the caller may see the record it refers to, a link to that record. */
export function FieldValue({ field, record }: Props) {
  const value = record[field.name];
  const text = valueText(field, value);
  if (text === EMPTY_TEXT) return <span className={classes.nothing}>{EMPTY_TEXT}</span>;
  const path = record.links?.[field.name];
  if (path) return <Link to={path}>{record.labels[field.name] ?? text}</Link>;
  switch (field.type) {
    case 'link':
      // In the audit log and promotion events, one field's ids can belong to different lists, so the server sends the
      // links. An id without a link stays text.
      if (record.links) return record.labels[field.name] ?? text;
      return <RecordLink field={field} id={value as number} label={record.labels[field.name] ?? text} />;
    case 'json':
      if (isTable(value)) return <ValueTable caption={field.label} rows={value} />;
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <pre className={classes.json} tabIndex={0}>
          {text}
        </pre>
      );
    case 'long_text':
      return <span className={classes.long}>{text}</span>;
    case 'instant':
    case 'date':
      return <time dateTime={String(value)}>{text}</time>;
    default:
      return text;
  }
}

type TableRow = { [column: string]: string | number | null };
const MAX_COLUMNS = 6;

/** True for a list of flat objects with the same few fields, such as the lines of an invoice. */
function isTable(value: unknown): value is [TableRow, ...TableRow[]] {
  if (!Array.isArray(value) || value.length === 0) return false;
  const columnsOf = (row: unknown) => (typeof row === 'object' && row !== null ? Object.keys(row) : []);
  const columns = columnsOf(value[0]);
  return (
    columns.length > 0 &&
    columns.length <= MAX_COLUMNS &&
    value.every((row) => columnsOf(row).join() === columns.join() && Object.values(row).every(isScalar))
  );
}
const isScalar = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number';

function ValueTable({ caption, rows }: { caption: string; rows: [TableRow, ...TableRow[]] }) {
  // The database doesn't preserve the order of the fields, so text columns come first.
  const textRank = (column: string) => Number(typeof rows[0][column] === 'string');
  const columns = Object.keys(rows[0]).sort((a, b) => textRank(b) - textRank(a));
  const typeOf = (column: string) => (column.endsWith('_cents') ? 'cents' : 'text');
  return (
    <DataTable
      caption={caption}
      className={classes.values}
      head={columns.map((column) => fieldLabel(column))}
      rows={rows.map((row) => columns.map((column) => valueText({ type: typeOf(column) }, row[column])))}
    />
  );
}

function RecordLink({ field: { to, label: name }, id, label }: { field: AdminField; id: number; label: string }) {
  const text = /^\d+$/.test(label) ? `${name} ${label}` : label;
  return useCanSee(to) ? <Link to={paths.adminRecord(to!, id)}>{text}</Link> : text;
}
