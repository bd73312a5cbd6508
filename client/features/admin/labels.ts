/** Values and audit events as plain text. */
import type { AdminAuditEvent, AdminField } from '#shared/admin.ts';
import { formatInstant } from '#shared/dates.ts';
import { fieldLabel } from '#shared/errors.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';

export const EMPTY_TEXT = '–';

export function valueText({ type }: Pick<AdminField, 'type'>, value: unknown): string {
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
      return String(value).replaceAll('_', ' ');
    case 'list':
      return (value as unknown[]).length ? (value as unknown[]).join(', ') : EMPTY_TEXT;
    case 'json':
      return JSON.stringify(value, null, 2);
    default:
      return String(value);
  }
}

/** The verbs of audit log lines. */
const PAST_TENSE: { [action: string]: string } = {
  create: 'created',
  update: 'changed',
  edit: 'changed',
  delete: 'deleted',
  approve: 'approved',
  reject: 'declined',
  cancel: 'canceled',
  cancel_approved: 'canceled',
  ask_feedback: 'asked about',
  charge: 'charged',
  freeze: 'closed',
  pause: 'paused',
  resume: 'resumed',
};

export const actionText = ({ action, entity, entity_id }: AdminAuditEvent) =>
  `${PAST_TENSE[action] ?? `“${action.replaceAll('_', ' ')}”`} ${entity.replaceAll('_', ' ')} ${entity_id}`;

export const actorText = ({ actor, actor_name, actor_id }: AdminAuditEvent) =>
  actor_name ?? (actor === 'user' && actor_id ? `Staff ${actor_id}` : actor);

type Difference = { name: string; label: string; before: string; after: string };

/** The fields that differ. A missing value is ''. */
export function differencesOf({ before, after }: Pick<AdminAuditEvent, 'before' | 'after'>): Difference[] {
  const old = fieldsOf(before);
  const current = fieldsOf(after);
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return names
    .map((name) => ({ name, label: fieldLabel(name), before: textOf(old[name]), after: textOf(current[name]) }))
    .filter((difference) => difference.before !== difference.after);
}

const fieldsOf = (side: unknown) => (side && typeof side === 'object' ? (side as { [name: string]: unknown }) : {});

function textOf(value: unknown) {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
