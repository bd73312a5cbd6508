/**
 * The connection pool for Prisma and for statements in SQL, with timeouts so that nothing waits forever. See
 * docs/decisions/0001-one-postgres-database.md.
 */
import type { Socket } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from '#prisma';
import { idempotentMember } from './idempotency.ts';
import { lazy } from './memoize.ts';

export type Database = PrismaClient;
/** Inside a transaction: the same client without the ability to start another. */
export type Tx = Prisma.TransactionClient;
export type Pool = pg.Pool;

export const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** For the few transactions that may take longer. */
const LONG_MS = 120_000;
/** Idle time before TCP first checks that the other machine still responds. */
const KEEP_ALIVE_MS = 10_000;
/**
 * Longer than any statement. Nothing else limits a commit that waits for a standby, or a request to a machine that
 * disappeared.
 */
const MAX_SILENCE_MS = LONG_MS + 10_000;

export function openDatabase(
  url: string,
  { connections = 12, maxSilenceMs = MAX_SILENCE_MS } = {},
): { db: Database; pool: Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  // Without a listener, a dying idle connection would end the process. The pool replaces it when one is needed.
  pool.on('error', () => {});
  pool.on('connect', (client) => endWhenSilent(client, maxSilenceMs));
  if (new URL(url).searchParams.get('prepared_statements') === 'off') dropStatementNames(pool);
  return { db: openPrisma(pool, { transactionOptions: { timeout: 10_000, maxWait: 5_000 } }), pool };
}

/**
 * Ends a connection, and with it the query in progress, after `ms` milliseconds without any data. 0 never ends it, for
 * seeds whose statements have no time limit.
 */
function endWhenSilent(client: pg.PoolClient, ms: number) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.setTimeout(ms, () => stream.destroy());
}

/** Removes a statement's name. Streams, recognized by their `submit`, have none. */
const withoutName = (statement: unknown) =>
  typeof statement === 'object' && statement && !('submit' in statement)
    ? { ...statement, name: undefined }
    : statement;

/** For a pooler that loses named statements between transactions, such as pgbouncer before 1.21. */
function dropStatementNames(pool: Pool) {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((statement: unknown, ...rest: unknown[]) =>
      query(withoutName(statement), ...rest)) as pg.PoolClient['query'];
  });
}

/**
 * Prisma on that pool, created on first use: it loads 20 MB, which the first response usually doesn't need.
 */
export function openPrisma(pool: Pool, options: Pick<Prisma.PrismaClientOptions, 'transactionOptions'> = {}): Database {
  const client = lazy(() => new PrismaClient({ ...options, adapter: new PrismaPg(pool) }));
  return new Proxy({} as Database, { get: (_, name) => idempotentMember(client(), name) });
}

/**
 * Runs prepared statements in a transaction in which Postgres uses their generic plans. For statements whose batches
 * vary in size: Postgres would plan each execution again, which takes longer than running it.
 */
export async function withGenericPlan<T>(pool: Pool, run: (db: pg.PoolClient) => Promise<T>): Promise<T> {
  const db = await pool.connect();
  let failure: Error | undefined;
  // A lost connection also rejects the query in progress.
  const ignore = () => undefined;
  db.on('error', ignore);
  try {
    // Local to a transaction, because a pooler may run the next one in another session.
    await db.query('begin; set local plan_cache_mode = force_generic_plan');
    const result = await run(db);
    await db.query('commit');
    return result;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    db.off('error', ignore);
    // Closing the connection also rolls back.
    db.release(failure);
  }
}

/** A transaction over very many rows: its statements may take two minutes instead of five seconds. */
export const inLongTransaction = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe(`set local statement_timeout = ${LONG_MS}`);
      return work(tx);
    },
    { timeout: LONG_MS },
  );

/**
 * Runs one step of a transaction in a savepoint, so that a failure only undoes that step. The error is rethrown; the
 * transaction can continue.
 */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.$executeRaw`savepoint step`;
  try {
    const result = await work();
    await tx.$executeRaw`release savepoint step`;
    return result;
  } catch (error) {
    await tx.$executeRaw`rollback to savepoint step`;
    throw error;
  }
}
