/** Leases against a real Postgres: exclusion, takeover, and late writes of a holder that was paused. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type Opened } from '#server/testing/database.ts';
import { openDatabase } from './database.ts';
import {
  fencedDatabase,
  heldLeaseSql,
  type Lease,
  LeaseLostError,
  leaseTime,
  whileLeased,
  withLease,
} from './leases.ts';

const NAME = 'work';
const TTL_MS = leaseTime.ms;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: Opened;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
  opened = openDatabase(database.url, { connections: 6 });
  await opened.pool.query('create table written (by text)');
});
afterAll(async () => {
  await opened.db.$disconnect();
  if (!opened.pool.ended) await opened.pool.end();
  await database.drop();
});
afterEach(async () => {
  leaseTime.ms = TTL_MS;
  await opened.pool.query('truncate leases, written');
});

/** Makes the lease lapse, as it does when its holder is paused. */
const lapse = () => opened.pool.query(`update leases set expires_at = '-infinity'`);
const leases = async () => (await opened.pool.query('select name, fence from leases')).rows;
const written = async () => (await opened.pool.query('select by from written')).rows.map(({ by }) => by);

describe('a lease', () => {
  it('admits one of many callers, and is free again after success or failure', async () => {
    const { pool } = opened;
    let running = 0;
    const work = async () => {
      running++;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return running;
    };
    const results = await Promise.all(Array.from({ length: 10 }, () => whileLeased(pool, NAME, work)));
    expect(results.filter((result) => result !== null)).toEqual([1]);
    await expect(whileLeased(pool, NAME, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await leases()).toEqual([]);
    expect(await whileLeased(pool, NAME, async () => 'again')).toBe('again');
  });

  it('admits waiting callers one after the other', async () => {
    const order: string[] = [];
    const work = async () => {
      order.push('begin');
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push('end');
    };
    await Promise.all([1, 2, 3].map(() => withLease(opened.pool, NAME, work)));
    expect(order).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end']);
  });

  it('is renewed while its holder works', async () => {
    leaseTime.ms = 600;
    const other = await whileLeased(opened.pool, NAME, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return whileLeased(opened.pool, NAME, async () => 'taken over');
    });
    expect(other).toBeNull();
  });

  it('is renewed even if one renewal never gets an answer', { timeout: 20_000 }, async () => {
    leaseTime.ms = 5_000;
    let renewals = 0;
    const query = (text: string, values?: unknown[]) =>
      text.startsWith('update leases') && renewals++ === 0 ? new Promise(() => {}) : opened.pool.query(text, values);
    const other = await whileLeased({ query } as typeof opened.pool, NAME, async () => {
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      return whileLeased(opened.pool, NAME, async () => 'taken over');
    });
    expect(other).toBeNull();
  });

  it('gets a number that no other lease ever gets, and can be taken over after it has lapsed', async () => {
    const { pool } = opened;
    const fences: string[] = [];
    const recordFence = async ({ fence }: { fence: string }) => void fences.push(fence);
    await whileLeased(pool, NAME, async (lease) => {
      await recordFence(lease);
      await lapse();
      await Promise.all(Array.from({ length: 5 }, () => whileLeased(pool, NAME, recordFence)));
    });
    await whileLeased(pool, NAME, recordFence);
    const numbers = fences.map(Number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers.length).toBeGreaterThanOrEqual(3);
  });
});

describe('a holder that was paused', () => {
  /** Runs `work` with a lease that another caller has taken over and still holds. */
  const afterTakeover = (work: (lease: Lease) => Promise<unknown>) =>
    whileLeased(opened.pool, NAME, async (lease) => {
      await lapse();
      return whileLeased(opened.pool, NAME, () => work(lease));
    });

  it('writes nothing after a takeover if its statement checks the fencing number', async () => {
    const write = (fence: string) =>
      opened.pool.query(
        `with lease as (${heldLeaseSql({ name: '$1', fence: '$2' })}) insert into written select 'holder' from lease`,
        [NAME, fence],
      );
    await afterTakeover(({ fence }) => write(fence));
    expect(await written()).toEqual([]);
    await whileLeased(opened.pool, NAME, ({ fence }) => write(fence));
    expect(await written()).toEqual(['holder']);
  });

  it('starts no transaction after a takeover', async () => {
    const write = (lease: Lease) =>
      fencedDatabase(opened.db, lease).$transaction((tx) => tx.$executeRaw`insert into written values ('holder')`);
    await expect(afterTakeover(write)).rejects.toThrow(LeaseLostError);
    expect(await written()).toEqual([]);
    await whileLeased(opened.pool, NAME, write);
    expect(await written()).toEqual(['holder']);
  });

  it('doesn’t change the new holder’s lease when it tries to renew its own', async () => {
    leaseTime.ms = 300;
    await afterTakeover(async ({ fence }) => {
      const other = { fence: '0', expires_at: new Date('2030-01-01T00:00:00Z') };
      await opened.pool.query('update leases set fence = $1, expires_at = $2', [other.fence, other.expires_at]);
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(other.fence).not.toBe(fence);
      const { rows } = await opened.pool.query('select fence, expires_at from leases');
      expect(rows).toEqual([other]);
    });
  });

  it('keeps its lapsed lease during a transaction that has checked the fencing number', async () => {
    leaseTime.ms = 60;
    const takenOver = await whileLeased(opened.pool, NAME, (lease) =>
      fencedDatabase(opened.db, lease).$transaction(async () => {
        await expect.poll(hasLapsed).toBe(true);
        return whileLeased(opened.pool, NAME, async () => 'taken over');
      }),
    );
    expect(takenOver).toBeNull();
  });

  /** True once the lease has lapsed, which happens because the transaction's lock blocks its renewals. */
  const hasLapsed = async () =>
    (await opened.pool.query('select expires_at < clock_timestamp() as lapsed from leases')).rows[0].lapsed;
});
