/** Jobs in pg-boss's table, which Prisma doesn't know. */
import { Prisma } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import type { ListQuery, Row, Source } from './entity.ts';

export const JOB_STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const;

const COLUMNS = Prisma.sql`id::text as id, name, state::text as state, retry_count, created_on, start_after, started_on, completed_on, data, output`;
const MAX_COUNT = 10_000;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const isJobId = (id: string) => UUID.test(id);

export const jobSource: Source = {
  page: async ({ db }, query) => {
    const where = whereOf(query);
    const { skip, take } = pageOf(query);
    const dir = query.sort_dir === 'asc' ? Prisma.sql`asc` : Prisma.sql`desc`;
    const [rows, counted] = await Promise.all([
      db.$queryRaw<Row[]>`
        select ${COLUMNS} from pgboss.job ${where} order by created_on ${dir}, id ${dir} limit ${take} offset ${skip}`,
      db.$queryRaw<{ total: number }[]>`
        select count(*)::int as total from (select 1 from pgboss.job ${where} limit ${MAX_COUNT}) as counted`,
    ]);
    return { rows, total: counted[0]?.total ?? 0 };
  },
  batch: ({ db }, query, take, after) => {
    const later = after ? Prisma.sql`(name, id) > (${after.name}, ${after.id}::uuid)` : Prisma.sql`true`;
    return db.$queryRaw`select ${COLUMNS} from pgboss.job ${whereOf(query, later)} order by name, id limit ${take}`;
  },
  one: async (db, id) => {
    const [row] = await db.$queryRaw<Row[]>`select ${COLUMNS} from pgboss.job where id = ${id}::uuid`;
    return row ?? null;
  },
};

function whereOf({ q, name, state }: ListQuery, ...more: Prisma.Sql[]) {
  const conditions = [
    ...more,
    ...(q ? [Prisma.sql`position(lower(${q}) in lower(name)) > 0`] : []),
    ...(name ? [Prisma.sql`name = ${String(name)}`] : []),
    ...(state ? [Prisma.sql`state::text = ${String(state)}`] : []),
  ];
  return conditions.length ? Prisma.sql`where ${Prisma.join(conditions, ' and ')}` : Prisma.empty;
}

/** Does the same as pg-boss's retry, in the audit entry's transaction, which has locked the row. */
export const retryJob = (tx: Tx, { id, name }: { id: string; name: string }) => tx.$executeRaw`
  update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null
  where name = ${name} and id = ${id}::uuid`;
