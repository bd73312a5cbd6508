/** Deckle through a connection pooler in transaction mode, which may run each transaction in a different session. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#server/platform/database.ts';
import { migrate, readMigrations } from '#server/platform/migrations.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import {
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { openLiveStream } from '#server/testing/live-stream.ts';
import { isPoolerInstalled, type Pooler, poolerNote, startPooler } from './pooler.ts';

const LONG = { timeout: 120_000 };
const SOON = { timeout: 20_000, interval: 50 };

describe.skipIf(!isPoolerInstalled)(`through a pooler in transaction mode${poolerNote}`, () => {
  let pooler: Pooler;
  beforeAll(async () => {
    pooler = await startPooler(inject('databaseUrl'));
  });
  afterAll(() => pooler.stop());

  it('three concurrent calls apply each migration of an empty database once', LONG, async () => {
    const database = await createTestDatabase('empty');
    const url = pooler.through(database.url);
    const applied = await Promise.all([1, 2, 3].map(() => migrate(url, { onWait: () => undefined })));
    expect(applied.flat().sort()).toEqual(readMigrations().map(({ name }) => name));
    await database.drop();
  });

  it('a prepared statement runs again in any session', async () => {
    const { db, pool } = openDatabase(pooler.through(inject('databaseUrl')), { connections: 12 });
    const run = (n: number) =>
      pool.query({ name: 'repeated', text: 'select $1::int as n, pg_sleep(0.01)', values: [n] });
    const results = await Promise.all(Array.from({ length: 100 }, (_, n) => run(n)));
    expect(results.map(({ rows }) => rows[0].n)).toEqual(results.map((_, n) => n));
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  });

  it('a promotion is booked, sent once, and settled, and no session keeps a lock or a setting', LONG, async () => {
    let databaseUrl = '';
    const through = (url: string) => {
      databaseUrl = url;
      return pooler.through(url);
    };
    const server = await startTestServer({ through });
    try {
      await bookAndSettle(server);
      await expectCleanSessions(databaseUrl);
    } finally {
      await server.close();
    }
  });

  it('the review queue’s stream brings presence, claims, and decisions', LONG, async () => {
    const server = await startTestServer({ through: pooler.through });
    const [nora, sam] = [await createStaff(server, 'editor', 'Nora Whitlock'), await createStaff(server)];
    const { id } = await createPromotion(server);
    const stream = await openLiveStream(server.url, sam.headers);
    try {
      const latest = () => stream.received.at(-1);
      await expect.poll(() => stream.received.length, SOON).toBeGreaterThan(0);
      // More statements at a time than the pooler has sessions.
      const tabs = Array.from({ length: 20 }, (_, tab) => String(tab).padStart(32, '0'));
      const shown = { promotion_id: id, deciding: [id] };
      const postPresence = (tab: string) => nora.post('/promotions/review_presence').send({ tab, ...shown });
      for (const { status } of await Promise.all(tabs.map(postPresence))) expect(status).toBe(200);
      await expect
        .poll(() => latest(), SOON)
        .toMatchObject({
          viewers: [{ promotion_id: id, name: 'Nora Whitlock' }],
          claims: [{ promotion_id: id, name: 'Nora Whitlock' }],
        });
      await nora.post(`/promotions/${id}/approve`).send({}).expect(200);
      await expect
        .poll(() => stream.received.flatMap(({ changed }) => changed), SOON)
        .toContainEqual(expect.objectContaining({ promotion_id: id, user_id: nora.id }));
    } finally {
      stream.close();
      await server.close();
    }
  });

  async function bookAndSettle(server: TestServer) {
    const staff = await createStaff(server);
    const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    const readers = [await createReader(server), await createReader(server)];
    const { id } = await createPromotion(server, { partner, days: 1 });
    await staff.post(`/promotions/${id}/approve`).expect(200);
    await server.advanceTo('2026-12-02T18:00:30Z');
    const shown = async () => (await partner.get(`/promotions/${id}`).expect(200)).body.promotion;
    expect(await shown()).toMatchObject({ display_status: 'successfully sent' });
    for (const { email } of readers) {
      const newsletters = (await server.emailsTo(email)).filter(({ headers }) => 'list-unsubscribe' in headers);
      expect(newsletters).toHaveLength(1);
    }
    await server.advanceTo('2026-12-06T18:00:30Z');
    expect((await shown()).settled_at).not.toBeNull();
  }

  async function expectCleanSessions(databaseUrl: string) {
    const { db, pool } = openDatabase(pooler.through(databaseUrl), { connections: 12 });
    const held = await pool.query(
      `select count(*)::int as count from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
    );
    const settings = await Promise.all(
      Array.from({ length: 12 }, () =>
        pool.query(
          `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
             current_setting('plan_cache_mode') as plans, pg_sleep(0.05)`,
        ),
      ),
    );
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    expect(held.rows).toEqual([{ count: 0 }]);
    for (const { rows } of settings) expect(rows).toMatchObject([{ statement: '0', lock: '0', plans: 'auto' }]);
  }
});
