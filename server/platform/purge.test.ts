import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { tablesChangedBy } from '#server/testing/factories.ts';
import { DAY_MS } from '#shared/durations.ts';
import { checkRetention } from '../../scripts/doctor/database.ts';
import { purgeOldRows } from './purge.ts';
import { historyBatch, purgeHistory } from './purge-history.ts';

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

it('deletes history in batches, keeps what is still needed, and finds nothing the second time', async () => {
  const { db, now, config } = server.deps;
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
  const { id: reader_id } = await db.reader.create({ data: { email: 'nora@example.test', stores: [] } });
  const mail = (name: string, at: Date, more = {}) => ({
    ...{
      to: name,
      template: 'staff_alert',
      props: {},
      message_id: name,
      state: 'sent' as const,
      created_at: at,
      ...more,
    },
  });
  await db.mail.createMany({
    data: [
      mail('old 1', daysAgo(403)),
      mail('old 2', daysAgo(403)),
      mail('old 3', daysAgo(403), { state: 'failed' }),
      mail('queued', daysAgo(403), { state: 'queued' }),
      mail('welcome', daysAgo(403), { template: 'reader_welcome' }),
      mail('recent', daysAgo(399)),
    ],
  });
  const event = (name: string, type: 'hard_bounce' | 'soft_bounce', at: Date, reader: number | null) => ({
    ...{ dedupe_key: new TextEncoder().encode(name), type, at, received_at: at, diagnostic: name, reader_id: reader },
  });
  await db.mailEvent.createMany({
    data: [
      event('old', 'soft_bounce', daysAgo(403), reader_id),
      event('hard', 'hard_bounce', daysAgo(403), reader_id),
      event('partner', 'hard_bounce', daysAgo(403), null),
      event('recent', 'soft_bounce', daysAgo(399), reader_id),
    ],
  });
  const stripe = (id: string, received_at: Date, processed_at: Date | null) => ({
    id,
    type: 'x',
    received_at,
    processed_at,
  });
  await db.stripeEvent.createMany({
    data: [
      stripe('old', daysAgo(93), daysAgo(93)),
      stripe('open', daysAgo(93), null),
      stripe('recent', daysAgo(89), daysAgo(89)),
    ],
  });
  const audit = (entity_id: string, at: Date) => ({
    actor: 'system' as const,
    action: 'x',
    entity: 'x',
    entity_id,
    at,
  });
  await db.auditEvent.createMany({ data: [audit('old', daysAgo(900)), audit('recent', daysAgo(300))] });
  expect(await checkRetention(server.deps)).toMatchObject({
    verdict: 'bad',
    message: expect.stringContaining(': emails, email events, Stripe events.'),
  });

  const rows = historyBatch.rows;
  historyBatch.rows = 2;
  await purgeHistory(server.deps);
  expect((await db.mail.findMany({ orderBy: { id: 'asc' } })).map(({ to }) => to)).toEqual([
    'queued',
    'welcome',
    'recent',
  ]);
  expect((await db.mailEvent.findMany({ orderBy: { id: 'asc' } })).map(({ diagnostic }) => diagnostic)).toEqual([
    'hard',
    'recent',
  ]);
  expect((await db.stripeEvent.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)).toEqual(['open', 'recent']);
  expect(await db.auditEvent.count()).toBe(2);
  expect(await checkRetention(server.deps)).toEqual({
    verdict: 'good',
    message:
      'Kept: newsletter deliveries 400 days, emails 400 days, email events 400 days, Stripe events 90 days, audit log forever.',
  });

  const withAudit = { ...server.deps, config: { ...config, RETENTION_AUDIT_DAYS: 400 } };
  await purgeHistory(withAudit);
  expect((await db.auditEvent.findMany()).map(({ entity_id }) => entity_id)).toEqual(['recent']);
  await expect(db.auditEvent.deleteMany()).rejects.toThrow('append-only');
  expect(await tablesChangedBy(server, () => purgeHistory(withAudit))).toEqual([]);
  historyBatch.rows = rows;
});
