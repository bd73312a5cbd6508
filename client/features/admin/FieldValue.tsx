import { Link } from '#client/app/router.ts';
import type { AdminField, AdminRecord } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import classes from './AdminRecordScreen.module.css';
import { useCanSee } from './api.ts';
import { EMPTY_TEXT, valueText } from './labels.ts';

type Props = { field: AdminField; record: AdminRecord };

/** A value as a page shows it. Another record is a link if the caller may see it. */
export function FieldValue({ field, record }: Props) {
  const value = record[field.name];
  const text = valueText(field, value);
  if (text === EMPTY_TEXT) return <span className={classes.nothing}>{EMPTY_TEXT}</span>;
  const path = record.links?.[field.name];
  if (path) return <Link to={path}>{record.labels[field.name] ?? text}</Link>;
  switch (field.type) {
    case 'link':
      // An id without a label doesn't refer to a record in that list.
      if (record.links) return record.labels[field.name] ?? text;
      return <RecordLink field={field} id={value as number} label={record.labels[field.name] ?? text} />;
    case 'json':
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

function RecordLink({ field: { to, label: name }, id, label }: { field: AdminField; id: number; label: string }) {
  const text = /^\d+$/.test(label) ? `${name} ${label}` : label;
  return useCanSee(to) ? <Link to={paths.adminRecord(to!, id)}>{text}</Link> : text;
}
