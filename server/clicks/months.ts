/**
 * Partitions of click_logs, one for each month in UTC, so that old clicks are deleted by dropping a table. A click whose month has
 * no partition yet is in `click_logs_rest` until the next night.
 */
import type { Deps } from '#server/platform/deps.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';

const MONTHS_AHEAD = 2;
const DELETED_AT_ONCE = 20_000;

/** '2026-12' */
type Month = string;

/** Deletes old clicks, and creates partitions. Idempotent. The sums stay (click_rollups, click_verdicts, click_days). */
export async function purgeClicks(deps: Pick<Deps, 'pool' | 'now'>) {
  const before = new Date(deps.now().getTime() - RETENTION_DAYS.clicks * DAY_MS);
  const old = (await partitions(deps)).filter((month) => startOf(nextMonth(month)) <= before.toISOString());
  for (const month of old) await dropMonth(deps, month);
  await deleteClicks(deps, before);
  // A hold names a network or a domain; its clicks are in the sums.
  await deps.pool.query('delete from click_holds where last_at < $1', [before]);
  await makeMonths(deps);
}

async function partitions({ pool }: Pick<Deps, 'pool'>): Promise<Month[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'click_logs'::regclass order by 1`,
  );
  return rows.flatMap(({ name }) => /^click_logs_(\d{4})_(\d\d)$/.exec(name)?.slice(1).join('-') ?? []);
}

const tableOf = (month: Month) => `click_logs_${month.replace('-', '_')}`;
const startOf = (month: Month) => `${month}-01T00:00:00.000Z`;
const monthOf = (instant: Date): Month => instant.toISOString().slice(0, 7);

function nextMonth(month: Month): Month {
  const start = new Date(startOf(month));
  return monthOf(new Date(start.setUTCMonth(start.getUTCMonth() + 1)));
}

/** Deletes a limited number at a time, so that no statement takes long. */
async function deleteClicks({ pool }: Pick<Deps, 'pool'>, before: Date) {
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
    const { rowCount } = await pool.query(
      `delete from click_logs where (id, clicked_at) in (select id, clicked_at from click_logs where clicked_at < $1 limit ${DELETED_AT_ONCE})`,
      [before],
    );
    deleted = rowCount ?? 0;
  }
}

/** Creates the partitions of clicks in the rest, of this month, and of the next ones. */
async function makeMonths({ pool, now }: Pick<Deps, 'pool' | 'now'>) {
  const waiting = await pool.query<{ month: Month }>(
    `select distinct to_char(clicked_at at time zone 'UTC', 'YYYY-MM') as month from click_logs_rest`,
  );
  const wanted = new Set(waiting.rows.map(({ month }) => month));
  let month = monthOf(now());
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++, month = nextMonth(month)) wanted.add(month);
  const known = new Set(await partitions({ pool }));
  for (const missing of [...wanted].sort()) if (!known.has(missing)) await makeMonth({ pool }, missing);
}

const dropMonth = ({ pool }: Pick<Deps, 'pool'>, month: Month) => alter(pool, `drop table ${tableOf(month)}`);

function makeMonth({ pool }: Pick<Deps, 'pool'>, month: Month) {
  const table = tableOf(month);
  const [from, to] = [startOf(month), startOf(nextMonth(month))];
  return alter(
    pool,
    `lock table click_logs_rest in access exclusive mode;
    create table ${table} (like click_logs including all);
    with moved as (delete from click_logs_rest where clicked_at >= '${from}' and clicked_at < '${to}' returning *)
      insert into ${table} select * from moved;
    alter table click_logs attach partition ${table} for values from ('${from}') to ('${to}')`,
  );
}

const TRIES = 50;
/** Less than Postgres’s deadlock_timeout: if this and a click or a settlement wait for each other, this gives up. */
const PATIENCE_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs the statements in one transaction, because they are one string. */
async function alter(pool: Deps['pool'], sql: string, tries = TRIES): Promise<void> {
  try {
    await pool.query(`set local statement_timeout = 0; set local lock_timeout = ${PATIENCE_MS}; ${sql}`);
  } catch (error) {
    if (tries === 1 || (error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    await alter(pool, sql, tries - 1);
  }
}
