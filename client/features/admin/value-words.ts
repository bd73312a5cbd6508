/** A value as plain words, for cells that need no markup. */
import type { AdminField } from '#shared/admin.ts';
import { formatInstant } from '#shared/dates.ts';
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
