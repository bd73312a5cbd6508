import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { tablesChangedBy } from '#server/testing/factories.ts';
import { purgeOldRows } from './purge.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.deps.db.jobRun.deleteMany();
});
afterAll(() => server.close());

const run = (job: string, date: string, finished = true) => ({
  job,
  business_date: new Date(date),
  started_at: new Date(date),
  finished_at: finished ? new Date(date) : null,
});
const token = (client: string, expires_at: string) => ({
  resource_type: 'partner' as const,
  resource_id: 1,
  client,
  token_hash: new Uint8Array([1]),
  expires_at: new Date(expires_at),
  last_used_at: new Date('2026-11-01'),
});

it('deletes expired rows, keeps needed ones, and finds nothing the second time', async () => {
  const { db } = server.deps;
  await db.authToken.createMany({
    data: [
      token('expired', '2026-11-30T14:59:59Z'),
      token('recent', '2026-11-30T15:00:00Z'),
      token('valid', '2026-12-09'),
    ],
  });
  await db.jobRun.createMany({
    data: [
      run('busy', '2026-08-01'),
      run('busy', '2026-08-02', false),
      run('busy', '2026-11-30'),
      run('busy', '2026-12-01'),
      // The job's last completed run determines where it continues, however old it is.
      run('stopped', '2026-06-01'),
      run('stopped', '2026-06-02'),
      run('stopped', '2026-06-03', false),
    ],
  });
  const key = (name: string, revoked_at: string | null) => ({
    name,
    scopes: ['read' as const],
    last4: name.slice(0, 4),
    secret_hash: new TextEncoder().encode(name),
    user_id: 1,
    revoked_at: revoked_at && new Date(revoked_at),
  });
  await db.user.create({
    data: { id: 1, uid: 'nora@example.test', name: 'Nora Whitlock', encrypted_password: 'none' },
  });
  await db.apiKey.createMany({
    data: [key('old', '2026-09-02T14:59:59Z'), key('recent', '2026-09-02T15:00:00Z'), key('active', null)],
  });
  const mail = (at: string) => ({ to: at, raw: new Uint8Array([1]), at: new Date(at) });
  await db.capturedMail.createMany({ data: [mail('2026-10-31'), mail('2026-11-02')] });

  await purgeOldRows(server.deps);
  const clients = await db.authToken.findMany({ orderBy: { id: 'asc' }, select: { client: true } });
  expect(clients.map(({ client }) => client)).toEqual(['recent', 'valid']);
  expect((await db.apiKey.findMany({ orderBy: { id: 'asc' } })).map(({ name }) => name)).toEqual(['recent', 'active']);
  const runs = await db.jobRun.findMany({ orderBy: [{ job: 'asc' }, { business_date: 'asc' }] });
  expect(runs.map(({ job, business_date }) => `${job} ${business_date.toISOString().slice(0, 10)}`)).toEqual([
    'busy 2026-11-30',
    'busy 2026-12-01',
    'stopped 2026-06-02',
    'stopped 2026-06-03',
  ]);
  expect((await db.capturedMail.findMany()).map(({ to }) => to)).toEqual(['2026-11-02']);
  expect(await tablesChangedBy(server, () => purgeOldRows(server.deps))).toEqual([]);
});
