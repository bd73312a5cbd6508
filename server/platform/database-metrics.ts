/**
 * Gauges for Prometheus, read on each scrape: figures from the database, which are the same in every process, and this
 * process's clock, replica lag, and database connections.
 */
import { Gauge } from 'prom-client';
import { businessDate, vancouverTime } from './clock.ts';
import { clockDifference } from './clock-check.ts';
import type { Deps } from './deps.ts';

/**
 * Each statement returns one number. `at` has one row: `now`, `today` in Vancouver, and `open`, the next cutoff's date.
 */
const GAUGES: readonly [name: string, help: string, sql: string][] = [
  [
    'deckle_queue_waiting',
    'Jobs that are ready to run.',
    `select count(*) from pgboss.job where state in ('created', 'retry') and start_after <= clock_timestamp()`,
  ],
  [
    'deckle_queue_oldest_seconds',
    'Age of the oldest ready job.',
    `select coalesce(extract(epoch from clock_timestamp() - min(start_after)), 0) from pgboss.job
     where state in ('created', 'retry') and start_after <= clock_timestamp()`,
  ],
  [
    'deckle_queue_failed',
    'Jobs that failed their last retry.',
    `select count(*) from pgboss.job where state = 'failed'`,
  ],
  [
    'deckle_charges_unknown',
    'Charges with no response from Stripe after more than a minute.',
    `select count(*) from charge_attempts, at where state = 'claimed' and claimed_at < at.now - interval '1 minute'`,
  ],
  [
    'deckle_refunds_unknown',
    'Refunds with no response from Stripe after more than a minute.',
    `select count(*) from refunds, at where state = 'claimed' and claimed_at < at.now - interval '1 minute'`,
  ],
  [
    'deckle_mails_in_doubt',
    'Uncertain newsletter deliveries from the last 30 days.',
    `select count(*) from deliveries where is_uncertain
     and newsletter_id in (select id from newsletters, at where newsletter_date > at.today - 30)`,
  ],
  ['deckle_mails_failed', 'Failed transactional emails.', `select count(*) from mails where state = 'failed'`],
  [
    'deckle_newsletters_halted',
    'Newsletters that are paused, can’t be frozen, are refused by the relay, or are held after a restore.',
    `select count(*) from newsletters
     where held_at is not null or status in ('freezing', 'frozen', 'sending') and (failure is not null or paused_at is not null)`,
  ],
  [
    'deckle_newsletters_overdue',
    'Newsletters past their cutoff that aren’t frozen.',
    `select count(*) from newsletters, at where status in ('draft', 'freezing') and newsletter_date < at.open`,
  ],
  [
    'deckle_ledger_differences',
    'Differences between our ledger and Stripe.',
    'select count(*) from ledger_differences where resolved_at is null',
  ],
  [
    'deckle_daily_jobs_failed',
    'Failed runs of daily jobs, by date, that will be retried.',
    'select count(*) from job_runs where finished_at is null and failure is not null',
  ],
  [
    'deckle_replication_slots_inactive',
    'Replication slots without a connected replica, for which this database keeps its WAL.',
    `select count(*) from pg_replication_slots where slot_type = 'physical' and not active`,
  ],
  [
    'deckle_ai_spent_cents',
    'Cents spent or reserved on the AI model today.',
    'select coalesce(sum(spent_cents), 0) from ai_budgets, at where date = at.today',
  ],
];

type Source = Pick<Deps, 'pool' | 'now' | 'metrics' | 'replica'>;

export function addDatabaseMetrics({ pool, now, metrics, replica }: Source) {
  const registers = [metrics.registry];
  for (const [name, help, sql] of GAUGES) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => gauge.set(await numberFrom(pool, sql, now())),
    });
  }
  const clock: Gauge = new Gauge({
    name: 'deckle_clock_difference_seconds',
    help: 'Seconds by which this machine’s clock is ahead of the database’s (negative if behind). Daily jobs don’t run if it’s off by more than 60.',
    registers,
    collect: async () =>
      clock.set(
        await clockDifference({ pool }).then(
          (difference) => difference / 1000,
          () => Number.NaN,
        ),
      ),
  });
  if (replica) {
    const lag: Gauge = new Gauge({
      name: 'deckle_replica_lag_seconds',
      help: 'Seconds by which the read replica is behind the primary; NaN while it doesn’t respond.',
      registers,
      collect: () => lag.set(replica().lagSeconds),
    });
  }
  const connections: Gauge = new Gauge({
    name: 'deckle_database_connections',
    help: 'Database connections of this process, by state (open, idle, or requests waiting for one).',
    labelNames: ['state'],
    registers,
    collect: () => {
      connections.set({ state: 'open' }, pool.totalCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

const AT = 'with at as (select $1::timestamptz as now, $2::date as today, $3::date as open)';

/** NaN while the database doesn't answer, so that no alert takes it for zero. */
async function numberFrom(pool: Source['pool'], sql: string, now: Date): Promise<number> {
  const values = [now, vancouverTime(now).date, businessDate(now)];
  const { rows } = await pool.query(`${AT} ${sql}`, values).catch(() => ({ rows: [] }));
  return rows.length ? Number(Object.values(rows[0] as object)[0]) : Number.NaN;
}
