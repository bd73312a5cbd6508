/** A database belongs to one Stripe mode, and demo data to the demo. */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { claimDatabase, databaseProblem } from './database-claim.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase('migrated');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const MODES = ['sandbox', 'test', 'live'] as const;
type Mode = (typeof MODES)[number];
const claim = (stripeMode: Mode, isDemo = false) =>
  claimDatabase(database.url, { isDemo, stripeMode }).then(
    () => 'started',
    (error: Error) => error.message,
  );
const DEMO_REFUSED =
  'Deckle can’t start:\n  The database holds the demo’s data and accounts, whose passwords are public: start with an empty database, or set DECKLE_DEMO=1.';

describe('the Stripe mode', () => {
  it.each(MODES)('is recorded at the first start: %s', async (first) => {
    expect(await claim(first)).toBe('started');
    const results = await Promise.all(MODES.map(async (mode) => [mode, (await claim(mode)).split('\n')[0]]));
    expect(results).toEqual(MODES.map((mode) => [mode, mode === first ? 'started' : 'Deckle can’t start:']));
  });

  it('is named in the refusal, with what to do', async () => {
    await claim('sandbox');
    expect(await claim('live')).toBe(
      'Deckle can’t start:\n  This database was used with the fake Stripe, but the configuration uses live Stripe keys. Start with an empty database, or restore the previous Stripe keys.',
    );
  });

  it('is the first one recorded when processes with different modes start at the same time', async () => {
    const results = await Promise.all([...Array(6)].map((_, i) => claim(i % 2 ? 'live' : 'sandbox')));
    const { rows } = await client.query(`select value #>> '{}' as mode from settings where key = 'stripe_mode'`);
    const winner = rows[0].mode === 'live' ? 1 : 0;
    expect(results.map((result) => result === 'started')).toEqual([...Array(6)].map((_, i) => i % 2 === winner));
  });

  it("can't be live for an older database that was a sandbox", async () => {
    await client.query(`insert into captured_mails ("to", raw, at) values ('a@example.test', '', now())`);
    expect(await claim('live')).toContain('was used with the fake Stripe');
    expect(await claim('test')).toBe('started');
  });
});

describe('demo data', () => {
  it("is recognized by the seed's marker and refused outside the demo", async () => {
    await client.query(`insert into settings (key, value) values ('demo_data', '"2026-11-21T00:00:00Z"')`);
    expect(await claim('sandbox')).toBe(DEMO_REFUSED);
    expect(await claim('live')).toBe(DEMO_REFUSED);
    expect(await claim('sandbox', true)).toBe('started');
  });

  it.each(['staff@deckle.test', 'editor@deckle.test'])('is recognized by %s in older databases', async (uid) => {
    await client.query(`insert into users (uid, name, role, encrypted_password) values ($1, 'Demo', 'admin', 'x')`, [
      uid,
    ]);
    expect(await claim('live')).toBe(DEMO_REFUSED);
  });

  it("can't be imitated by a partner who signs up with the demo's address", async () => {
    await client.query(
      `insert into partners (uid, name, encrypted_password, referral_code) values ('partner@deckle.test', 'X', 'x', 'X')`,
    );
    expect(await claim('live')).toBe('started');
  });
});

it('changes nothing when the doctor only checks', async () => {
  expect(await databaseProblem(client, { isDemo: false, stripeMode: 'live' })).toBeNull();
  expect((await client.query(`select from settings where key = 'stripe_mode'`)).rowCount).toBe(0);
});
