/**
 * Deletes old rows of tables that grow with every email, Stripe event, and change, in batches. The totals derived from
 * them stay: the newsletters' and ranges' counts, readers' bounces, and the ledger.
 */
import { DAY_MS } from '#shared/durations.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';

/** Rows per statement, few enough for its time limit even on a slow disk. Tests lower it. */
export const historyBatch = { rows: 5_000 };

const STRIPE_EVENT_DAYS = 90;

type History = {
  name: string;
  /** Null keeps the rows for good. */
  days: (config: Config) => number | null;
  /** Null if another job deletes them (newsletters/delivery-partitions.ts). */
  table: string | null;
  /** SQL after `from` that selects rows to delete, all older than $1. The table's alias is d. */
  oldRows: string;
};

const HISTORY: readonly History[] = [
  {
    name: 'newsletter deliveries',
    days: (config) => config.RETENTION_DELIVERIES_DAYS,
    table: null,
    oldRows: `newsletters n cross join lateral (select ctid from deliveries where newsletter_id = n.id limit 1) d
      where n.newsletter_date < $1::timestamptz::date and n.status in ('sent', 'failed', 'cancelled')`,
  },
  {
    name: 'emails',
    days: (config) => config.RETENTION_EMAILS_DAYS,
    table: 'mails',
    // A welcome email's row keeps it from being sent twice.
    oldRows: `mails d where d.created_at < $1 and d.state <> 'queued' and d.template <> 'reader_welcome'`,
  },
  {
    name: 'email events',
    days: (config) => config.RETENTION_EMAILS_DAYS,
    table: 'mail_events',
    oldRows: `mail_events d where d.received_at < $1 and (d.type <> 'hard_bounce' or d.reader_id is null)`,
  },
  {
    name: 'Stripe events',
    days: () => STRIPE_EVENT_DAYS,
    table: 'stripe_events',
    oldRows: 'stripe_events d where d.received_at < $1 and d.processed_at is not null',
  },
  {
    name: 'audit log',
    days: (config) => config.RETENTION_AUDIT_DAYS ?? null,
    table: 'audit_events',
    // Staff see who last checked a promotion site, and against which page.
    oldRows: `audit_events d where d.at < $1 and not (d.entity = 'promotion_site' and d.action = 'check')`,
  },
];

/** Idempotent. Each batch is a statement of its own. */
export async function purgeHistory({ pool, now, config }: Pick<Deps, 'pool' | 'now' | 'config'>) {
  for (const { days, table, oldRows } of HISTORY) {
    const retentionDays = days(config);
    if (retentionDays === null || table === null) continue;
    const before = new Date(now().getTime() - retentionDays * DAY_MS);
    const { rows } = historyBatch;
    for (let deleted = rows; deleted === rows; ) {
      const result = await pool.query(
        `delete from ${table} where ctid = any(array(select d.ctid from ${oldRows} limit ${rows}))`,
        [before],
      );
      deleted = result.rowCount ?? 0;
    }
  }
}

/** The limits in words, and the names of histories with rows that should have been deleted more than two days ago. */
export async function checkHistory({ pool, now, config }: Pick<Deps, 'pool' | 'now' | 'config'>) {
  const limits: string[] = [];
  const overdue: string[] = [];
  for (const { name, days, oldRows } of HISTORY) {
    const retentionDays = days(config);
    limits.push(`${name} ${retentionDays === null ? 'forever' : `${retentionDays} days`}`);
    if (retentionDays === null) continue;
    const before = new Date(now().getTime() - (retentionDays + 2) * DAY_MS);
    const { rows } = await pool.query(`select 1 from ${oldRows} limit 1`, [before]);
    if (rows.length) overdue.push(name);
  }
  return { limits, overdue };
}
