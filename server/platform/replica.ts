/** Reads that may be seconds old: from the replica of DATABASE_READ_URL if available, otherwise from the primary. */
import pg from 'pg';
import { type Database, openPrisma, type Pool, STATEMENT_TIMEOUT_MS } from './database.ts';
import type { Log } from './log.ts';

const CONNECT_TIMEOUT_MS = 1_000;
/** After a failure the primary is used this long before the replica is tried again. */
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
  const onAway = (error: Error) =>
    log.warn({ err: error }, 'the read replica doesn’t respond; reading from the primary');
  const pool = withPrimaryFallback(replica, { primary, onAway });
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

type Ask = (...question: unknown[]) => Promise<unknown>;
type Options = { primary: Pool; onAway(error: Error): void; restMs?: number };

/** A pool that falls back on the primary. Repeating is safe, because all queries are reads. */
export function withPrimaryFallback(pool: Pool, { primary, onAway, restMs = RETRY_AFTER_MS }: Options): Pool {
  let restsUntil = 0;
  const withFallback = (own: Ask, other: Ask): Ask => {
    return async (...question) => {
      if (performance.now() < restsUntil) return other(...question);
      try {
        return await own(...question);
      } catch (error) {
        if (!shouldAskPrimary(error)) throw error;
        if (isAway(error)) {
          restsUntil = performance.now() + restMs;
          onAway(error as Error);
        }
        return other(...question);
      }
    };
  };
  pool.query = withFallback(pool.query.bind(pool) as Ask, primary.query.bind(primary) as Ask) as Pool['query'];
  pool.connect = withFallback(pool.connect.bind(pool) as Ask, primary.connect.bind(primary) as Ask) as Pool['connect'];
  return pool;
}

const READ_ONLY = '25006';
const TOOK_TOO_LONG = '57014';

/** False for writes, which don't belong here, and for timeouts, which would only take twice as long. */
const shouldAskPrimary = (error: unknown) => ![READ_ONLY, TOOK_TOO_LONG].includes(codeOf(error));

/** True for a replica that doesn't respond, or is starting or stopping, rather than rejecting one statement. */
const isAway = (error: unknown) => !/^[0-9A-Z]{5}$/.test(codeOf(error)) || /^(08|57P)/.test(codeOf(error));

const codeOf = (error: unknown) => String((error as { code?: string } | null)?.code ?? '');
