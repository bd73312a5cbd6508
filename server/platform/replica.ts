/**
 * Reads that may be seconds old: from the replica of DATABASE_READ_URL, or from the primary while the replica doesn't
 * respond or is too far behind. See docs/decisions/0131-measure-the-replicas-lag.md.
 */
import pg from 'pg';
import { type Database, openPrisma, type Pool, STATEMENT_TIMEOUT_MS } from './database.ts';
import type { Log } from './log.ts';

const CONNECT_TIMEOUT_MS = 1_000;
const CHECK_EVERY_MS = 5_000;
const CONNECTIONS = 12;

const SETTINGS = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  // Also ends queries to a machine that disappeared without closing its connections.
  query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
};

/** `lagSeconds` is NaN while the database at DATABASE_READ_URL doesn't respond or isn't a replica. */
export type ReplicaState = { lagSeconds: number; isUsed: boolean };
export type Reads = { db: Database; pool: Pool; state(): ReplicaState; close(): Promise<void> };
type Options = { primary: Pool; log: Log; maxLagSeconds: number; checkEveryMs?: number };

/** Opens the replica. Measures its lag before it resolves, and every few seconds from then on. */
export async function openReads(
  url: string,
  { primary, log, maxLagSeconds, checkEveryMs = CHECK_EVERY_MS }: Options,
): Promise<Reads> {
  const open = (max: number) => {
    const opened = new pg.Pool({ ...SETTINGS, connectionString: url, max });
    opened.on('error', () => {});
    return opened;
  };
  // A separate pool, whose queries never fall back on the primary.
  const probe = open(1);
  const replica = open(CONNECTIONS);
  const state: ReplicaState = { lagSeconds: Number.NaN, isUsed: false };
  let isReported = false;
  const stopUsing = (lagSeconds: number, message: string, error?: unknown) => {
    Object.assign(state, { lagSeconds, isUsed: false });
    if (!isReported) log.warn({ err: error, lag_seconds: lagSeconds }, message);
    isReported = true;
  };
  const onUnavailable = (error: unknown) =>
    stopUsing(Number.NaN, 'the read replica doesn’t respond or isn’t a replica; reading from the primary', error);
  const measure = createLagMeter(primary, probe);
  async function check() {
    const lagSeconds = await measure().catch(onUnavailable);
    // Without the primary there is nothing to measure against, and no better place to read from.
    if (lagSeconds === undefined || lagSeconds === null) return;
    if (lagSeconds > maxLagSeconds)
      return stopUsing(lagSeconds, 'the read replica is too far behind; reading from the primary');
    if (isReported) log.warn({ lag_seconds: lagSeconds }, 'reading from the replica again');
    isReported = false;
    Object.assign(state, { lagSeconds, isUsed: true });
  }
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const checkRepeatedly = async () => {
    await check();
    if (!isClosed) timer = setTimeout(checkRepeatedly, checkEveryMs).unref();
  };
  await checkRepeatedly();
  const pool = withPrimaryFallback(replica, { primary, onUnavailable, isUsed: () => state.isUsed });
  const db = openPrisma(pool);
  return {
    db,
    pool,
    state: () => ({ ...state }),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await db.$disconnect();
      await probe.end();
      if (!pool.ended) await pool.end();
    },
  };
}

/** The lag in words, with the limit that it exceeds. Just after its start, a replica may not know how far behind it is. */
export const describeLag = (seconds: number, exceeded: number | null) => {
  if (!Number.isFinite(seconds)) return 'catching up with the primary';
  const limit = exceeded === null ? '' : `, more than ${exceeded} seconds`;
  return `${Math.round(seconds)} seconds behind the primary${limit}`;
};

type Row = { is_replica: boolean; has_all: boolean; has_pending: boolean; changed_at: number | null };

/**
 * Returns a function that measures how many seconds the replica is behind, by the primary's clock, or null if the
 * primary doesn't respond. The time of the last applied transaction isn't enough: on an idle primary it is old although
 * nothing is missing. So this compares positions in the log, and remembers when the replica last had everything.
 */
export function createLagMeter(
  primary: Pick<Pool, 'query'>,
  replica: Pick<Pool, 'query'>,
): () => Promise<number | null> {
  /** The replica has every change up to this time on the primary's clock. */
  let completeUntil = Number.NEGATIVE_INFINITY;
  /** A measured position that the replica hadn't applied yet; null if it had applied the latest one. */
  let pending: { position: string; at: number } | null = null;
  return async () => {
    const now = await primary
      .query<{ position: string; at: number }>(
        'select pg_current_wal_lsn()::text as position, extract(epoch from clock_timestamp())::float8 as at',
      )
      .then(
        ({ rows }) => rows[0]!,
        () => null,
      );
    if (!now) return null;
    const { rows } = await replica.query<Row>(
      `select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn() >= $1::pg_lsn as has_all,
         pg_last_wal_replay_lsn() >= $2::pg_lsn as has_pending,
         extract(epoch from pg_last_xact_replay_timestamp())::float8 as changed_at`,
      [now.position, pending?.position ?? now.position],
    );
    const { is_replica, has_all, has_pending, changed_at } = rows[0]!;
    if (!is_replica) throw new Error('The database at DATABASE_READ_URL isn’t a replica.');
    if (has_pending) completeUntil = pending?.at ?? now.at;
    if (has_all) completeUntil = now.at;
    if (has_all) pending = null;
    else if (has_pending || !pending) pending = now;
    return Math.max(0, now.at - Math.max(completeUntil, changed_at ?? Number.NEGATIVE_INFINITY));
  };
}

type Call = (...args: unknown[]) => Promise<unknown>;
type Fallback = { primary: Pool; onUnavailable(error: unknown): void; isUsed(): boolean };

/** A pool that falls back on the primary. Repeating is safe, because all queries are reads. */
export function withPrimaryFallback(pool: Pool, { primary, onUnavailable, isUsed }: Fallback): Pool {
  const withFallback = (onReplica: Call, onPrimary: Call): Call => {
    return async (...args) => {
      if (!isUsed()) return onPrimary(...args);
      try {
        return await onReplica(...args);
      } catch (error) {
        if (!shouldUsePrimary(error)) throw error;
        if (isUnavailable(error)) onUnavailable(error);
        return onPrimary(...args);
      }
    };
  };
  pool.query = withFallback(pool.query.bind(pool) as Call, primary.query.bind(primary) as Call) as Pool['query'];
  pool.connect = withFallback(
    pool.connect.bind(pool) as Call,
    primary.connect.bind(primary) as Call,
  ) as Pool['connect'];
  return pool;
}

const READ_ONLY = '25006';
const QUERY_CANCELED = '57014';
/** Requires a digit, which Node's EPIPE lacks. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** False for writes, which don't belong here, and for statement timeouts, because a repeat would take as long again. */
const shouldUsePrimary = (error: unknown) => ![READ_ONLY, QUERY_CANCELED].includes(codeOf(error));

/** True if the replica doesn't respond, or is starting or stopping; false if it only rejected one statement. */
const isUnavailable = (error: unknown) => !SQLSTATE.test(codeOf(error)) || /^(08|57P)/.test(codeOf(error));

const codeOf = (error: unknown) => String((error as { code?: string } | null)?.code ?? '');
