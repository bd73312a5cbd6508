import { type FieldErrors, fieldLabel } from '#shared/errors.ts';

/** 'Title can't be blank'; null while the server has nothing against it. */
export function messageFor(field: string, errors: FieldErrors): string | null {
  const message = errors[field]?.[0];
  return message ? `${fieldLabel(field)} ${message}` : null;
}
