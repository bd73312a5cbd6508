/**
 * Converts rows to responses. Besides the id, title, version, and labels, they have only the fields and computed values
 * that the entity defines.
 */

import { Prisma } from '#prisma';
import { sha256 } from '#server/platform/signed.ts';
import type { AdminRecord } from '#shared/admin.ts';
import { toIsoDate } from '#shared/dates.ts';
import { maskedEmail, withMaskedEmails } from '#shared/masked.ts';
import { type Entity, type Field, keyOf, type Row } from './entity.ts';

/** Selects only the columns of the entity's fields, the labels of its links, and its `select`. */
export function selectOf({ fields, select = {} }: Entity) {
  const columns = Object.keys(fields).map((name) => [name, true] as const);
  const relations = Object.values(fields).flatMap((field) =>
    field?.through ? [[field.through, { select: { [field.shows ?? 'name']: true } }] as const] : [],
  );
  return { ...Object.fromEntries([...columns, ...relations]), ...select };
}

/** `revealed` includes addresses that are otherwise masked. */
export function presentRecord(entity: Entity, row: Row, { revealed }: { revealed: boolean }): AdminRecord {
  const { fields, computed = {} } = entity;
  return {
    id: idOf(entity, row),
    record_title: entity.title(row),
    record_version: versionOf(entity, row),
    labels: labelsOf(entity, row),
    ...valuesOf(fields, row, revealed),
    ...Object.fromEntries(
      Object.entries(computed).map(([name, field]) => [name, presentValue(field, field.read(row), revealed)]),
    ),
  };
}

/** Returns the id as a number for numeric keys, and as text otherwise. */
function idOf(entity: Entity, row: Row) {
  const { of, isNumeric } = keyOf(entity);
  return isNumeric ? Number(of(row)) : of(row);
}

const valuesOf = (fields: Entity['fields'], row: Row, revealed: boolean) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== 'id')
      .map(([name, field]) => [name, presentValue(field!, row[name], revealed)]),
  );

/** Hashes only the editable values, so that automatic changes, such as a last sign-in, don't cause conflicts. */
export function versionOf(entity: Entity, row: Row) {
  return sha256(JSON.stringify(editableValues(entity, row)))
    .toString('hex')
    .slice(0, 16);
}

export const editableValues = ({ fields }: Entity, row: Row) =>
  valuesOf(Object.fromEntries(Object.entries(fields).filter(([, field]) => field?.edit)), row, true);

function labelsOf({ fields, computed = {} }: Entity, row: Row) {
  return Object.fromEntries([
    ...Object.entries(fields).flatMap(([name, field]) => {
      const related = field?.through ? (row[field.through] as Row | null) : null;
      return related ? [[name, relatedLabel(related[field!.shows ?? 'name'])]] : [];
    }),
    ...Object.entries(computed).flatMap(([name, { labelFor }]) => (labelFor ? [[name, labelFor(row)]] : [])),
  ]);
}

const relatedLabel = (value: unknown) => (value instanceof Date ? toIsoDate(value) : String(value));

function presentValue({ type, masked }: Field, value: unknown, revealed: boolean): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint' || Prisma.Decimal.isDecimal(value)) return Number(value);
  if (value instanceof Date) return type === 'date' ? toIsoDate(value) : value.toISOString();
  if (type === 'list') return (value as unknown[]).map((item) => (item instanceof Date ? toIsoDate(item) : item));
  if (type === 'json') return withoutSecrets(masked ? JSON.parse(withMaskedEmails(JSON.stringify(value))) : value);
  if (!masked || revealed) return value;
  return type === 'email' ? maskedEmail(String(value)) : withMaskedEmails(String(value));
}

/** `password_changed` is true or false, for the audit log. */
const SECRET =
  /password(?!_changed$)|token|secret|recovery_code|^uuid$|_hash(es)?$|payment_method|fingerprint|client_secret/i;

/** Removes secrets, even from audit entries that contain whole rows. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SECRET.test(name))
      .map(([name, item]) => [name, withoutSecrets(item)]),
  );
}
