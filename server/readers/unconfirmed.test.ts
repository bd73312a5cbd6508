import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createReader, MYSTERY, tablesChangedBy, visitor } from '#server/testing/factories.ts';
import { deleteUnconfirmed } from './unconfirmed.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signUp = (email: string) =>
  visitor(server)
    .post('/readers')
    .send({ email, category_ids: [MYSTERY] })
    .expect(201);
const statusOf = async (email: string) =>
  (await server.deps.db.reader.findUnique({ where: { email } }))?.status ?? null;
const emailsTo = (to: string) => server.deps.db.mail.count({ where: { to } });

it('deletes readers who never confirm, with their emails, thirty days after the link was sent', async () => {
  const returning = await createReader(server);
  await visitor(server).post(`/readers/${returning.uuid}/unsubscribe`).expect(200);
  const active = await createReader(server);
  for (const email of ['never@example.test', 'neverX@example.test', 'ne_er@example.test', returning.email])
    await signUp(email);
  server.clock.set(new Date('2026-12-01T15:00:01Z'));
  await signUp('later@example.test');

  server.clock.set(new Date('2026-12-31T15:00:00Z'));
  expect(await deleteUnconfirmed(server.deps)).toBe(0);
  server.clock.set(new Date('2026-12-31T15:00:01Z'));
  expect(await deleteUnconfirmed(server.deps)).toBe(3);
  expect(await Promise.all(['never@example.test', 'neverX@example.test', 'ne_er@example.test'].map(statusOf))).toEqual([
    null,
    null,
    null,
  ]);
  expect(await emailsTo('neverX@example.test')).toBe(0);
  // A returning reader becomes unsubscribed again, and an active one stays active.
  expect([await statusOf(returning.email), await statusOf(active.email)]).toEqual(['unsubscribed', 'active']);
  expect([await statusOf('later@example.test'), await emailsTo('later@example.test')]).toEqual(['pending', 1]);
  expect(await tablesChangedBy(server, () => deleteUnconfirmed(server.deps))).toEqual([]);
});

it('deletes only the emails of deleted readers, even if an address has an underscore', async () => {
  await signUp('a_b@example.test');
  await signUp('axb@example.test');
  await server.deps.db.reader.update({
    where: { email: 'axb@example.test' },
    data: { confirm_sent_at: new Date('2027-01-20') },
  });
  server.clock.set(new Date('2027-02-01T15:00:00Z'));
  expect(await deleteUnconfirmed(server.deps)).toBe(2);
  expect([await emailsTo('a_b@example.test'), await emailsTo('axb@example.test')]).toEqual([0, 1]);
});

it('deletes at most a thousand readers per statement', async () => {
  const { pool } = server.deps;
  await pool.query(`
    insert into readers (email, status, confirm_sent_at)
    select 'stranger-' || n || '@example.test', 'pending', '2026-12-01T15:00:00Z' from generate_series(1, 1001) n;
    create function refuse_many() returns trigger language plpgsql as $$
      begin if (select count(*) from gone) > 1000 then raise 'too many at once'; end if; return null; end $$;
    create trigger few_at_once after delete on readers referencing old table as gone
      for each statement execute function refuse_many()`);
  expect(await deleteUnconfirmed(server.deps)).toBe(1001);
});
