/**
 * Writes to an entity: create, edit, and act. Each is one transaction with its audit entry. An editor sends back the
 * record version they saw; if it has changed since, they get 409 with the current record.
 */
import * as z from 'zod';
import { Prisma } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import { isCheckViolation, isForeignKeyViolation, isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { adminsOnly, conflict, invalid, invalidBase, missing } from '#server/platform/errors.ts';
import { AdminPatch } from '#shared/admin.ts';
import { dateOf } from '#shared/dates.ts';
import { type Action, type By, type Entity, type Field, keyOf, mayAct, mayEdit, type Row } from './entity.ts';
import { editedValues, presentRecord, versionOf } from './present.ts';
import { delegateOf, findRecord, recordById } from './records.ts';

const CHANGED_MEANWHILE = 'Someone else changed this record. Check the current values and try again.';

export const createRecord = (deps: Deps, entity: Entity, by: By, body: unknown): Promise<Row> => {
  if (!entity.create) throw missing();
  if (!mayEdit(entity, by)) throw adminsOnly();
  const input = creationSchema(entity).parse(body) as Row;
  return orRefuse(
    entity,
    deps.db.$transaction(async (tx) => {
      const id = await insert(deps, tx, entity, { input, by });
      const row = await recordById(tx, entity, id);
      await audit(tx, deps.now(), {
        user_id: by.id,
        action: 'create',
        entity: entity.singular,
        entity_id: id,
        after: editedValues(entity, row),
      });
      return row;
    }),
  );
};

async function insert(deps: Deps, tx: Tx, entity: Entity, { input, by }: { input: Row; by: By }) {
  const data = columnsOf(entity, { ...input, ...entity.derive?.(input) });
  if (typeof entity.create === 'function') return String(await entity.create(deps, tx, { input: data, by }));
  return keyOf(entity).of(await delegateOf(tx, entity).create({ data }));
}

export const editRecord = (deps: Deps, entity: Entity, { id, by, body }: { id: string; by: By; body: unknown }) => {
  if (!Object.values(entity.fields).some((field) => field?.edit)) throw missing();
  if (!mayEdit(entity, by)) throw adminsOnly();
  const { record_version, audit_reason, ...input } = patchSchema(entity).parse(body) as Row &
    z.infer<typeof AdminPatch>;
  return orRefuse(
    entity,
    deps.db.$transaction(async (tx) => {
      const before = await lockedRecord(tx, entity, id);
      if (versionOf(entity, before) !== record_version) throw lost(entity, before);
      await entity.check?.(tx, { before, input, by });
      const changed = changesOf(entity, before, input);
      if (!Object.keys(changed).length) return before;
      const data = columnsOf(entity, { ...changed, ...entity.derive?.(changed) });
      await delegateOf(tx, entity).updateMany({ where: keyOf(entity).where(id)!, data });
      const after = await recordById(tx, entity, id);
      await entity.saved?.(deps, tx, { before, after });
      await trail(deps, tx, entity, { id, by, before, after, action: 'update', reason: audit_reason });
      return after;
    }),
  );
};

/** Returns the record after the action (null if it was deleted) and the message to show. */
export const actOn = async (
  deps: Deps,
  entity: Entity,
  { id, by, action, body }: { id: string; by: By; action: Action; body: unknown },
) => {
  if (!mayAct(action, by)) throw adminsOnly();
  const input = inputSchema(action).parse(body) as Row;
  const { before, ...done } = await orRefuse(
    entity,
    deps.db.$transaction(async (tx) => {
      const before = await lockedRecord(tx, entity, id);
      if (action.allowed && !action.allowed(before, by)) throw notNow(entity, action, before);
      const message = await action.run(deps, tx, { row: before, input, by });
      const after = await findRecord(tx, entity, id);
      const { reason } = input as { reason?: string };
      await trail(deps, tx, entity, { id, by, before, after, action: action.name, reason, input });
      return { before, row: after, message };
    }),
  );
  await action.committed?.(deps, before);
  return done;
};

type Trail = {
  id: string;
  by: By;
  before: Row;
  after: Row | null;
  action: string;
  reason?: string | undefined;
  input?: Row;
};

/** Audits the changed fields with before and after; for an action also its input. */
function trail(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  entity: Entity,
  { id, by, before, after, action, reason, input = {} }: Trail,
) {
  const [was, is] = [shown(entity, before), after && shown(entity, after)];
  const { reason: _said, ...typed } = input;
  const changed = Object.keys(was).filter((name) => !is || JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  const only = (values: Row) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  return audit(tx, deps.now(), {
    user_id: by.id,
    action,
    entity: entity.singular,
    entity_id: id,
    before: only(was),
    after: is ? { ...only(is), ...typed } : null,
    reason: reason || null,
  });
}

function shown(entity: Entity, row: Row): Row {
  const { id, record_title, record_version, labels, ...values } = presentRecord(entity, row, { revealed: false });
  return values;
}

async function lockedRecord(tx: Tx, entity: Entity, id: string) {
  const where = keyOf(entity).where(id);
  const [column, value] = Object.entries(where ?? {})[0] ?? [];
  if (!column || Object.keys(where!).length > 1) throw missing();
  await tx.$queryRaw(
    Prisma.sql`select 1 from ${Prisma.raw(entity.table)} where ${Prisma.raw(column)} = ${value} for update`,
  );
  return recordById(tx, entity, id);
}

const lost = (entity: Entity, row: Row) =>
  conflict(CHANGED_MEANWHILE, { [entity.singular]: presentRecord(entity, row, { revealed: false }) });

const notNow = (entity: Entity, { label }: Action, row: Row) =>
  conflict(`“${label}” isn’t possible anymore: the record has changed.`, {
    [entity.singular]: presentRecord(entity, row, { revealed: false }),
  });

const patchSchema = ({ fields }: Entity) =>
  z
    .strictObject(schemasOf(fields, ({ edit }) => edit))
    .partial()
    .extend(AdminPatch.shape);
const creationSchema = ({ fields }: Entity) => z.strictObject(schemasOf(fields, ({ create, edit }) => create ?? edit));
const inputSchema = ({ input = {} }: Action) => z.strictObject(schemasOf(input, ({ create, edit }) => create ?? edit));

const schemasOf = (fields: Entity['fields'], of: (field: Field) => z.ZodType | undefined): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = of(field!);
      return schema ? [[name, schema]] : [];
    }),
  );

/** The submitted values that differ from the record. */
function changesOf(entity: Entity, before: Row, input: Row): Row {
  const was = editedValues(entity, before);
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => {
      const sent = entity.fields[name]?.type === 'instant' && value ? new Date(String(value)).toISOString() : value;
      return value !== undefined && JSON.stringify(was[name]) !== JSON.stringify(sent);
    }),
  );
}

/** Converts calendar dates to `date` column values. */
const columnsOf = ({ fields }: Entity, input: Row): Row =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, fields[name]?.type === 'date' && value ? dateOf(String(value)) : value]),
  );

async function orRefuse<T>({ unique }: Entity, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (unique && isUniqueViolation(error))
      throw invalid({ [unique.field]: [unique.message ?? 'has already been taken'] });
    if (isForeignKeyViolation(error))
      throw invalidBase('It refers to a record that doesn’t exist, or another record still refers to it.');
    if (isCheckViolation(error)) throw invalidBase('These values don’t go together. Check them and try again.');
    throw error;
  }
}
