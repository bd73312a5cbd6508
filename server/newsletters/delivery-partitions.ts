/**
 * Partitions of deliveries, one for every 35 newsletters, which is about a month. Old ones are dropped as a whole. See
 * docs/decisions/0144-partition-deliveries-by-newsletter.md.
 */
import type { QueryResult } from 'pg';
import type { Pool } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { alterTables } from '#server/platform/partitions.ts';
import { historyBatch } from '#server/platform/purge-history.ts';
import { DAY_MS } from '#shared/durations.ts';

/** Thirty daily newsletters, and four or five weekly ones. */
const NEWSLETTERS_PER_PARTITION = 35;
/** Partitions that exist before a newsletter needs them. */
const PARTITIONS_AHEAD = 2;
/**
 * Partitions with a younger newsletter aren't dropped: its clicks are still judged, and its emails may still bounce.
 */
const IN_USE_DAYS = 30;
const OPTIONS = 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02';

type MaintenanceDeps = Pick<Deps, 'pool' | 'now' | 'config'>;

/** Deletes old deliveries, and creates partitions. Idempotent. Newsletters and ranges keep their counts. */
export async function maintainDeliveries(deps: MaintenanceDeps) {
  const before = new Date(deps.now().getTime() - deps.config.RETENTION_DELIVERIES_DAYS * DAY_MS);
  for (const partition of await listPartitions(deps))
    if (await canDrop(deps, partition, before)) await alterTables(deps.pool, `drop table ${partition.name}`);
  await deleteOldRows(deps, before);
  await createMissingPartitions(deps);
}

/** `from` is null for the first partition, which has the rows from before partitioning. */
type Partition = { name: string; from: number | null; to: number };

/** All but the default partition, in order. */
async function listPartitions({ pool }: Pick<Deps, 'pool'>): Promise<Partition[]> {
  const { rows } = await pool.query<{ name: string; bound: string }>(
    `select oid::regclass::text as name, pg_get_expr(relpartbound, oid) as bound
     from pg_inherits join pg_class on oid = inhrelid where inhparent = 'deliveries'::regclass`,
  );
  return rows
    .flatMap(({ name, bound }) => {
      const [, from, to] = /FROM \((MINVALUE|\d+)\) TO \((\d+)\)/.exec(bound) ?? [];
      return to ? { name, from: from === 'MINVALUE' ? null : Number(from), to: Number(to) } : [];
    })
    .sort((a, b) => a.to - b.to);
}

/**
 * True if all of the partition's newsletters are finished, the first is past the retention period, the last is no
 * longer in use, and a later partition has a newsletter. The first partition may cover years from before partitioning,
 * so all of its newsletters must be past the period. A partition without newsletters can be dropped when a later
 * newsletter is past the period.
 */
async function canDrop({ pool, now }: Pick<Deps, 'pool' | 'now'>, { from, to }: Partition, before: Date) {
  const inUseSince = new Date(now().getTime() - IN_USE_DAYS * DAY_MS);
  const { rows } = await pool.query<{ can_drop: boolean }>(
    `select case when count(*) = 0 then exists (select from newsletters where id >= $2 and newsletter_date < $3::timestamptz::date)
       else bool_and(status in ('sent', 'failed', 'cancelled')) and min(newsletter_date) < $3::timestamptz::date
         and max(newsletter_date) < $4::timestamptz::date and exists (select from newsletters where id >= $2) end as can_drop
     from newsletters where id >= $1 and id < $2`,
    [from ?? 0, to, before, from === null ? before : inUseSince],
  );
  return rows[0]!.can_drop;
}

/**
 * Deletes old newsletters' rows from partitions that can't be dropped, in batches. The counts stay, because
 * `deckle.keeps_counts` turns off the trigger deliveries_erased.
 */
async function deleteOldRows({ pool }: Pick<Deps, 'pool'>, before: Date) {
  const { rows: old } = await pool.query<{ id: number }>(
    `select n.id from newsletters n cross join lateral (select 1 from deliveries where newsletter_id = n.id limit 1) d
     where n.newsletter_date < $1::timestamptz::date and n.status in ('sent', 'failed', 'cancelled') order by 1`,
    [before],
  );
  for (const { id } of old)
    for (let deleted = historyBatch.rows; deleted === historyBatch.rows; )
      deleted = await deleteBatch(pool, id, historyBatch.rows);
}

/** Returns the number of deleted rows. The two statements are one string, and therefore one transaction. */
async function deleteBatch(pool: Pool, newsletter_id: number, rows: number): Promise<number> {
  const results = (await pool.query(
    `set local deckle.keeps_counts = 'on';
     delete from deliveries where newsletter_id = ${newsletter_id} and reader_id = any(array(
       select reader_id from deliveries where newsletter_id = ${newsletter_id} order by reader_id limit ${rows}))`,
  )) as unknown as QueryResult[];
  return results[1]!.rowCount ?? 0;
}

/** Creates the next partitions, except for a range with rows in the default partition, which stay there. */
async function createMissingPartitions({ pool }: Pick<Deps, 'pool'>) {
  const { rows } = await pool.query<{ last: number }>('select coalesce(max(id), 0) as last from newsletters');
  const start = (await listPartitions({ pool })).at(-1)?.to ?? 0;
  const end = rows[0]!.last + PARTITIONS_AHEAD * NEWSLETTERS_PER_PARTITION;
  for (let from = start; from <= end; from += NEWSLETTERS_PER_PARTITION) {
    const range = [from, from + NEWSLETTERS_PER_PARTITION];
    const used = 'select from deliveries_rest where newsletter_id >= $1 and newsletter_id < $2 limit 1';
    if ((await pool.query(used, range)).rowCount) continue;
    const name = `deliveries_${from}`;
    await alterTables(
      pool,
      `create table ${name} (like deliveries including all) with (${OPTIONS});
      alter table deliveries attach partition ${name} for values from (${range[0]}) to (${range[1]})`,
    );
  }
}
