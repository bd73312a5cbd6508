import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import { purgeSecurityLog, recordSecurityEvent } from './security-log.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.securityEvent.deleteMany();
  server.clock.set(START);
});

const record = (event: Omit<Parameters<typeof recordSecurityEvent>[2], 'kind'>) =>
  recordSecurityEvent(server.deps, server.deps.db, { kind: 'sign_in_failed', ...event });
const rows = async () =>
  (await server.deps.db.securityEvent.findMany({ orderBy: { id: 'asc' } })).map(
    ({ actor, network, count, minute }) => ({
      actor,
      network,
      count,
      minute: minute.toISOString(),
    }),
  );

it('counts the same event of one minute in one row, even when many arrive at the same time', async () => {
  server.clock.set(new Date('2026-12-01T15:00:59.999Z'));
  await Promise.all(Array.from({ length: 30 }, () => record({ actor: 'partner:1', network: 'a' })));
  server.clock.set(new Date('2026-12-01T15:01:00.000Z'));
  await record({ actor: 'partner:1', network: 'a' });
  expect(await rows()).toEqual([
    { actor: 'partner:1', network: 'a', count: 30, minute: '2026-12-01T15:00:00.000Z' },
    { actor: 'partner:1', network: 'a', count: 1, minute: '2026-12-01T15:01:00.000Z' },
  ]);
});

it('keeps twenty rows per kind and minute, and counts the rest in one more', async () => {
  for (let i = 0; i < 50; i++) await record({ actor: '', network: `network ${i}` });
  for (let i = 0; i < 3; i++) await record({ actor: '', network: 'network 7' });
  const all = await rows();
  expect(all).toHaveLength(21);
  expect(all[7]).toMatchObject({ network: 'network 7', count: 4 });
  expect(all[20]).toMatchObject({ actor: '', network: '', count: 30 });
  await recordSecurityEvent(server.deps, server.deps.db, { kind: 'sign_in', actor: 'partner:2', network: 'b' });
  expect(await server.deps.db.securityEvent.count({ where: { kind: 'sign_in', actor: 'partner:2' } })).toBe(1);
});

it("doesn't use a sequence number for an event added to a row", async () => {
  for (let i = 0; i < 5; i++) await record({ actor: 'partner:1', network: 'a' });
  await record({ actor: 'partner:2', network: 'a' });
  const [first, second] = await server.deps.db.securityEvent.findMany({ orderBy: { id: 'asc' } });
  expect(second!.id - first!.id).toBe(1);
});

it('counts every event in a metric for alerts', async () => {
  const before = await metricOf('throttled');
  for (let i = 0; i < 3; i++)
    await recordSecurityEvent(server.deps, server.deps.db, { kind: 'throttled', actor: 'user:1' });
  expect((await metricOf('throttled')) - before).toBe(3);
});

it('deletes events older than ninety days', async () => {
  await record({ actor: 'partner:1' });
  server.clock.set(new Date('2027-03-01T14:59:00Z'));
  await purgeSecurityLog(server.deps);
  expect(await rows()).toHaveLength(1);
  server.clock.set(new Date('2027-03-01T15:01:00Z'));
  await purgeSecurityLog(server.deps);
  expect(await rows()).toEqual([]);
});

async function metricOf(kind: string) {
  const { values } = await server.deps.metrics.securityEvents.get();
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0;
}
