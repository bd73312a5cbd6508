/** Conversion between a record's values and those of a form's inputs. */
import { fromPacificInput, toPacificInput } from '#client/ui/pacific-input.ts';
import type { AdminField, AdminRecord } from '#shared/admin.ts';

export type FormValues = { [name: string]: string | number | boolean | null };

const inputValue = (type: AdminField['type'], value: unknown): FormValues[string] => {
  switch (type) {
    case 'flag':
      return value === true;
    case 'instant':
      return toPacificInput((value as string | null) ?? null);
    case 'link':
      return (value as number | null) ?? null;
    default:
      return (value as string | number | null) ?? '';
  }
};

/** A field's value for the request body. Empty fields are null, except texts; the server decides if that's allowed. */
function bodyValue({ type }: Pick<AdminField, 'type'>, value: FormValues[string]): unknown {
  if (type === 'instant') return fromPacificInput(String(value ?? ''));
  if (type === 'number' || type === 'cents') return value === '' || value === null ? null : Number(value);
  if (type === 'date' || type === 'choice') return value === '' ? null : value;
  return value;
}

export const initialValues = (fields: readonly AdminField[], record?: AdminRecord): FormValues =>
  Object.fromEntries(
    fields.map(({ name, type, options, required, initial }) => {
      if (record) return [name, inputValue(type, record[name])];
      if (type === 'flag') return [name, initial];
      return [name, type === 'choice' && required ? (options?.[0]?.value ?? '') : inputValue(type, null)];
    }),
  );

export const bodyOf = (fields: readonly AdminField[], values: FormValues) =>
  Object.fromEntries(fields.map((field) => [field.name, bodyValue(field, values[field.name] ?? null)]));

/** Only the changed fields; the server leaves the others as they are. */
export function changedBody(fields: readonly AdminField[], record: AdminRecord, values: FormValues) {
  const before = initialValues(fields, record);
  return bodyOf(
    fields.filter(({ name }) => before[name] !== values[name]),
    values,
  );
}
