/** Choice between primary and replica, and the measured lag. tests/replica.test.ts uses a real replica. */
import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { createLagMeter, withPrimaryFallback } from './replica.ts';

const errorWith = (code: string) => Object.assign(new Error(code), { code });

/** A pool that returns its name until it is given an error. */
function fakePool(name: string) {
  const state = { queries: 0, error: null as Error | null };
  const respond = async () => {
    state.queries++;
    if (state.error) throw state.error;
    return name;
  };
  return { state, pool: { query: respond, connect: respond } as unknown as Pool };
}

function setUp() {
  const replica = fakePool('replica');
  const primary = fakePool('primary');
  const reports: string[] = [];
  const choice = { isUsed: true };
  const onUnavailable = (error: unknown) => {
    choice.isUsed = false;
    reports.push((error as Error).message);
  };
  const isUsed = () => choice.isUsed;
  const reads = withPrimaryFallback(replica.pool, { primary: primary.pool, onUnavailable, isUsed });
  const query = () => reads.query('select 1') as unknown as Promise<string>;
  return { replica: replica.state, primary: primary.state, choice, reads, query, reports };
}

it('queries the replica', async () => {
  const { query, primary } = setUp();
  expect(await query()).toBe('replica');
  expect(primary.queries).toBe(0);
});

it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01', '08006', ''])(
  'queries the primary when the replica is unavailable (%s), and reports it once',
  async (code) => {
    const { query, replica, reports } = setUp();
    replica.error = errorWith(code);
    expect([await query(), await query(), await query()]).toEqual(['primary', 'primary', 'primary']);
    expect([replica.queries, reports.length]).toEqual([1, 1]);
  },
);

it('uses the primary while a check says so, and returns to the replica after one that passes', async () => {
  const { query, replica, choice } = setUp();
  choice.isUsed = false;
  expect(await query()).toBe('primary');
  expect(replica.queries).toBe(0);
  choice.isUsed = true;
  expect(await query()).toBe('replica');
});

it("queries the primary for a table that the replica doesn't have yet, and keeps using the replica", async () => {
  const { query, replica, reports } = setUp();
  replica.error = errorWith('42P01');
  expect(await query()).toBe('primary');
  replica.error = null;
  expect(await query()).toBe('replica');
  expect(reports).toEqual([]);
});

it.each(['25006', '57014'])("doesn't repeat a write or a timed-out query (%s)", async (code) => {
  const { query, replica, primary } = setUp();
  replica.error = errorWith(code);
  await expect(query()).rejects.toThrow(code);
  expect(primary.queries).toBe(0);
});

it('opens transactions on the primary while the replica is unavailable', async () => {
  const { reads, replica } = setUp();
  replica.error = errorWith('ECONNREFUSED');
  expect(await reads.connect()).toBe('primary');
});

describe('the lag', () => {
  /** A primary and a replica with positions as numbers and a clock in seconds. */
  function setUpLag() {
    const primary = { position: 0, at: 1000, isDown: false };
    const replica = { position: 0, changedAt: 1000 as number | null, isReplica: true };
    const measure = createLagMeter(
      {
        query: async () => {
          if (primary.isDown) throw new Error('down');
          return { rows: [{ position: String(primary.position), at: primary.at }] };
        },
      } as unknown as Pool,
      {
        query: async (_sql: string, [position, pending]: [string, string]) => ({
          rows: [
            {
              is_replica: replica.isReplica,
              has_all: replica.position >= Number(position),
              has_pending: replica.position >= Number(pending),
              changed_at: replica.changedAt,
            },
          ],
        }),
      } as unknown as Pool,
    );
    return { primary, replica, measure };
  }

  it('is zero on an idle primary, however old the last change is', async () => {
    const { primary, measure } = setUpLag();
    primary.at = 9000;
    expect(await measure()).toBe(0);
  });

  it('after a change on an idle primary counts from when the replica was last complete', async () => {
    const { primary, measure } = setUpLag();
    primary.at = 9000;
    await measure();
    Object.assign(primary, { at: 9005, position: 1 });
    expect(await measure()).toBe(5);
    primary.at = 9070;
    expect(await measure()).toBe(70);
  });

  it('stays small on a replica that keeps up with a busy primary but never has its last change', async () => {
    const { primary, replica, measure } = setUpLag();
    replica.changedAt = null;
    await measure();
    for (let second = 1; second <= 100; second++) {
      Object.assign(primary, { at: 1000 + 5 * second, position: second });
      replica.position = second - 1;
      expect(await measure()).toBeLessThanOrEqual(10);
    }
  });

  it('uses the time of the last applied change in a process that has just started', async () => {
    const { primary, replica, measure } = setUpLag();
    Object.assign(primary, { at: 2000, position: 9 });
    replica.changedAt = 1400;
    expect(await measure()).toBe(600);
    Object.assign(replica, { position: 5, changedAt: 1990 });
    expect(await measure()).toBe(10);
  });

  it('is infinite for a replica whose last change is unknown', async () => {
    const { primary, replica, measure } = setUpLag();
    primary.position = 1;
    replica.changedAt = null;
    expect(await measure()).toBe(Number.POSITIVE_INFINITY);
  });

  it("is unknown while the primary doesn't respond, and an error for a database that isn't a replica", async () => {
    const { primary, replica, measure } = setUpLag();
    primary.isDown = true;
    expect(await measure()).toBeNull();
    primary.isDown = false;
    replica.isReplica = false;
    await expect(measure()).rejects.toThrow('isn’t a replica');
  });
});
