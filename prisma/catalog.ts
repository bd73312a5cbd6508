/** Reads a database's catalog (tables, columns, indexes, and so on), so that two databases can be compared. */
import pg from 'pg';

/** Condition for tables, without partitions, which are created and dropped automatically. */
export const IS_TABLE = "relkind in ('r', 'p') and not relispartition";

/** Queries for names and definitions, without those of extensions and Postgres itself. */
const CATALOG_QUERIES = {
  tables: `
    select relname as name, relpersistence as definition
    from pg_class where ${IS_TABLE} and relnamespace = 'public'::regnamespace and relname <> '_prisma_migrations'`,
  columns: `
    select relname || '.' || attname as name,
      concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull and atttypid not in (select oid from pg_type where typcategory = 'A') then 'not null' end, case when attgenerated = '' then 'default ' || pg_get_expr(adbin, adrelid) end, nullif(attidentity, '')) as definition
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${IS_TABLE} and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and relname <> '_prisma_migrations'`,
  generated: `
    select relname || '.' || attname as name, pg_get_expr(adbin, adrelid) as definition
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${IS_TABLE} and relnamespace = 'public'::regnamespace and attgenerated <> ''`,
  options: `
    select relname as name, array_to_string(reloptions, ',') as definition
    from pg_class where ${IS_TABLE} and relnamespace = 'public'::regnamespace and reloptions is not null`,
  indexes: `
    select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition
    from pg_indexes join pg_class on relname = tablename and relnamespace = 'public'::regnamespace
    where schemaname = 'public' and tablename <> '_prisma_migrations' and ${IS_TABLE}`,
  constraints: `
    select conname as name, conrelid::regclass || ': ' || pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace = 'public'::regnamespace and contype <> 'n' and ${IS_TABLE}
      and conrelid::regclass::text <> '_prisma_migrations'`,
  enums: `
    select typname as name, string_agg(enumlabel, ', ' order by enumsortorder) as definition
    from pg_enum join pg_type on pg_type.oid = enumtypid where typnamespace = 'public'::regnamespace group by 1`,
  triggers: `select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal`,
  functions: `
    select p.oid::regproc::text as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e')`,
  sequences: `
    select sequencename as name, concat_ws(' ', data_type, start_value, increment_by, max_value, cycle) as definition
    from pg_sequences where schemaname = 'public'`,
};
export type CatalogKind = keyof typeof CATALOG_QUERIES;
export const KINDS = Object.keys(CATALOG_QUERIES) as CatalogKind[];
export type Catalog = Record<CatalogKind, Record<string, string>>;

export async function readCatalog(url: string): Promise<Catalog> {
  const catalog = {} as Catalog;
  for (const kind of KINDS) {
    const rows = (await runSql(url, CATALOG_QUERIES[kind])) as { name: string; definition: string }[];
    catalog[kind] = Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
  }
  return catalog;
}

export async function runSql(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
