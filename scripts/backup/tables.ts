/** Rows in a backup: all of our tables, and unfinished jobs. */
import type pg from 'pg';
import type { Manifest } from './manifest.ts';

export type Table = {
  /** Also the name of its file. */
  name: string;
  columns: string[];
  /** The query that reads it. */
  select: string;
};

const JOBS = 'pgboss.job';

export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `
    select case when nspname = 'public' then relname else nspname || '.' || relname end as name,
      array_agg(quote_ident(attname) order by attnum) as columns
    from pg_class join pg_namespace n on n.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
    where relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped and attgenerated = ''
      and (nspname = 'public' and relname <> '_prisma_migrations' or nspname || '.' || relname = $1)
    group by 1 order by 1`,
    [JOBS],
  );
  return rows.map(({ name, columns }) => ({ name, columns, select: selectOf(name, columns) }));
}

/** A running job is backed up as one to retry. */
function selectOf(name: string, columns: readonly string[]) {
  if (name !== JOBS) return `select ${columns.join(', ')} from ${name}`;
  const columnExpression = (column: string) =>
    column === 'state' ? `case when state = 'active' then 'retry' else state end as state` : column;
  return `select ${columns.map(columnExpression).join(', ')} from ${name} where state in ('created', 'retry', 'active')`;
}

export async function migrationsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    'select migration_name as name from _prisma_migrations where finished_at is not null order by 1',
  );
  return rows.map(({ name }) => name);
}

export async function partitionsOf(client: pg.Client): Promise<NonNullable<Manifest['partitions']>> {
  const { rows } = await client.query(`
    select part.oid::regclass::text as name, inhparent::regclass::text as parent,
      pg_get_expr(relpartbound, part.oid) as bounds, array_to_string(reloptions, ', ') as options
    from pg_class part join pg_inherits on inhrelid = part.oid
    where relispartition and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 2, 1`);
  return rows;
}
