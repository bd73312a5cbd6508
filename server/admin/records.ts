/** Queries of an entity: a page, one record, all records for an export, related records' counts, and audit entries. */

import type { AuditEvent, Prisma } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { maxTotalOf, pageOf, rowsAfter } from '#server/platform/http/lists.ts';
import type { AdminAuditEvent, AdminLinked } from '#shared/admin.ts';
import { MAX_FILTERED_COUNT } from '#shared/list-totals.ts';
import {
  type AdminDeps,
  canRun,
  canView,
  type Entity,
  keyOf,
  type ListQuery,
  type Row,
  type Source,
  type StaffMember,
  type Where,
} from './entity.ts';
import { filtersOf, whereOf } from './list-query.ts';
import { selectOf, withoutSecrets } from './present.ts';

type Delegate = {
  findMany(args: object): Promise<Row[]>;
  findFirst(args: object): Promise<Row | null>;
  count(args: object): Promise<number>;
  create(args: object): Promise<Row>;
  updateMany(args: object): Promise<{ count: number }>;
  deleteMany(args: object): Promise<{ count: number }>;
};

/** Returns the Prisma delegate of the entity's model. */
export const delegateOf = (db: Tx, { model }: Entity) => (db as unknown as { [model: string]: Delegate })[model]!;

export async function pageOfRecords(deps: AdminDeps, entity: Entity, query: ListQuery) {
  if (entity.source) return entity.source.page(deps, query);
  const where = await whereOf(deps.db, entity, query);
  const [rows, total] = await Promise.all([
    rowsOfPage(deps.db, entity, query, where),
    delegateOf(deps.db, entity).count({ where, take: Math.min(entity.count_limit ?? Infinity, maxTotalOf(where.AND)) }),
  ]);
  return { rows, total };
}

async function rowsOfPage(db: Tx, entity: Entity, query: ListQuery, where: Where): Promise<Row[]> {
  const delegate = delegateOf(db, entity);
  const page = { ...pageOf(query), where, orderBy: orderOf(entity, query) };
  if (!keyOf(entity).isNumeric) return delegate.findMany({ ...page, ...readOptions(entity) });
  if (query.after !== undefined) page.where = { AND: [where, afterId(query, query.after)] };
  // First the ids alone: with relations, Postgres would also read the related rows of all earlier pages.
  const ids = (await delegate.findMany({ ...page, select: { id: true } })).map(({ id }) => id as number);
  const rows = await delegate.findMany({ where: { id: { in: ids } }, ...readOptions(entity) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** Condition for the rows after an id. Allowed only if the list is sorted by id, because other columns may be null. */
function afterId({ sort_col, sort_dir }: ListQuery, after: number): Where {
  if (sort_col !== 'id') throw invalid({ after: [`can’t be used with sort_col ${sort_col}`] });
  return rowsAfter({ id: after }, { sort_col, sort_dir });
}

const readOptions = (entity: Entity) => ({ select: selectOf(entity), relationLoadStrategy: 'join' });

/** Adds the key last, so that equal values keep their order from page to page. */
const orderOf = (entity: Entity, { sort_col, sort_dir }: Pick<ListQuery, 'sort_col' | 'sort_dir'>) => [
  { [sort_col]: sort_dir },
  ...keyOf(entity)
    .columns.filter((column) => column !== sort_col)
    .map((column) => ({ [column]: sort_dir })),
];

export async function recordById(db: Tx, entity: Entity, id: string): Promise<Row> {
  const row = await findRecord(db, entity, id);
  if (!row) throw notFound();
  return row;
}

export async function findRecord(db: Tx, entity: Entity, id: string): Promise<Row | null> {
  const where = keyOf(entity).where(id);
  if (!where) return null;
  return entity.source
    ? entity.source.one(db, id)
    : delegateOf(db, entity).findFirst({ where, ...readOptions(entity) });
}

const EXPORT_BATCH = 500;

/**
 * Yields every record that matches the filters, in batches. Without a `source`, sorts by id or, for other keys, in the
 * list's order, whose columns must not be nullable. Each batch continues after the last row, so it's as fast as the
 * first, and rows added or deleted between batches don't cause repeats or gaps.
 */
export async function* allRecords(deps: AdminDeps, entity: Entity, query: ListQuery): AsyncGenerator<Row> {
  const { col: sort_col, dir: sort_dir } = (!keyOf(entity).isNumeric && entity.sort) || { col: 'id', dir: 'asc' };
  if (entity.source) return yield* allBatches(entity.source, deps, query);
  const filter = await whereOf(deps.db, entity, query);
  const orderBy = orderOf(entity, { sort_col, sort_dir });
  let ranges: Where[] = [{}];
  while (ranges.length) {
    const rows = await delegateOf(deps.db, entity).findMany({
      where: { AND: [filter, ranges[0]] },
      orderBy,
      take: EXPORT_BATCH,
      ...readOptions(entity),
    });
    yield* rows;
    ranges = rows.length < EXPORT_BATCH ? ranges.slice(1) : rangesAfter(rows.at(-1)!, orderBy);
  }
}

/**
 * Conditions for the rows after this one, starting with those that differ only in the last column. Postgres can look up
 * the start of each range in an index, which it doesn't do for one condition with `OR`. Prisma can't compare rows.
 */
const rangesAfter = (row: Row, orderBy: ReturnType<typeof orderOf>): Where[] =>
  orderBy
    .flatMap(Object.entries)
    .map(([column, dir], index, columns) => ({
      ...Object.fromEntries(columns.slice(0, index).map(([earlier]) => [earlier, row[earlier]])),
      [column]: { [dir === 'asc' ? 'gt' : 'lt']: row[column] },
    }))
    .reverse();

async function* allBatches(source: Source, deps: AdminDeps, query: ListQuery): AsyncGenerator<Row> {
  let rows: Row[] = [];
  do {
    rows = await source.batch(deps, query, EXPORT_BATCH, rows.at(-1));
    yield* rows;
  } while (rows.length === EXPORT_BATCH);
}

/** Counts the related records in each entity that the caller may see. */
export async function countLinked(
  deps: Pick<Deps, 'db'>,
  { entity, id, actor, registry }: { entity: Entity; id: string; actor: StaffMember; registry: readonly Entity[] },
): Promise<AdminLinked[]> {
  const visible = (entity.linked ?? []).flatMap(({ entity: name, by: filter, label, as }) => {
    const other = registry.find((candidate) => candidate.name === name);
    return other && canView(other, actor) ? [{ other, filter, label, value: as?.(id) ?? id }] : [];
  });
  return Promise.all(
    visible.map(async ({ other, filter, label, value }) => ({
      entity: other.name,
      label: label ?? labelOf(other),
      query: { [filter]: value },
      total_count: await delegateOf(deps.db, other).count({
        where: filteredBy(other, filter, value),
        take: MAX_FILTERED_COUNT,
      }),
    })),
  );
}

function filteredBy(other: Entity, name: string, id: string): Where {
  const filter = filtersOf(other).find((candidate) => candidate.name === name);
  if (!filter) throw new Error(`${other.name} has no filter ${name}`);
  return filter.where(filter.kind === 'text' ? id : Number(id));
}

export const labelOf = ({ label, name }: Pick<Entity, 'label' | 'name'>) => label ?? wordsOf(name);
export const singularLabelOf = ({ singular_label, singular }: Entity) => singular_label ?? wordsOf(singular);
const wordsOf = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

/** Names the actions that the record's state and the caller's rights allow. */
export const actionsFor = ({ actions = [] }: Entity, row: Row, actor: StaffMember) =>
  actions.filter((action) => canRun(action, actor) && (action.isAllowed?.(row, actor) ?? true)).map(({ name }) => name);

/** Finds the reasons that actions would be refused now although the record's state allows them, by action name. */
export async function refusalsFor(db: Tx, { actions = [] }: Entity, row: Row, names: readonly string[]) {
  const reasons = await Promise.all(
    actions
      .filter(({ name, refusal }) => refusal && names.includes(name))
      .map(async ({ name, refusal }) => [name, await refusal!(db, row)] as const),
  );
  return Object.fromEntries(reasons.filter((entry): entry is readonly [string, string] => entry[1] !== null));
}

const MAX_AUDIT_ENTRIES = 30;

/** Finds the latest audit entries, newest first. */
export async function auditEntriesOf(
  deps: Pick<Deps, 'db'>,
  where: Prisma.AuditEventWhereInput,
  visibility: Visibility,
): Promise<AdminAuditEvent[]> {
  const events = await deps.db.auditEvent.findMany({ where, orderBy: { id: 'desc' }, take: MAX_AUDIT_ENTRIES });
  const { actor_names, records } = await findNames(deps.db, events, visibility);
  return events.map((event) => ({
    id: event.id,
    action: event.action,
    actor: event.actor,
    actor_id: event.actor_id,
    actor_name: actor_names.get(actorKey(event)) ?? null,
    entity: event.entity,
    entity_id: event.entity_id,
    record: records.get(recordKey(event)) ?? null,
    before: withoutSecrets(event.before),
    after: withoutSecrets(event.after),
    reason: event.reason,
    at: event.at.toISOString(),
  }));
}

/** The registry, and the staff member whose rights decide which records are named. */
type Visibility = { registry: readonly Entity[]; actor: StaffMember };
type AuditedRecord = Pick<AuditEvent, 'entity' | 'entity_id'>;
type ActorColumns = Pick<AuditEvent, 'actor' | 'actor_id'>;
export const actorKey = ({ actor, actor_id }: ActorColumns) => `${actor} ${actor_id}`;
export const recordKey = ({ entity, entity_id }: AuditedRecord) => `${entity} ${entity_id}`;

/**
 * Finds the names of the staff and partners who made changes, and the names and lists of the changed records, in one
 * statement for each kind of record. Leaves out jobs, deleted records, kinds that aren't in the registry, and records
 * that the caller may not see.
 */
export async function findNames(db: Tx, events: readonly (AuditedRecord & ActorColumns)[], visibility: Visibility) {
  const idsOf = (role: ActorColumns['actor']) =>
    events.flatMap(({ actor, actor_id }) => (actor === role && actor_id ? [actor_id] : []));
  const people = (role: ActorColumns['actor']) => ({
    where: { id: { in: idsOf(role) } },
    select: { id: true, name: true },
  });
  const kinds = [...Map.groupBy(events, ({ entity }) => entity)].flatMap(([name, kindEvents]) => {
    const entity = visibility.registry.find(({ singular }) => singular === name);
    if (!entity?.model || !canView(entity, visibility.actor)) return [];
    const where = kindEvents.flatMap(({ entity_id }) => keyOf(entity).where(entity_id) ?? []);
    return where.length ? [{ name, entity, where }] : [];
  });
  const [users, partners, ...found] = await Promise.all([
    db.user.findMany(people('user')),
    db.partner.findMany(people('partner')),
    ...kinds.map(({ entity, where }) =>
      delegateOf(db, entity).findMany({ where: { OR: where }, ...readOptions(entity) }),
    ),
  ]);
  const records = kinds.flatMap(({ name, entity }, index) =>
    found[index]!.map((row) => {
      const id = keyOf(entity).of(row);
      const title = (entity.auditedName ?? entity.title)(row);
      return [recordKey({ entity: name, entity_id: id }), { title, list: entity.name, id }] as const;
    }),
  );
  const actors = [...users.map((user) => ['user', user] as const), ...partners.map((one) => ['partner', one] as const)];
  return {
    actor_names: new Map(actors.map(([actor, { id, name }]) => [actorKey({ actor, actor_id: id }), name])),
    records: new Map(records),
  };
}
