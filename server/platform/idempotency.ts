/**
 * Idempotency keys: a request that is repeated with the same key takes effect once. An attempt leases its key. Each
 * transaction in which it writes marks the key in the same commit, so a key that a killed process left behind tells
 * whether anything was written. An attempt whose lease was taken over can't commit anymore. See
 * docs/decisions/0098-idempotency-keys-in-the-commit.md.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Prisma, PrismaClient } from '#prisma';
import { REQUEST_IN_PROGRESS, RESPONSE_LOST } from '#shared/idempotency.ts';
import { badRequest, conflict, invalidBase } from './errors.ts';
import { mac } from './signed.ts';

export type StoredResponse = { status: number; body: string | null };
type Pool = Pick<pg.Pool, 'query'>;
type Attempt = { caller: string; key: string; id: string; hasWritten: boolean };
type Row = {
  fingerprint: string;
  attempt: string;
  is_leased: boolean;
  is_expired: boolean;
  has_written: boolean;
  status: number | null;
  body: string | null;
};

const LEASE_SECONDS = 10;
const RENEW_MS = 3_000;
const STORED_HOURS = 24;

const KEY = /^[\x21-\x7e]{1,255}$/;
const BAD_KEY = 'Idempotency-Key must be 1 to 255 visible ASCII characters.';
const OTHER_REQUEST = 'This Idempotency-Key was already used for a different request. Use a new key.';
const inFlightError = () =>
  conflict('This request is still in progress. Retry in a few seconds.', { code: REQUEST_IN_PROGRESS });
const responseLostError = () =>
  conflict(
    'This request was started, but its response was lost. Reload the record to see the result before you repeat it with a new Idempotency-Key.',
    { code: RESPONSE_LOST },
  );

const attempts = new AsyncLocalStorage<Attempt>();

/** True if the current attempt has committed anything. */
export const hasWritten = () => attempts.getStore()?.hasWritten ?? false;

/** Keyed, because requests can contain passwords. */
export const fingerprintOf = (secret: string, request: unknown) =>
  mac(secret, 'idempotency', JSON.stringify(request)).toString('base64url');

/**
 * Runs `work` once per caller and key, and returns its response or the stored one. Throws 400 for an invalid key, 422
 * if it was sent with another request, and 409 while the first request is being processed or if its response was lost.
 * A request that fails before it has written anything frees its key.
 */
export async function runIdempotent(
  pool: Pool,
  { caller, key, fingerprint }: { caller: string; key: string; fingerprint: string },
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse & { isReplayed: boolean }> {
  if (!KEY.test(key)) throw badRequest(BAD_KEY);
  const attempt: Attempt = { caller, key, id: randomUUID(), hasWritten: false };
  const stored = await lease(pool, attempt, fingerprint);
  if (stored) return { ...stored, isReplayed: true };
  const renewal = setInterval(() => void renew(pool, attempt).catch(() => {}), RENEW_MS);
  try {
    const response = await attempts.run(attempt, work);
    await save(pool, attempt, response);
    return { ...response, isReplayed: false };
  } catch (error) {
    // Report the request's own failure. If the release fails, the lease expires.
    await release(pool, attempt).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Takes the key for this attempt. Returns the stored response if the request was carried out before. */
async function lease(pool: Pool, { caller, key, id }: Attempt, fingerprint: string): Promise<StoredResponse | null> {
  for (;;) {
    const { rowCount } = await pool.query(
      `insert into idempotency_keys (caller, key, fingerprint, attempt, leased_until)
       values ($1, $2, $3, $4, now() + $5::int * interval '1 second') on conflict do nothing`,
      [caller, key, fingerprint, id, LEASE_SECONDS],
    );
    if (rowCount) return null;
    const { rows } = await pool.query<Row>(
      `select fingerprint, attempt, leased_until > now() as is_leased, has_written, status, body,
         created_at < now() - $3::int * interval '1 hour' as is_expired
       from idempotency_keys where caller = $1 and key = $2`,
      [caller, key, STORED_HOURS],
    );
    const row = rows[0];
    if (!row) continue;
    if (!row.is_expired) {
      if (row.fingerprint !== fingerprint) throw invalidBase(OTHER_REQUEST);
      if (row.status !== null) return { status: row.status, body: row.body };
      if (row.is_leased) throw inFlightError();
      if (row.has_written) throw responseLostError();
    }
    // The row is a day old, or its process was killed before it wrote anything. One of the concurrent retries gets the
    // key.
    await pool.query(
      `delete from idempotency_keys where caller = $1 and key = $2 and attempt = $3
         and (created_at < now() - $4::int * interval '1 hour' or (not has_written and leased_until <= now()))`,
      [caller, key, row.attempt, STORED_HOURS],
    );
  }
}

const renew = (pool: Pool, { caller, key, id }: Attempt) =>
  pool.query(
    `update idempotency_keys set leased_until = now() + $4::int * interval '1 second'
     where caller = $1 and key = $2 and attempt = $3`,
    [caller, key, id, LEASE_SECONDS],
  );

const save = (pool: Pool, { caller, key, id }: Attempt, { status, body }: StoredResponse) =>
  pool.query('update idempotency_keys set status = $4, body = $5 where caller = $1 and key = $2 and attempt = $3', [
    caller,
    key,
    id,
    status,
    body,
  ]);

/**
 * After a failure: frees the key if nothing was written, and otherwise ends the lease. The row decides, because the
 * reply to a COMMIT may be lost.
 */
async function release(pool: Pool, { caller, key, id }: Attempt) {
  const where = 'where caller = $1 and key = $2 and attempt = $3';
  await pool.query(`delete from idempotency_keys ${where} and not has_written`, [caller, key, id]);
  await pool.query(`update idempotency_keys set leased_until = now() ${where}`, [caller, key, id]);
}

/** Marks the current attempt's key, as the last statement of a transaction. Returns false for one that only reads. */
async function mark(tx: Prisma.TransactionClient, { caller, key, id }: Attempt): Promise<boolean> {
  const [transaction] = await tx.$queryRaw<{ writes: boolean }[]>`
    select pg_current_xact_id_if_assigned() is not null as writes`;
  if (!transaction!.writes) return false;
  const marked = await tx.$executeRaw`
    update idempotency_keys set has_written = true where caller = ${caller} and key = ${key} and attempt = ${id}::uuid`;
  if (!marked) throw inFlightError();
  return true;
}

const WRITES = /^(create|update|upsert|delete)/;
const SQL_WRITE = /\b(insert\s+into|update|delete\s+from)\b/i;
type Work = (tx: Prisma.TransactionClient) => Promise<unknown>;
type Call = (...args: unknown[]) => Promise<unknown>;

/**
 * The client's member `name` for the current request. During an attempt, everything that writes runs in a transaction
 * that also marks the attempt's key.
 */
export function idempotentMember(client: PrismaClient, name: string | symbol): unknown {
  const member = Reflect.get(client, name);
  const attempt = attempts.getStore();
  if (!attempt || typeof name !== 'string') return member;
  const runAndMark = async (work: Work, options?: object) => {
    const { value, isMarked } = await client.$transaction(
      async (tx) => ({ value: await work(tx), isMarked: await mark(tx, attempt) }),
      options,
    );
    attempt.hasWritten ||= isMarked;
    return value;
  };
  if (name === '$transaction') return runAndMark;
  if (name === '$executeRaw' || name === '$executeRawUnsafe')
    return (...args: unknown[]) => runAndMark((tx) => (tx[name] as Call)(...args));
  if (name === '$queryRaw' || name === '$queryRawUnsafe')
    return (...args: unknown[]) =>
      SQL_WRITE.test(JSON.stringify(args[0]))
        ? runAndMark((tx) => (tx[name] as Call)(...args))
        : (member as Call).apply(client, args);
  if (name.startsWith('$') || typeof member !== 'object') return member;
  return new Proxy(member, {
    get: (model, method) =>
      typeof method === 'string' && WRITES.test(method)
        ? (...args: unknown[]) => runAndMark((tx) => Reflect.get(Reflect.get(tx, name), method)(...args))
        : Reflect.get(model, method),
  });
}
