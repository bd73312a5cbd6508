/** The plan and the result of a warm-up on the newsletter page. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPromotion, createStaff } from '#server/testing/factories.ts';
import { insertReaders } from '../../tests/faults/warm-up-list.ts';

const DATE = '2026-12-02';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('plans a draft’s emails by provider, and shows how many readers were left out', async () => {
  let staff = await createStaff(server, 'admin');
  await insertReaders(server.deps.pool, { gmail: 30, other: 10 }, { confirmed_at: new Date('2026-01-01') });
  const promotion = await createPromotion(server);
  await staff.post(`/promotions/${promotion.id}/approve`).expect(200);
  const { id } = await server.deps.db.newsletter.findUniqueOrThrow({
    where: { newsletter_date_kind: { newsletter_date: new Date(DATE), kind: 'daily' } },
  });
  const fetchWarmUp = async () => (await staff.get(`/newsletters/${id}/warm_up`).expect(200)).body.warm_up;
  expect(await fetchWarmUp()).toBeNull();
  await staff.post('/warm_ups').send({ first_cap: 20, growth_percent: 150 }).expect(201);
  const none = { accepted: 0, skipped: 0, undelivered: 0, waiting: 0, stop_reason: null };
  expect((await fetchWarmUp()).providers).toEqual([
    { provider: 'gmail', readers: 30, left_today: 15, ...none, skipped: 15 },
    { provider: 'yahoo', readers: 0, left_today: 1, ...none },
    { provider: 'microsoft', readers: 0, left_today: 1, ...none },
    { provider: 'apple', readers: 0, left_today: 1, ...none },
    { provider: 'other', readers: 10, left_today: 5, ...none, skipped: 5 },
  ]);
  await server.advanceTo(`${DATE}T18:30:00Z`);
  staff = await createStaff(server, 'admin');
  expect((await fetchWarmUp()).providers).toEqual([
    { provider: 'gmail', readers: 30, left_today: 0, ...none, accepted: 15, skipped: 15 },
    { provider: 'other', readers: 10, left_today: 0, ...none, accepted: 5, skipped: 5 },
  ]);
});

it('splits a Saturday’s caps between the daily and weekly newsletters by their readers', async () => {
  const { db } = server.deps;
  const saturday = '2026-12-12';
  server.clock.set(new Date('2026-12-08T18:00:00Z'));
  const staff = await createStaff(server, 'admin');
  for (const date of ['2026-12-11', saturday]) {
    const promotion = await createPromotion(server, { requested_date: date });
    await staff.post(`/promotions/${promotion.id}/approve`).expect(200);
  }
  await server.advanceTo('2026-12-11T18:30:00Z');
  await db.reader.updateMany({ where: { email: { endsWith: '@mail.example.test' } }, data: { frequency: 'weekly' } });
  await db.reader.updateMany({ where: { email: 'reader-1@gmail.com' }, data: { frequency: 'weekly' } });
  const laterStaff = await createStaff(server, 'admin');
  const planOf = async (kind: 'daily' | 'weekly') => {
    const where = { newsletter_date_kind: { newsletter_date: new Date(saturday), kind } };
    const { id } = await db.newsletter.findUniqueOrThrow({ where });
    return (await laterStaff.get(`/newsletters/${id}/warm_up`).expect(200)).body.warm_up.providers;
  };
  const [daily] = await planOf('daily');
  expect(daily).toMatchObject({ provider: 'gmail', readers: 29 });
  const [weekly] = await planOf('weekly');
  expect([daily.left_today, weekly.left_today]).toEqual([25, 9]);
  expect(weekly).toMatchObject({ provider: 'gmail', readers: 1 });
});

it('shows current caps and stops only while a newsletter is being sent by the running warm-up', async () => {
  const { db, now } = server.deps;
  const staff = await createStaff(server, 'admin');
  const key = { newsletter_date_kind: { newsletter_date: new Date(DATE), kind: 'daily' } } as const;
  const { id } = await db.newsletter.findUniqueOrThrow({ where: key });
  const stop = { stopped_at: now(), stop_cause: 'complaints', stop_reason: 'Too many complaints.' } as const;
  const resumes_on = new Date('2026-12-25');
  await db.warmUpProvider.updateMany({ where: { provider: 'gmail' }, data: { ...stop, resumes_on } });
  await db.warmUpDay.updateMany({ data: { cap: 100, handed_over: 5, permission_cap: 0, weekly_left: 0 } });
  const gmailAndOther = async () => {
    const { providers } = (await staff.get(`/newsletters/${id}/warm_up`).expect(200)).body.warm_up;
    return providers.map((row: Record<string, unknown>) => [row.left_today, row.stop_reason]);
  };
  const none = [
    [0, null],
    [0, null],
  ];
  expect(await gmailAndOther()).toEqual(none);
  await db.newsletter.update({ where: { id }, data: { status: 'sending' } });
  expect(await gmailAndOther()).toEqual([
    [0, 'Too many complaints.'],
    [95, null],
  ]);
  await db.warmUp.updateMany({ data: { ended_at: now() } });
  expect(await gmailAndOther()).toEqual(none);
});
