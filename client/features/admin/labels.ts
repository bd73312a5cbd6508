/** Values and audit events as plain text. */
import type { AdminAuditEvent, AdminField } from '#shared/admin.ts';
import { formatInstant } from '#shared/dates.ts';
import { fieldLabel } from '#shared/errors.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';

export const EMPTY_TEXT = '–';

type DisplayedField = Pick<AdminField, 'type'> & Partial<Pick<AdminField, 'options'>>;

export function valueText({ type, options }: DisplayedField, value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY_TEXT;
  switch (type) {
    case 'cents':
      return formatCents(value as number);
    case 'date':
      return formatDate(value as string);
    case 'instant':
      return formatInstant(value as string);
    case 'flag':
      return value ? 'Yes' : 'No';
    case 'choice':
      return options?.find((option) => option.value === value)?.label ?? String(value).replaceAll('_', ' ');
    case 'list':
      return (value as unknown[]).length ? (value as unknown[]).join(', ') : EMPTY_TEXT;
    case 'json':
      return JSON.stringify(value, null, 2);
    default:
      return String(value);
  }
}

export const actorText = ({
  actor,
  actor_name,
  actor_id,
}: Pick<AdminAuditEvent, 'actor' | 'actor_name' | 'actor_id'>) =>
  actor_name ?? (actor === 'user' && actor_id ? `Staff ${actor_id}` : actor);

type Difference = { name: string; label: string; before: string; after: string };

type Change = Pick<AdminAuditEvent, 'before' | 'after'> &
  Partial<Pick<AdminAuditEvent, 'actor' | 'actor_id' | 'actor_name'>>;

/**
 * The fields whose texts differ between `before` and `after`. An object on both sides, such as a promotion's approved
 * book, is compared field by field. A missing value or any other object, such as one in a list, is ''.
 */
export function differencesOf({ before, after, ...actor }: Change): Difference[] {
  const isActor = (name: string, value: unknown) => name === 'reviewed_by' && value === actor.actor_id;
  const text = (name: string, value: unknown) =>
    actor.actor === 'user' && actor.actor_name && isActor(name, value) ? actor.actor_name : textOf(name, value);
  const fieldsBefore = fieldsOf(before, after);
  const fieldsAfter = fieldsOf(after, before);
  const names = [...new Set([...Object.keys(fieldsBefore), ...Object.keys(fieldsAfter)])].filter(
    (name) => !IGNORED_COLUMNS.has(name),
  );
  return names
    .map((name) => ({
      name,
      label: fieldLabel(name),
      before: text(name, fieldsBefore[name]),
      after: text(name, fieldsAfter[name]),
    }))
    .filter((difference) => difference.before !== difference.after);
}

/** Columns that don't describe a change. */
const IGNORED_COLUMNS = new Set(['id', 'created_at', 'updated_at']);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Names of columns with a date but no time. The value is stored as midnight UTC. */
const DATE_COLUMN = /(_date|_dates|_on)$/;

type Fields = { [name: string]: unknown };
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A side's fields. An object on both sides is replaced by its own fields. */
function fieldsOf(side: unknown, other: unknown): Fields {
  if (!isObject(side)) return {};
  return Object.fromEntries(
    Object.entries(side).flatMap(([name, value]): [string, unknown][] =>
      isObject(value) && isObject(other) && isObject(other[name])
        ? Object.entries(value).map(([key, nested]) => [`${name}_${key}`, nested])
        : [[name, value]],
    ),
  );
}

function textOf(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value))
    return value
      .map((one) => textOf(name, one))
      .filter(Boolean)
      .join(', ');
  if (isObject(value)) return '';
  if (typeof value === 'number' && name.endsWith('_cents')) return formatCents(value);
  if (typeof value !== 'string') return String(value);
  if (!INSTANT.test(value)) return value;
  return DATE_COLUMN.test(name) ? formatDate(value.slice(0, 10)) : formatInstant(value);
}
