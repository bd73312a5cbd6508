/** Reads that may be seconds old: from the replica of DATABASE_READ_URL if available, otherwise from the primary. */
import pg from 'pg';
import { type Database, openPrisma, type Pool, STATEMENT_TIMEOUT_MS } from './database.ts';
import type { Log } from './log.ts';

const CONNECT_TIMEOUT_MS = 1_000;
/** Time after a failure during which only the primary is used. */
const RETRY_AFTER_MS = 5_000;
const CONNECTIONS = 12;

export type Reads = { db: Database; pool: Pool; close(): Promise<void> };

export function openReads(url: string, { primary, log }: { primary: Pool; log: Log }): Reads {
  const replica = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // Also ends queries to a machine that disappeared without closing its connections.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
  });
  replica.on('error', () => {});
  const onUnavailable = (error: Error) =>
    log.warn({ err: error }, 'the read replica doesn’t respond; reading from the primary');
  const pool = withPrimaryFallback(replica, { primary, onUnavailable });
  const db = openPrisma(pool);
  return {
    db,
    pool,
    close: async () => {
      await db.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

type Call = (...args: unknown[]) => Promise<unknown>;
type Options = { primary: Pool; onUnavailable(error: Error): void; retryAfterMs?: number };

/** A pool that falls back on the primary. Repeating is safe, because all queries are reads. */
export function withPrimaryFallback(
  pool: Pool,
  { primary, onUnavailable, retryAfterMs = RETRY_AFTER_MS }: Options,
): Pool {
  let unavailableUntil = 0;
  const withFallback = (onReplica: Call, onPrimary: Call): Call => {
    return async (...args) => {
      if (performance.now() < unavailableUntil) return onPrimary(...args);
      try {
        return await onReplica(...args);
      } catch (error) {
        if (!shouldUsePrimary(error)) throw error;
        if (isUnavailable(error)) {
          unavailableUntil = performance.now() + retryAfterMs;
          onUnavailable(error as Error);
        }
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

/** False for writes, which don't belong here, and for timeouts, which would only take twice as long. */
const shouldUsePrimary = (error: unknown) => ![READ_ONLY, QUERY_CANCELED].includes(codeOf(error));

/** True if the replica doesn't respond, or is starting or stopping; false if it only rejected one statement. */
const isUnavailable = (error: unknown) => !/^[0-9A-Z]{5}$/.test(codeOf(error)) || /^(08|57P)/.test(codeOf(error));

const codeOf = (error: unknown) => String((error as { code?: string } | null)?.code ?? '');
