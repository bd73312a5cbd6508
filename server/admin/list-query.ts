/** Query parameters of an entity's list and their database conditions. */
import * as z from 'zod';
import { vancouverInstant } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import { containsText, equalsText } from '#server/platform/http/lists.ts';
import { memoizeByObject } from '#server/platform/memoize.ts';
import type { AdminFilter } from '#shared/admin.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { fieldLabel } from '#shared/errors.ts';
import { CalendarDate, listQuery, queryFlag, queryId, text } from '#shared/params.ts';
import { type Entity, type Field, keyOf, type ListQuery, type Where } from './entity.ts';

type NamedFilter = AdminFilter & { where(value: unknown): Where };

/**
 * Returns the filters of an entity: those of its fields, named like the field or `has_…` for a filter by presence, and
 * its flags.
 */
export const filtersOf = ({ fields, flags = {} }: Entity): NamedFilter[] => [
  ...Object.entries(fields).flatMap(([name, field]) => (field?.filter ? [filterOf(name, field)] : [])),
  ...Object.entries(flags).map(([name, { label, where }]) => ({
    name,
    label,
    kind: 'flag' as const,
    options: null,
    to: null,
    where: (value: unknown) => (value ? where : { NOT: where }),
  })),
];

function filterOf(name: string, field: Field): NamedFilter {
  const label = field.label ?? fieldLabel(name);
  const where = field.filterBy ?? ((value: unknown) => ({ [name]: value }));
  const baseFilter = { name, label, options: null, to: field.to ?? null, where };
  if (field.filter === 'present') {
    const where = (value: unknown) => ({ [name]: value ? { not: null } : null });
    return { ...baseFilter, name: `has_${name}`, kind: 'flag', where };
  }
  switch (field.type) {
    case 'choice':
      return { ...baseFilter, kind: 'choice', options: optionsOf(field) };
    case 'flag':
      return { ...baseFilter, kind: 'flag' };
    case 'link':
    case 'number':
      return { ...baseFilter, kind: 'id' };
    case 'date':
    case 'instant':
      return { ...baseFilter, kind: 'date' };
    default:
      return { ...baseFilter, kind: 'text' };
  }
}

export const optionsOf = ({ options, optionLabels = {} }: Field) =>
  options?.map((value) => ({ value, label: optionLabels[value] ?? value.replaceAll('_', ' ') })) ?? null;

const listSchemaOf = memoizeByObject(listSchema);

/** Parses the list's query, and refuses unknown parameters. */
export const parseListQuery = (entity: Entity, query: unknown) => listSchemaOf(entity).parse(query) as ListQuery;

const exportSchemaOf = memoizeByObject((entity: Entity) => z.strictObject(filterShape(entity)));

/** Parses an export's query, which has the list's filters but neither pages nor an order: `allRecords` sets those. */
export const parseExportQuery = (entity: Entity, query: unknown): ListQuery => ({
  page: 1,
  per: 1,
  sort_col: 'id',
  sort_dir: 'asc',
  ...(exportSchemaOf(entity).parse(query) as object),
});

export const sortsOf = ({ fields, sort = { col: 'id', dir: 'desc' } }: Entity) => [
  ...new Set([sort.col, ...Object.entries(fields).flatMap(([name, field]) => (field?.sort ? [name] : []))]),
];

function listSchema(entity: Entity) {
  const sorts = sortsOf(entity) as [string, ...string[]];
  return listQuery(sorts, { ...filterShape(entity) })
    .omit({ joins: true, public: true })
    .extend({
      ...(keyOf(entity).isNumeric ? { after: queryId.optional() } : {}),
      sort_dir: z.enum(['asc', 'desc']).default(entity.sort?.dir ?? 'desc'),
    });
}

const filterShape = (entity: Entity): z.ZodRawShape => ({
  ...(searchesOf(entity).length ? { q: text(100).optional() } : {}),
  ...Object.fromEntries(
    filtersOf(entity).flatMap((filter) => namesOf(filter).map((name) => [name, schemaOf(filter).optional()])),
  ),
});

const namesOf = ({ name, kind }: AdminFilter) => (kind === 'date' ? [`${name}_from`, `${name}_to`] : [name]);

function schemaOf({ kind, options }: AdminFilter): z.ZodType {
  if (kind === 'choice') return z.enum(options!.map(({ value }) => value) as [string, ...string[]]);
  return { flag: queryFlag, id: queryId, text: text(200), date: CalendarDate }[kind];
}

/** Labels of the fields and conditions that `q` searches. */
export const searchesOf = ({ fields, search = [] }: Entity) => [
  ...Object.entries(fields).flatMap(([name, field]) => (field?.search ? [searchLabel(name, field)] : [])),
  ...search.map(({ label }) => label),
];

const searchLabel = (name: string, { label = fieldLabel(name), masked }: Field) =>
  masked ? `${label} (exact match)` : label;

export async function whereOf(db: Tx, entity: Entity, query: ListQuery): Promise<{ AND: Where[] }> {
  const filters = filtersOf(entity).flatMap((filter) =>
    filter.kind === 'date' ? dateRange(entity, filter.name, query) : conditionOf(filter, query),
  );
  return { AND: [...filters, ...(query.q ? [{ OR: await searchConditions(db, entity, query.q) }] : [])] };
}

const conditionOf = (filter: NamedFilter, query: ListQuery) =>
  query[filter.name] === undefined ? [] : [filter.where(query[filter.name])];

/** Returns the conditions for a range of whole days, which are Vancouver days for instants. */
function dateRange({ fields }: Entity, name: string, query: ListQuery): Where[] {
  const from = query[`${name}_from`] as string | undefined;
  const to = query[`${name}_to`] as string | undefined;
  if (fields[name]?.type === 'date') {
    return [
      ...(from ? [{ [name]: { gte: parseDate(from) } }] : []),
      ...(to ? [{ [name]: { lte: parseDate(to) } }] : []),
    ];
  }
  return [
    ...(from ? [{ [name]: { gte: vancouverInstant(from, 0) } }] : []),
    ...(to ? [{ [name]: { lt: vancouverInstant(addDays(to, 1), 0) } }] : []),
  ];
}

const searchConditions = async (db: Tx, { fields, search = [] }: Entity, q: string): Promise<Where[]> => [
  ...Object.entries(fields).flatMap(([name, field]) =>
    field?.search ? [{ [name]: field.masked ? equalsText(q) : containsText(q) }] : [],
  ),
  ...(await Promise.all(search.map(({ where }) => where(q, db)))),
];
