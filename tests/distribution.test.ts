/**
 * Obstacles to distributing the largest tables over several machines with Citus, by its published rules. Citus itself
 * has not been run.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';

/** The distribution column of each table. */
const DISTRIBUTED: Record<string, string> = {
  deliveries: 'reader_id',
  click_logs: 'promotion_id',
  click_rollups: 'promotion_id',
};
/** Tables that would be copied to each machine: `readers` because its addresses are unique. */
const REFERENCE = ['newsletters', 'promotions', 'readers'];

/** https://docs.citusdata.com/en/stable/develop/reference_ddl.html#adding-removing-constraints */
const KEYS = `select 'the unique key ' || index.relname || ' lacks ' || d.column as problem
  from distributed d join pg_index i on i.indrelid = d.table and i.indisunique join pg_class index on index.oid = i.indexrelid
  where d.number <> all ((i.indkey::smallint[])[0:i.indnkeyatts - 1])`;
const FOREIGN_KEYS = `select 'the foreign key ' || c.conname || ' leads to a table that isn’t copied' as problem
  from distributed d join pg_constraint c on c.conrelid = d.table and c.contype = 'f' and c.conparentid = 0
  where c.confrelid <> all ($3::text[]::regclass[])`;
/** https://github.com/citusdata/citus/pull/2226, and https://github.com/citusdata/citus/issues/7132 for nulls */
const ACTIONS = `select 'the foreign key ' || c.conname || ' changes ' || d.column || ' on ' || action.name as problem
  from distributed d join pg_constraint c on c.conrelid = d.table and c.contype = 'f' and c.conparentid = 0
    cross join lateral (values ('delete', c.confdeltype, '{n,d}'), ('update', c.confupdtype, '{c,n,d}')) action (name, type, refused)
  where d.number = any (c.conkey) and action.type = any (action.refused::"char"[])`;
const NULLABLE = `select d.column || ' of ' || d.table::text || ' may be null' as problem
  from distributed d join pg_attribute a on a.attrelid = d.table and a.attnum = d.number where not a.attnotnull`;
/** https://docs.citusdata.com/en/stable/extra/triggers.html */
const TRIGGERS = `select 'the trigger ' || t.tgname as problem
  from distributed d join pg_trigger t on t.tgrelid = d.table and not t.tgisinternal`;

const PROBLEMS = `with distributed as (
    select a.attrelid::regclass as table, a.attname::text as column, a.attnum as number
    from unnest($1::text[]::regclass[], $2::text[]) as named (name, col) join pg_attribute a on a.attrelid = name::oid and a.attname = col)
  select problem from (${[KEYS, FOREIGN_KEYS, ACTIONS, NULLABLE, TRIGGERS].join(' union all ')}) problems order by 1`;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const problemsAfter = (change?: string) =>
  database.during(async ({ pool }) => {
    const client = await pool.connect();
    await client.query('begin');
    if (change) await client.query(change);
    const parameters = [Object.keys(DISTRIBUTED), Object.values(DISTRIBUTED), REFERENCE];
    const { rows } = await client.query<{ problem: string }>(PROBLEMS, parameters);
    await client.query('rollback');
    client.release();
    return rows.map(({ problem }) => problem);
  });

/** Obstacles that docs/scaling.md explains. */
const KNOWN_OBSTACLES = [
  'promotion_id of click_logs may be null',
  'the foreign key click_logs_promotion_id_fkey changes promotion_id on delete',
  'the foreign key click_logs_promotion_id_fkey changes promotion_id on update',
  'the foreign key click_rollups_promotion_id_fkey changes promotion_id on update',
  'the foreign key deliveries_reader_id_fkey changes reader_id on update',
  'the trigger deliveries_erased',
  'the unique key click_logs_pkey lacks promotion_id',
];

it('only the listed obstacles keep the largest tables from being distributed', async () => {
  expect(await problemsAfter()).toEqual(KNOWN_OBSTACLES);
});

it.each([
  ['create unique index another on click_rollups (hour, store, source)', 'the unique key another lacks promotion_id'],
  [
    'alter table click_rollups add category_id integer constraint another references categories',
    'the foreign key another leads to a table that isn’t copied',
  ],
  [
    'alter table click_rollups add constraint another foreign key (promotion_id) references promotions on delete set null',
    'the foreign key another changes promotion_id on delete',
  ],
  [
    'alter table deliveries drop constraint deliveries_pkey, alter reader_id drop not null',
    'reader_id of deliveries may be null',
  ],
  [
    'create trigger another after insert on click_rollups for each statement execute function count_erased_deliveries()',
    'the trigger another',
  ],
])('%s would be another obstacle', async (change, problem) => {
  expect(await problemsAfter(change)).toContain(problem);
});
