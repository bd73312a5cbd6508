/** A value as plain words, for cells that need no markup. */
import type { AdminAuditEvent, AdminField } from '#shared/admin.ts';
import { formatInstant } from '#shared/dates.ts';
import { fieldLabel } from '#shared/errors.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';

export const NOTHING = '–';

export function valueText({ type }: Pick<AdminField, 'type'>, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
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
      return (value as unknown[]).length ? (value as unknown[]).join(', ') : NOTHING;
    case 'json':
      return JSON.stringify(value, null, 2);
    default:
      return String(value);
  }
}

/** The verbs of audit log lines. */
const DONE: { [action: string]: string } = {
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
  `${DONE[action] ?? `“${action.replaceAll('_', ' ')}”`} ${entity.replaceAll('_', ' ')} ${entity_id}`;

export const actorText = ({ actor, actor_name, actor_id }: AdminAuditEvent) =>
  actor_name ?? (actor === 'user' && actor_id ? `Staff ${actor_id}` : actor);

type Difference = { name: string; label: string; before: string; after: string };

/** The differing fields. A field that one side doesn't have is '' there. */
export function differencesOf({ before, after }: Pick<AdminAuditEvent, 'before' | 'after'>): Difference[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names
    .map((name) => ({ name, label: fieldLabel(name), before: textOf(was[name]), after: textOf(is[name]) }))
    .filter((difference) => difference.before !== difference.after);
}

const fieldsOf = (side: unknown) => (side && typeof side === 'object' ? (side as { [name: string]: unknown }) : {});

const textOf = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
