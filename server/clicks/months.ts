/**
 * Partitions of click_logs, one for each month in UTC. A partition with only old clicks is dropped; old clicks in the
 * others are deleted in batches. A click whose month has no partition yet is in `click_logs_rest` until the next night.
 */
import type { Deps } from '#server/platform/deps.ts';
import { alterTables } from '#server/platform/partitions.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { type Month, monthOf, nextMonth, startOf } from './month.ts';

const MONTHS_AHEAD = 2;
const DELETE_BATCH_SIZE = 20_000;

/**
 * Deletes old clicks, and creates partitions. Idempotent. The counts stay (click_rollups, click_verdicts, click_days).
 */
export async function purgeClicks(deps: Pick<Deps, 'pool' | 'now'>) {
  const before = new Date(deps.now().getTime() - RETENTION_DAYS.clicks * DAY_MS);
  const old = (await partitions(deps)).filter((month) => startOf(nextMonth(month)) <= before.toISOString());
  for (const month of old) await dropPartition(deps, month);
  await deleteClicks(deps, before);
  // Holds are deleted, too, because they can name a network or a domain. Their clicks are included in the counts.
  await deps.pool.query('delete from click_holds where last_at < $1', [before]);
  await createMissingPartitions(deps);
}

async function partitions({ pool }: Pick<Deps, 'pool'>): Promise<Month[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'click_logs'::regclass order by 1`,
  );
  return rows.flatMap(({ name }) => /^click_logs_(\d{4})_(\d\d)$/.exec(name)?.slice(1).join('-') ?? []);
}

const tableOf = (month: Month) => `click_logs_${month.replace('-', '_')}`;

/** Deletes a limited number at a time, so that no statement takes long. */
async function deleteClicks({ pool }: Pick<Deps, 'pool'>, before: Date) {
  for (let deleted = DELETE_BATCH_SIZE; deleted === DELETE_BATCH_SIZE; ) {
    const { rowCount } = await pool.query(
      `delete from click_logs where (id, clicked_at) in (select id, clicked_at from click_logs where clicked_at < $1 limit ${DELETE_BATCH_SIZE})`,
      [before],
    );
    deleted = rowCount ?? 0;
  }
}

/** Creates the missing partitions: for this month, the next ones, and every month with clicks in `click_logs_rest`. */
async function createMissingPartitions({ pool, now }: Pick<Deps, 'pool' | 'now'>) {
  const rest = await pool.query<{ month: Month }>(
    `select distinct to_char(clicked_at at time zone 'UTC', 'YYYY-MM') as month from click_logs_rest`,
  );
  const needed = new Set(rest.rows.map(({ month }) => month));
  let month = monthOf(now());
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++, month = nextMonth(month)) needed.add(month);
  const existing = new Set(await partitions({ pool }));
  for (const missing of [...needed].sort()) if (!existing.has(missing)) await createPartition({ pool }, missing);
}

const dropPartition = ({ pool }: Pick<Deps, 'pool'>, month: Month) => alterTables(pool, `drop table ${tableOf(month)}`);

function createPartition({ pool }: Pick<Deps, 'pool'>, month: Month) {
  const table = tableOf(month);
  const [from, to] = [startOf(month), startOf(nextMonth(month))];
  return alterTables(
    pool,
    `lock table click_logs_rest in access exclusive mode;
    create table ${table} (like click_logs including all);
    with moved as (delete from click_logs_rest where clicked_at >= '${from}' and clicked_at < '${to}' returning *)
      insert into ${table} select * from moved;
    alter table click_logs attach partition ${table} for values from ('${from}') to ('${to}')`,
  );
}
