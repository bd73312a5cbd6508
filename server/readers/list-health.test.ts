/** The nightly count of engagement and of emails by provider, and the figures that staff see. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff } from '#server/testing/factories.ts';
import { countListHealth } from './list-health.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Inserts active readers by the domains of their addresses, and returns their ids. */
async function insertReaders(domains: readonly string[]): Promise<number[]> {
  const { rows } = await server.deps.pool.query<{ id: number }>(
    `insert into readers (email, status, confirmed_at)
     select 'reader-' || n || '@' || domain, 'active', '2026-01-01' from unnest($1::text[]) with ordinality d (domain, n) returning id`,
    [domains],
  );
  return rows.map(({ id }) => id);
}

const insertClick = (reader_id: number, at: string, more: { ua_class?: string; billable?: boolean } = {}) =>
  server.deps.pool.query(
    `insert into click_logs (reader_id, source, clicked_at, ua_class, billable) values ($1, 'newsletter', $2, $3, $4)`,
    [reader_id, at, more.ua_class ?? 'person', more.billable ?? null],
  );

it('counts active readers by their last click that counted', async () => {
  const [engaged, slipping, lapsed, program, excluded, old, joined, gone, joined90, joined180] = await insertReaders(
    Array<string>(10).fill('example.test'),
  );
  await insertClick(engaged!, '2026-11-29T20:00:00Z');
  await insertClick(engaged!, '2026-09-01T20:00:00Z');
  await insertClick(slipping!, '2026-10-01T20:00:00Z');
  await insertClick(lapsed!, '2026-08-01T20:00:00Z');
  await insertClick(program!, '2026-11-29T20:00:00Z', { ua_class: 'bot' });
  await insertClick(excluded!, '2026-11-29T20:00:00Z', { billable: false });
  await insertClick(old!, '2026-05-01T20:00:00Z');
  for (const [id, day] of [
    [joined, '2026-11-28'],
    [joined90, '2026-10-20'],
    [joined180, '2026-07-01'],
  ] as const)
    await server.deps.db.reader.update({ where: { id: id! }, data: { confirmed_at: new Date(day) } });
  await server.deps.db.reader.update({ where: { id: gone! }, data: { status: 'unsubscribed' } });
  await countListHealth(server.deps, '2026-12-01');
  const [day] = await server.deps.db.readerTierDay.findMany();
  expect(day).toEqual({
    date: new Date('2026-11-30'),
    engaged: 1,
    new: 1,
    slipping: 2,
    lapsed: 2,
    dormant: 3,
    asked: 0,
    kept: 0,
    sunset: 0,
  });
});

it('counts emails, bounces, and complaints by provider, and replaces a day that is counted again', async () => {
  const readers = await insertReaders([
    'gmail.com',
    'GoogleMail.com',
    'yahoo.co.uk',
    'hotmail.fr',
    'me.com',
    'yahoo.evil.test',
  ]);
  const { id } = await server.deps.db.newsletter.create({
    data: { newsletter_date: new Date('2026-11-30'), kind: 'weekly', status: 'sent', subject: '', preheader: '' },
  });
  await server.deps.pool.query(
    `insert into deliveries (newsletter_id, reader_id, state) select $1, id, case when n = 4 then 'bounced' else 'accepted' end::"DeliveryState"
     from unnest($2::int[]) with ordinality r (id, n)`,
    [id, readers],
  );
  const event = (n: number, type: 'hard_bounce' | 'complaint' | 'unsubscribe', at: string) => ({
    ...{ dedupe_key: Buffer.from(`${n} ${type} ${at}`), type, newsletter_id: id, reader_id: readers[n]! },
    ...{ at: new Date(at), received_at: new Date(at) },
  });
  await server.deps.db.mailEvent.createMany({
    data: [
      event(0, 'complaint', '2026-11-30T20:00:00Z'),
      event(1, 'complaint', '2026-12-01T06:59:00Z'),
      event(2, 'complaint', '2026-12-01T07:01:00Z'),
      event(2, 'unsubscribe', '2026-11-30T21:00:00Z'),
      event(3, 'hard_bounce', '2026-11-30T20:30:00Z'),
    ],
  });
  await countListHealth(server.deps, '2026-12-01');
  await countListHealth(server.deps, '2026-12-01');
  const counted = await server.deps.db.providerDay.findMany({ orderBy: { provider: 'asc' }, omit: { date: true } });
  const none = { hard_bounces: 0, soft_bounces: 0, complaints: 0 };
  expect(counted).toEqual([
    { ...none, provider: 'apple', accepted: 1 },
    { ...none, provider: 'gmail', accepted: 2, complaints: 2 },
    { ...none, provider: 'microsoft', accepted: 0, hard_bounces: 1 },
    { ...none, provider: 'other', accepted: 1 },
    { ...none, provider: 'yahoo', accepted: 1 },
  ]);
});

it('counts permission emails and their events, but not a sign-up’s confirmation email', async () => {
  const { db } = server.deps;
  const { id: user_id } = await createStaff(server, 'admin');
  const created_at = new Date('2026-10-15T20:00:00Z');
  const { id: import_id } = await db.readerImport.create({
    data: { user_id, file_name: 'list.csv', file_bytes: 1, created_at },
  });
  const asked = await insertReaders(Array<string>(5).fill('icloud.com'));
  await db.reader.updateMany({ where: { id: { in: asked } }, data: { status: 'pending', confirmed_at: null } });
  await db.importedReader.createMany({
    data: asked.map((reader_id) => ({ reader_id, import_id, permission_emails: 1 })),
  });
  const mail = (reader_id: number, n: number, template: string, refused = false) => ({
    ...{ to: '', reader_id, template, props: {}, message_id: `<${template}${n}>`, created_at },
    ...(refused
      ? { state: 'failed' as const, bounced_at: created_at }
      : { state: 'sent' as const, sent_at: created_at }),
  });
  const mails = await db.mail.createManyAndReturn({
    data: [
      ...asked.map((reader_id, n) => mail(reader_id, n, 'reader_permission', n === 4)),
      mail(asked[0]!, 0, 'reader_confirm'),
    ],
  });
  await db.mail.update({ where: { id: mails[2]!.id }, data: { bounced_at: created_at } });
  let reports = 0;
  const event = (n: number, type: 'hard_bounce' | 'complaint', mail_id: number | null, received_at = created_at) => ({
    ...{ type, mail_id, reader_id: asked[n]!, at: created_at, received_at },
    dedupe_key: Buffer.from(`permission ${++reports}`),
  });
  await db.mailEvent.createMany({
    data: [
      event(0, 'complaint', mails[0]!.id),
      event(0, 'complaint', mails[0]!.id),
      event(0, 'complaint', mails[5]!.id),
      event(1, 'complaint', null),
      event(2, 'hard_bounce', mails[2]!.id),
      event(3, 'hard_bounce', mails[3]!.id, new Date('2026-10-16T20:00:00Z')),
    ],
  });
  await countListHealth(server.deps, '2026-10-16');
  const date = new Date('2026-10-15');
  expect(await db.providerDay.findMany({ where: { date } })).toEqual([
    { date, provider: 'apple', accepted: 3, hard_bounces: 2, soft_bounces: 0, complaints: 2 },
  ]);
  await db.readerTierDay.delete({ where: { date } });
});

it('shows staff the last week, with the week before', async () => {
  const counts = { hard_bounces: 0, soft_bounces: 0 };
  await server.deps.db.providerDay.createMany({
    data: [
      { ...counts, date: new Date('2026-11-27'), provider: 'yahoo', accepted: 1_000, complaints: 4 },
      { ...counts, date: new Date('2026-11-20'), provider: 'yahoo', accepted: 700, complaints: 0 },
    ],
  });
  const staff = await createStaff(server);
  const { body } = await staff.get('/admin/list_health').expect(200);
  expect(body.list_health.providers.find(({ provider }: { provider: string }) => provider === 'yahoo')).toEqual({
    ...{ provider: 'yahoo', accepted: 1_001, complaints: 4, ...counts },
    before: { accepted: 700, complaints: 0, ...counts },
  });
  expect(body.list_health.days).toHaveLength(1);
  expect(body.list_health.advice).toEqual([expect.objectContaining({ level: 'bad' })]);
});
