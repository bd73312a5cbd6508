/**
 * Changes to an entity: creations, edits, and actions. Each is one transaction with its audit entry. An edit includes
 * the record version that it is based on. If an editable value has changed since, the response is a 409 with the
 * current record. See docs/decisions/0011-detect-lost-updates.md.
 */
import * as z from 'zod';
import { Prisma } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import { isCheckViolation, isForeignKeyViolation, isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { adminsOnly, conflict, invalid, invalidBase, notFound } from '#server/platform/errors.ts';
import { AdminPatch } from '#shared/admin.ts';
import { parseDate } from '#shared/dates.ts';
import {
  type Action,
  type AdminDeps,
  canEdit,
  canRun,
  type Entity,
  type Field,
  keyOf,
  type Row,
  type StaffMember,
} from './entity.ts';
import { editableValues, presentRecord, versionOf } from './present.ts';
import { delegateOf, findRecord, recordById } from './records.ts';

const EDIT_CONFLICT = 'Someone else changed this record. Check the current values and try again.';

export const createRecord = (deps: AdminDeps, entity: Entity, actor: StaffMember, body: unknown): Promise<Row> => {
  if (!entity.create) throw notFound();
  if (!canEdit(entity, actor)) throw adminsOnly();
  const input = creationSchema(entity).parse(body) as Row;
  return mapConstraintErrors(
    entity,
    deps.db.$transaction(async (tx) => {
      const id = await insert(deps, tx, entity, { input, actor });
      const row = await recordById(tx, entity, id);
      await audit(tx, deps.now(), {
        user_id: actor.id,
        action: 'create',
        entity: entity.singular,
        entity_id: id,
        after: editableValues(entity, row),
      });
      return row;
    }),
  );
};

async function insert(deps: AdminDeps, tx: Tx, entity: Entity, { input, actor }: { input: Row; actor: StaffMember }) {
  const data = columnsOf(entity, { ...input, ...entity.derive?.(input) });
  if (typeof entity.create === 'function') return String(await entity.create(deps, tx, { input: data, actor }));
  return keyOf(entity).of(await delegateOf(tx, entity).create({ data }));
}

export const editRecord = (
  deps: AdminDeps,
  entity: Entity,
  { id, actor, body }: { id: string; actor: StaffMember; body: unknown },
) => {
  if (!Object.values(entity.fields).some((field) => field?.edit)) throw notFound();
  if (!canEdit(entity, actor)) throw adminsOnly();
  const { record_version, audit_reason, ...input } = patchSchema(entity).parse(body) as Row &
    z.infer<typeof AdminPatch>;
  return mapConstraintErrors(
    entity,
    deps.db.$transaction(async (tx) => {
      const before = await lockedRecord(tx, entity, id, input);
      if (versionOf(entity, before) !== record_version) throw staleRecordError(entity, before);
      await entity.check?.(tx, { before, input, actor });
      const changed = changesOf(entity, before, input);
      if (!Object.keys(changed).length) return before;
      const data = columnsOf(entity, { ...changed, ...entity.derive?.(changed) });
      await delegateOf(tx, entity).updateMany({ where: keyOf(entity).where(id)!, data });
      const after = await recordById(tx, entity, id);
      await entity.saved?.(deps, tx, { before, after });
      await auditChange(deps, tx, entity, { id, actor, before, after, action: 'update', reason: audit_reason });
      return after;
    }),
  );
};

/** Returns the record after the action (null if it was deleted) and the message to show. */
export const runAction = async (
  deps: AdminDeps,
  entity: Entity,
  { id, actor, action, body }: { id: string; actor: StaffMember; action: Action; body: unknown },
) => {
  if (!canRun(action, actor)) throw adminsOnly();
  const input = inputSchema(action).parse(body) as Row;
  const result = await mapConstraintErrors(
    entity,
    deps.db.$transaction(async (tx) => {
      const before = await lockedRecord(tx, entity, id, input);
      if (action.isAllowed && !action.isAllowed(before, actor)) throw actionUnavailableError(entity, action, before);
      const refusal = await action.refusal?.(tx, before);
      if (refusal) throw conflict(refusal);
      const message = await action.run(deps, tx, { row: before, input, actor });
      const after = await findRecord(tx, entity, id);
      const { reason } = input as { reason?: string };
      if (!action.isAudited)
        await auditChange(deps, tx, entity, { id, actor, before, after, action: action.name, reason, input });
      return { row: after, message };
    }),
  );
  if (result.row) await action.committed?.(deps, result.row);
  return result;
};

type AuditInput = {
  id: string;
  actor: StaffMember;
  before: Row;
  after: Row | null;
  action: string;
  reason?: string | undefined;
  input?: Row;
};

/** Audits the changed fields with before and after, and an action's input. */
function auditChange(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  entity: Entity,
  { id, actor, before, after, action, reason, input = {} }: AuditInput,
) {
  const [oldValues, newValues] = [auditedValues(entity, before), after && auditedValues(entity, after)];
  const { reason: _, ...otherInput } = input;
  const changed = Object.keys(oldValues).filter(
    (name) => !newValues || JSON.stringify(oldValues[name]) !== JSON.stringify(newValues[name]),
  );
  const only = (values: Row) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  return audit(tx, deps.now(), {
    user_id: actor.id,
    action,
    entity: entity.singular,
    entity_id: id,
    before: only(oldValues),
    after: newValues || Object.keys(otherInput).length ? { ...(newValues && only(newValues)), ...otherInput } : null,
    reason: reason || null,
  });
}

function auditedValues(entity: Entity, row: Row): Row {
  const { id, record_title, record_version, labels, ...values } = presentRecord(entity, row, { revealed: false });
  return values;
}

async function lockedRecord(tx: Tx, entity: Entity, id: string, input: Row) {
  const where = keyOf(entity).where(id);
  const [column, value] = Object.entries(where ?? {})[0] ?? [];
  if (!column || Object.keys(where!).length > 1) throw notFound();
  await entity.lockFirst?.(tx, await recordById(tx, entity, id), input);
  await tx.$queryRaw(
    Prisma.sql`select 1 from ${Prisma.raw(entity.table)} where ${Prisma.raw(column)} = ${value} for update`,
  );
  return recordById(tx, entity, id);
}

const staleRecordError = (entity: Entity, row: Row) =>
  conflict(EDIT_CONFLICT, { [entity.singular]: presentRecord(entity, row, { revealed: false }) });

const actionUnavailableError = (entity: Entity, { label }: Action, row: Row) =>
  conflict(`The record has changed, so “${label}” is no longer available. Reload the page.`, {
    [entity.singular]: presentRecord(entity, row, { revealed: false }),
  });

const patchSchema = ({ fields }: Entity) =>
  z
    .strictObject(schemasOf(fields, ({ edit }) => edit))
    .partial()
    .extend(AdminPatch.shape);
const creationSchema = ({ fields }: Entity) => z.strictObject(schemasOf(fields, ({ create, edit }) => create ?? edit));
const inputSchema = ({ input = {} }: Action) => z.strictObject(schemasOf(input, ({ create, edit }) => create ?? edit));

const schemasOf = (fields: Entity['fields'], schemaOf: (field: Field) => z.ZodType | undefined): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = schemaOf(field!);
      return schema ? [[name, schema]] : [];
    }),
  );

/** Returns the submitted values that differ from the record. */
function changesOf(entity: Entity, before: Row, input: Row): Row {
  const current = editableValues(entity, before);
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => {
      const sent = entity.fields[name]?.type === 'instant' && value ? new Date(String(value)).toISOString() : value;
      return value !== undefined && JSON.stringify(current[name]) !== JSON.stringify(sent);
    }),
  );
}

/** Converts calendar dates to `date` column values. */
const columnsOf = ({ fields }: Entity, input: Row): Row =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, fields[name]?.type === 'date' && value ? parseDate(String(value)) : value]),
  );

async function mapConstraintErrors<T>({ unique }: Entity, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (unique && isUniqueViolation(error))
      throw invalid({ [unique.field]: [unique.message ?? 'has already been taken'] });
    if (isForeignKeyViolation(error))
      throw invalidBase(
        'This record links to one that doesn’t exist, or another record still links to it. Check the linked records.',
      );
    if (isCheckViolation(error)) throw invalidBase('Some of these values conflict. Check them and try again.');
    throw error;
  }
}
