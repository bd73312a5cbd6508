/**
 * Exclusive work across processes, using rows that lapse by the database's clock. A lease has a fencing number that no
 * other lease ever gets. Statements that the lease protects check it, so a holder that was paused for too long writes
 * nothing. See docs/decisions/0141-lease-exclusive-work-in-a-table.md.
 */
import { hostname } from 'node:os';
import type { Database, Pool, Tx } from './database.ts';

/** A holder that died blocks its work for this long. Tests shorten it. */
export const leaseTime = { ms: 15_000 };

export type Lease = { name: string; fence: string };

type Queryable = Pick<Pool, 'query'>;

/** Another caller took the lease over, so nothing was written. */
export class LeaseLostError extends Error {
  constructor({ name }: Pick<Lease, 'name'>) {
    super(`Another process has taken over the lease “${name}”.`);
  }
}

/**
 * SQL of a subquery that returns a row if the caller holds the lease. It locks that row, so nobody takes the lease over
 * before the statement's transaction ends. `name` and `fence` are SQL, such as a parameter.
 */
export const heldLeaseSql = ({ name, fence }: { name: string; fence: string }) =>
  `select 1 as is_held from leases where name = ${name} and fence = ${fence}::bigint for share`;

/** Runs `work` while holding the lease. Null, without waiting, if another caller holds it. */
export async function whileLeased<T>(
  pool: Queryable,
  name: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T | null> {
  const fence = await acquire(pool, name);
  if (fence === null) return null;
  const stopRenewing = keepRenewing(pool, { name, fence });
  try {
    return await work({ name, fence });
  } finally {
    stopRenewing();
    await release(pool, { name, fence }).catch(ignore);
  }
}

/** Limits one renewal, because a connection that hangs must not stop later renewals. */
const RENEWAL_TIMEOUT_MS = 2_000;
/** Delay after a renewal that failed. */
const RETRY_MS = 1_000;

/** Renews the lease until the returned function is called or another caller has it. */
function keepRenewing(pool: Queryable, lease: Lease): () => void {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const scheduleIn = (ms: number) => {
    timer = setTimeout(async () => {
      // Without an answer from the database, the lease may still be ours.
      const isHeld = await withinTime(renew(pool, lease), RENEWAL_TIMEOUT_MS).catch(() => null);
      if (!isStopped && isHeld !== false) scheduleIn(isHeld ? leaseTime.ms / 3 : RETRY_MS);
    }, ms);
  };
  scheduleIn(leaseTime.ms / 3);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

const ignore = () => {};

const WAIT_MS = 100;

/** Like `whileLeased`, but waits for the lease. */
export async function withLease<T>(pool: Queryable, name: string, work: (lease: Lease) => Promise<T>): Promise<T> {
  for (;;) {
    const done = await whileLeased(pool, name, async (lease) => ({ value: await work(lease) }));
    if (done) return done.value;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

const HOLDER = `${hostname()} ${process.pid}`;

/** The fencing number, or null if the lease is held, or protects a transaction that hasn't ended. */
async function acquire(pool: Queryable, name: string): Promise<string | null> {
  const { rows } = await pool.query<{ fence: string }>(
    `with taken_over as (
       update leases set holder = $2, fence = nextval('lease_fences'), expires_at = clock_timestamp() + $3 * interval '1 ms'
       where name in (select name from leases where name = $1 and expires_at <= clock_timestamp() for update skip locked)
       returning fence),
     inserted as (
       insert into leases (name, holder, expires_at) values ($1, $2, clock_timestamp() + $3 * interval '1 ms')
       on conflict do nothing returning fence)
     select fence from taken_over union all select fence from inserted`,
    [name, HOLDER, leaseTime.ms],
  );
  return rows[0]?.fence ?? null;
}

/** Also renews a lease that has lapsed if nobody has taken it over. */
async function renew(pool: Queryable, { name, fence }: Lease): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update leases set expires_at = clock_timestamp() + $3 * interval '1 ms' where name = $1 and fence = $2::bigint`,
    [name, fence, leaseTime.ms],
  );
  return rowCount === 1;
}

const release = (pool: Queryable, { name, fence }: Lease) =>
  pool.query('delete from leases where name = $1 and fence = $2::bigint', [name, fence]);

/** Throws unless the lease is held, and keeps it from being taken over until the transaction ends. */
async function requireLease(tx: Tx, lease: Lease) {
  const { name, fence } = lease;
  const held = await tx.$queryRaw<unknown[]>`
    select 1 from leases where name = ${name} and fence = ${fence}::bigint for share`;
  if (!held.length) throw new LeaseLostError(lease);
}

/** Wraps the database, so that it refuses interactive transactions once the lease is lost. */
export const fencedDatabase = (db: Database, lease: Lease): Database =>
  new Proxy(db, {
    get: (target, name) =>
      name === '$transaction'
        ? (work: (tx: Tx) => Promise<unknown>, options?: object) =>
            target.$transaction(async (tx) => {
              await requireLease(tx, lease);
              return work(tx);
            }, options)
        : target[name as keyof Database],
  });
