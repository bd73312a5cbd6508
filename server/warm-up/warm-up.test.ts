/** The warm-up of a sending domain: what administrators change, and the caps as the relay sees them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleMailEvents } from '#server/deliveries/events.ts';
import { commitBatch, leaseNameOf, queuedAfter } from '#server/newsletters/delivery-log.ts';
import { freezeReaders, rangeSize } from '#server/newsletters/freeze-readers.ts';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { whileLeased } from '#server/platform/leases.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import { type Client, createStaff } from '#server/testing/factories.ts';
import { parseDate } from '#shared/dates.ts';
import type { Provider } from '#shared/list-health.ts';
import { checkWarmUp } from '../../scripts/doctor/external-services.ts';
import { type SinkReply, type SmtpSink, startSmtpSink } from '../../tests/faults/mail-sinks.ts';
import { DOMAINS, insertFrozenNewsletter, insertReaders, openAnotherProcess } from '../../tests/faults/warm-up-list.ts';
import { openDay } from './days.ts';

const TODAY = '2026-12-01';
const TOMORROW = '2026-12-02';
const LONG_AGO = new Date('2026-03-01T00:00:00Z');

let server: TestServer;
let smtp: SmtpSink;
let admin: Client;
let verdict: (to: string) => SinkReply;
beforeEach(async () => {
  verdict = () => null;
  rangeSize.readers = 40;
  smtp = await startSmtpSink({ verdict: (to) => verdict(to), keepsMessages: false, delayMs: 15 });
  server = await startTestServer({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Deckle <news@books.example.test>' } });
  admin = await createStaff(server, 'admin');
});
afterEach(async () => {
  rangeSize.readers = 10_000;
  await server.close();
  await smtp.close();
});

const start = async (schedule: { first_cap: number; growth_percent: number }): Promise<number> =>
  (await admin.post('/warm_ups').send(schedule).expect(201)).body.warm_up.id;
const send = async (date: string) => {
  const id = await insertFrozenNewsletter(server.deps, date);
  await sendNewsletter(server.deps, { id });
  return id;
};
const acceptedAt = (provider: Provider) =>
  [...smtp.accepted.keys()].filter((to) => to.endsWith(`@${DOMAINS[provider]}`)).length;
const fetchProviders = async () => (await admin.get('/warm_ups').expect(200)).body.warm_ups[0].providers;
const fetchProvider = async (provider: Provider) =>
  (await fetchProviders()).find((one: { provider: Provider }) => one.provider === provider);
/** Moves the clock, and signs in again, because sessions don't last that long. */
const moveTo = async (date: string) => {
  server.clock.set(new Date(`${date}T18:00:00Z`));
  admin = await createStaff(server, 'admin');
};
const complaintOf = async (email: string) => {
  const { message_id } = await server.deps.db.delivery.findFirstOrThrow({ where: { reader: { email } } });
  return { type: 'complaint' as const, at: server.clock.now().toISOString(), message_id: message_id! };
};

describe('an administrator', () => {
  it('starts, changes, pauses, and ends a warm-up, each in the audit log', async () => {
    const editor = await createStaff(server);
    await editor.get('/warm_ups').expect(422);
    await editor.post('/warm_ups').send({ first_cap: 500, growth_percent: 150 }).expect(422);
    expect((await admin.get('/warm_ups').expect(200)).body).toEqual({
      ...{ domain: 'books.example.test', warm_ups: [], suggestion: null },
    });
    for (const wrong of [
      { first_cap: 9, growth_percent: 150 },
      { first_cap: 500, growth_percent: 100 },
    ])
      await admin.post('/warm_ups').send(wrong).expect(422);
    await insertReaders(server.deps.pool, { gmail: 3, other: 1 }, { confirmed_at: LONG_AGO });
    const id = await start({ first_cap: 400, growth_percent: 150 });
    const again = await admin.post('/warm_ups').send({ first_cap: 500, growth_percent: 150 }).expect(409);
    expect(again.body.warm_up).toMatchObject({ id, first_cap: 400 });
    expect((await fetchProviders()).map(({ cap }: { cap: number }) => cap)).toEqual([300, 1, 1, 1, 100]);
    const changed = await admin.patch(`/warm_ups/${id}`).send({ first_cap: 800, is_paused: true }).expect(200);
    expect(changed.body.warm_up).toMatchObject({ first_cap: 800, growth_percent: 150, paused_at: expect.any(String) });
    await admin.post(`/warm_ups/${id}/resume`).send({ provider: 'gmail' }).expect(409);
    await admin.post(`/warm_ups/${id}/end`).expect(200);
    await admin.post(`/warm_ups/${id}/end`).expect(409);
    await start({ first_cap: 500, growth_percent: 150 });
    const audited = await server.deps.db.auditEvent.findMany({ where: { entity: 'warm_up' }, orderBy: { id: 'asc' } });
    expect(audited.map(({ action }) => action)).toEqual(['start', 'update', 'end', 'start']);
  });

  it('changes the growth from the next day on, without a jump', async () => {
    const { deps } = server;
    await insertReaders(deps.pool, { gmail: 3, other: 1 }, { confirmed_at: LONG_AGO });
    const id = await start({ first_cap: 400, growth_percent: 150 });
    await deps.db.warmUpProvider.updateMany({ data: { stage: 10 } });
    await openDay(deps, id);
    const today = (await fetchProvider('gmail')).cap;
    expect(today).toBe(17_300);
    await deps.db.warmUpDay.updateMany({ where: { provider: 'gmail' }, data: { handed_over: today, accepted: today } });
    await admin.patch(`/warm_ups/${id}`).send({ growth_percent: 200 }).expect(200);
    expect((await fetchProvider('gmail')).cap).toBe(today);
    await moveTo(TOMORROW);
    await openDay(deps, id);
    expect((await fetchProvider('gmail')).cap).toBe(300 * 2 ** 6);
  });

  it('is advised to start a warm-up if the list is large and few emails went out recently', async () => {
    const suggestion = async () => (await admin.get('/warm_ups').expect(200)).body.suggestion;
    await insertReaders(server.deps.pool, { gmail: 2_999 }, { confirmed_at: LONG_AGO });
    expect(await suggestion()).toBeNull();
    await insertReaders(server.deps.pool, { other: 1 }, { confirmed_at: LONG_AGO });
    expect(await suggestion()).toEqual({ active_readers: 3_000, recent_emails: 0 });
    expect(await checkWarmUp(server.deps)).toMatchObject({
      verdict: 'bad',
      message: expect.stringContaining('3000 readers'),
    });
    await server.deps.db.newsletter.updateMany({
      where: { newsletter_date: new Date(TODAY) },
      data: { delivered_count: 3_000, deliveries_total: 3_000 },
    });
    expect(await suggestion()).toBeNull();
    expect(await checkWarmUp(server.deps)).toMatchObject({ verdict: 'good' });
  });
});

describe('a newsletter during a warm-up', () => {
  it('goes to each provider up to its cap, engaged and new readers first, and counts the rest', async () => {
    await insertReaders(server.deps.pool, { gmail: 90, yahoo: 10 }, { confirmed_at: LONG_AGO });
    const { db } = server.deps;
    const idOf = async (email: string) => (await db.reader.findUniqueOrThrow({ where: { email } })).id;
    const [engaged, recent] = [await idOf('reader-88@gmail.com'), await idOf('reader-77@gmail.com')];
    await db.clickLog.create({
      data: {
        source: 'newsletter',
        reader_id: engaged,
        clicked_at: new Date('2026-11-20T00:00:00Z'),
        ua_class: 'person',
      },
    });
    await db.reader.update({ where: { id: recent }, data: { confirmed_at: new Date('2026-11-20T00:00:00Z') } });
    await start({ first_cap: 20, growth_percent: 150 });
    const id = await send(TODAY);
    expect([acceptedAt('gmail'), acceptedAt('yahoo')]).toEqual([18, 2]);
    expect([...smtp.accepted.keys()].slice(0, 1)).toEqual(['reader-88@gmail.com']);
    expect(smtp.accepted.has('reader-77@gmail.com')).toBe(true);
    expect(await db.newsletter.findUnique({ where: { id }, omit: { snapshot: true } })).toMatchObject({
      ...{ status: 'sent', deliveries_total: 100, delivered_count: 20 },
    });
    expect((await fetchProvider('gmail')).days).toEqual([
      {
        ...{ date: TODAY, stage: 0, cap: 18, handed_over: 18, accepted: 18, deferred: 0, hard_bounces: 0 },
        ...{ complaints: 0, skipped: 72, stop_cause: null, permission_cap: 0, weekly_left: 0 },
      },
    ]);
    expect((await fetchProvider('gmail')).last_day).toEqual({
      ...{ readers: 90, accepted: 18, skipped: 72, undelivered: 0, waiting: 0 },
    });
    const leftOut = await db.delivery.findFirst({ where: { state: 'suppressed', provider: 'gmail' } });
    expect(leftOut!.failure).toMatch(/^Left out by the warm-up/);
    await moveTo(TOMORROW);
    await send(TOMORROW);
    expect((await fetchProviders()).map(({ cap }: { cap: number }) => cap)).toEqual([27, 3, 1, 1, 1]);
    expect(smtp.accepted.size).toBeGreaterThan(20);
  });

  it('counts imported readers as new by their consent, not by the day of the import', async () => {
    const { db, pool, now } = server.deps;
    await insertReaders(pool, { gmail: 4 }, { confirmed_at: now() });
    const ids = (await db.reader.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
    const [signedUp, oldConsent, recentConsent, confirmedHere] = ids as [number, number, number, number];
    await db.reader.updateMany({ where: { id: { in: [oldConsent, recentConsent] } }, data: { created_at: now() } });
    const { id: user_id } = await db.user.findFirstOrThrow();
    const file = { user_id, file_name: 'list.csv', file_bytes: 1, created_at: now() };
    const { id: import_id } = await db.readerImport.create({ data: file });
    const consent = (reader_id: number, date: string) => ({ reader_id, import_id, consented_on: new Date(date) });
    await db.importedReader.createMany({
      data: [
        consent(oldConsent, '2019-05-01'),
        consent(recentConsent, '2026-11-20'),
        consent(confirmedHere, '2019-05-01'),
      ],
    });
    await start({ first_cap: 20, growth_percent: 150 });
    const newsletter_id = await insertFrozenNewsletter(server.deps, TODAY);
    const rows = await db.delivery.findMany({
      where: { newsletter_id, is_recent: true },
      orderBy: { reader_id: 'asc' },
    });
    expect(rows.map(({ reader_id }) => reader_id)).toEqual([signedUp, recentConsent, confirmedHere]);
  });

  it('leaves permission emails their part of the cap', async () => {
    const { db, pool, now } = server.deps;
    await insertReaders(pool, { gmail: 60 }, { confirmed_at: LONG_AGO });
    const { id: user_id } = await db.user.findFirstOrThrow();
    const file = { user_id, file_name: 'list.csv', file_bytes: 1, created_at: now(), status: 'done' } as const;
    const pending = { email: 'asked@gmail.com', status: 'pending', created_at: now() } as const;
    const { id: reader_id } = await db.reader.create({ data: pending });
    await db.readerImport.create({ data: { ...file, readers: { create: { reader_id, ask_at: now() } } } });
    await start({ first_cap: 20, growth_percent: 150 });
    await send(TODAY);
    expect(acceptedAt('gmail')).toBe(18);
    expect(await db.warmUpDay.findFirst({ where: { provider: 'gmail' } })).toMatchObject({
      cap: 20,
      permission_cap: 2,
    });
  });

  it('shares a Saturday’s caps with the weekly newsletter, which keeps its part while the relay is down', async () => {
    const { db, pool } = server.deps;
    const saturday = '2026-12-05';
    server.clock.set(new Date(`${saturday}T18:00:00Z`));
    admin = await createStaff(server, 'admin');
    await insertReaders(pool, { gmail: 30, yahoo: 30 }, { confirmed_at: LONG_AGO });
    const weekly = await db.reader.findMany({ orderBy: { id: 'asc' }, take: 20 });
    await db.reader.updateMany({ where: { id: { in: weekly.map(({ id }) => id) } }, data: { frequency: 'weekly' } });
    const warm_up_id = await start({ first_cap: 24, growth_percent: 150 });
    await send(saturday);
    // A third of the readers get the weekly newsletter, so the daily one leaves 4 of 12.
    expect([acceptedAt('gmail'), acceptedAt('yahoo')]).toEqual([8, 8]);
    const { id } = await db.newsletter.create({
      data: { newsletter_date: new Date(saturday), kind: 'weekly', subject: 'Weekly', snapshot: {} },
    });
    const today = await db.warmUpDay.findFirstOrThrow({ where: { provider: 'gmail' } });
    expect(today).toMatchObject({ cap: 12, handed_over: 8, weekly_left: 4 });
    const daily = await db.newsletter.findFirstOrThrow({ where: { kind: 'daily', status: 'sent' } });
    await db.newsletter.update({
      where: { id },
      data: {
        status: 'freezing',
        snapshot: daily.snapshot!,
        warm_up_id: daily.warm_up_id,
        frozen_at: server.clock.now(),
      },
    });
    await freezeReaders(server.deps, { id });
    // Neither emails that return to the queue nor those without a response use up the weekly newsletter's part.
    const range = await db.newsletterRange.findFirstOrThrow({ where: { newsletter_id: id, provider: 'gmail' } });
    await whileLeased(pool, leaseNameOf(range), async (lease) => {
      const batch = { now: server.clock.now(), quota: { warm_up_id, date: saturday, bad_addresses: [] } };
      for (const state of ['queued', 'handing_over'] as const) {
        const rows = await queuedAfter(pool, range, 0);
        const next = rows.map(({ reader_id }) => ({ reader_id, message_id: `<${reader_id}@example.test>` }));
        const { reader_ids } = await commitBatch(pool, { ...range, lease }, { ...batch, outcomes: [], next });
        expect(reader_ids.size).toBe(4);
        const nothing = { attempts: 0, failure: null, link_count: 0, next_attempt_at: null };
        const outcomes = [...reader_ids].map((reader_id) => ({ ...nothing, reader_id, state }));
        await commitBatch(pool, { ...range, lease }, { ...batch, outcomes, next: [] });
      }
    });
    await db.delivery.updateMany({ where: { state: 'handing_over' }, data: { state: 'queued', attempts: 0 } });
    expect(await db.warmUpDay.findFirst({ where: { provider: 'gmail' } })).toMatchObject({
      handed_over: 8,
      weekly_left: 4,
    });
    await sendNewsletter(server.deps, { id });
    expect(await db.delivery.count({ where: { newsletter_id: id, state: 'accepted' } })).toBe(4);
    expect(await db.warmUpDay.findFirst({ where: { provider: 'gmail' } })).toMatchObject({
      handed_over: 12,
      weekly_left: 0,
    });
  });

  it('stays within the cap when several processes send it', { timeout: 60_000 }, async () => {
    await insertReaders(server.deps.pool, { gmail: 400 }, { confirmed_at: LONG_AGO });
    await start({ first_cap: 100, growth_percent: 150 });
    const id = await insertFrozenNewsletter(server.deps, TODAY);
    const others = Array.from({ length: 3 }, () => openAnotherProcess(server.deps, server.deps.config.DATABASE_URL!));
    await Promise.all([server.deps, ...others.map(({ deps }) => deps)].map((deps) => sendNewsletter(deps, { id })));
    for (const other of others) await other.close();
    await sendNewsletter(server.deps, { id });
    expect(smtp.accepted.size).toBe(100);
    expect((await fetchProvider('gmail')).days).toMatchObject([{ handed_over: 100, accepted: 100, skipped: 300 }]);
    expect((await server.deps.db.newsletter.findUniqueOrThrow({ where: { id } })).status).toBe('sent');
  });

  it("doesn't reach a provider's other readers while another process sends to the engaged ones", async () => {
    const { db, pool } = server.deps;
    await insertReaders(pool, { gmail: 30, yahoo: 5 }, { confirmed_at: LONG_AGO });
    const { id: reader_id } = await db.reader.findUniqueOrThrow({ where: { email: 'reader-7@gmail.com' } });
    const clicked_at = new Date('2026-11-20T00:00:00Z');
    await db.clickLog.create({ data: { source: 'newsletter', reader_id, clicked_at, ua_class: 'person' } });
    await start({ first_cap: 100, growth_percent: 150 });
    const id = await insertFrozenNewsletter(server.deps, TODAY);
    const { number } = await db.newsletterRange.findFirstOrThrow({ where: { newsletter_id: id, is_engaged: true } });
    await whileLeased(pool, leaseNameOf({ newsletter_id: id, number }), () => sendNewsletter(server.deps, { id }));
    expect([acceptedAt('gmail'), acceptedAt('yahoo')]).toEqual([0, 5]);
    await sendNewsletter(server.deps, { id });
    expect(acceptedAt('gmail')).toBe(30);
    expect([...smtp.accepted.keys()][5]).toBe('reader-7@gmail.com');
  });

  it('reserves the cap in the database: the second of two batches at the same moment gets the rest', async () => {
    await insertReaders(server.deps.pool, { gmail: 80 }, { confirmed_at: LONG_AGO });
    const warm_up_id = await start({ first_cap: 50, growth_percent: 150 });
    const newsletter_id = await insertFrozenNewsletter(server.deps, TODAY);
    const { db, pool } = server.deps;
    const quota = { warm_up_id, date: await openDay(server.deps, warm_up_id), bad_addresses: [] };
    const mark = async (number: number, on: Pick<typeof pool, 'query'>, until = async () => {}) => {
      const key = { newsletter_id, number };
      const marked = await whileLeased(pool, leaseNameOf(key), async (lease) => {
        const range = await db.newsletterRange.findUniqueOrThrow({ where: { newsletter_id_number: key } });
        const rows = await queuedAfter(pool, range, 0);
        const next = rows.map(({ reader_id }) => ({ reader_id, message_id: `<${reader_id}@example.test>` }));
        const committed = await commitBatch(
          on,
          { ...range, lease },
          { now: server.clock.now(), outcomes: [], next, quota },
        );
        await until();
        return committed;
      });
      return { marked: marked!.reader_ids.size, isExhausted: marked!.isExhausted };
    };
    const client = await pool.connect();
    await client.query('begin');
    let second: ReturnType<typeof mark>;
    const first = await mark(1, client, async () => {
      second = mark(2, pool);
      await expect.poll(() => countLockWaits(server.deps)).toBe(1);
      await client.query('commit');
    });
    client.release();
    expect([first, await second!]).toEqual([
      { marked: 40, isExhausted: false },
      { marked: 10, isExhausted: true },
    ]);
    expect((await fetchProvider('gmail')).days).toMatchObject([{ cap: 50, handed_over: 50 }]);
  });

  it('stops a provider for days; after the stop, only emails in flight or being marked are sent', async () => {
    await insertReaders(server.deps.pool, { gmail: 300, yahoo: 20 }, { confirmed_at: LONG_AGO });
    const id = await start({ first_cap: 400, growth_percent: 150 });
    let acceptedAtStop = 0;
    const complain = async () => {
      const to = [...smtp.accepted.keys()].filter((email) => email.endsWith('@gmail.com')).slice(0, 3);
      const events = await Promise.all(to.map(complaintOf));
      await handleMailEvents(server.deps, events);
      acceptedAtStop = acceptedAt('gmail');
    };
    let complained: Promise<void> | undefined;
    smtp.watch(() => {
      if (!complained && acceptedAt('gmail') >= 60) complained = complain();
    });
    await send(TODAY);
    await complained;
    const window = 16;
    expect(acceptedAt('gmail') - acceptedAtStop).toBeLessThanOrEqual(2 * window);
    expect(acceptedAt('gmail')).toBeLessThan(300);
    expect(acceptedAt('yahoo')).toBe(20);
    expect(await fetchProvider('gmail')).toMatchObject({ stop_cause: 'complaints', resumes_on: '2026-12-05' });
    // Transactional emails are still sent.
    const message = expect.stringContaining('We won’t send newsletters or permission emails to this provider until ');
    expect(await server.deps.db.mail.findMany({ where: { template: 'staff_alert' } })).toMatchObject([
      { props: { message } },
    ]);

    const before = acceptedAt('gmail');
    await moveTo(TOMORROW);
    await send(TOMORROW);
    expect(acceptedAt('gmail')).toBe(before);
    // The day's row says that nothing went out because of the stop.
    expect((await fetchProvider('gmail')).days.at(-1)).toMatchObject({ handed_over: 0, stop_cause: 'complaints' });
    await admin.post(`/warm_ups/${id}/resume`).send({ provider: 'gmail' }).expect(200);
    expect(await fetchProvider('gmail')).toMatchObject({ resumes_on: '2026-12-03' });
    await moveTo('2026-12-03');
    await send('2026-12-03');
    expect(await fetchProvider('gmail')).toMatchObject({ stop_cause: null, resumes_on: null });
    expect((await fetchProvider('gmail')).days.at(-1)).toMatchObject({
      complaints: 0,
      handed_over: 297,
      stop_cause: null,
    });
  });

  it('counts a complaint once, on the Vancouver day of its email', async () => {
    await insertReaders(server.deps.pool, { gmail: 60 }, { confirmed_at: LONG_AGO });
    await start({ first_cap: 50, growth_percent: 150 });
    await send(TODAY);
    await moveTo(TOMORROW);
    await send(TOMORROW);
    const [email] = smtp.accepted.keys();
    const { db } = server.deps;
    const halfPastMidnight = new Date(`${TOMORROW}T07:30:00Z`);
    await db.delivery.updateMany({
      where: { reader: { email: email! } },
      data: { handed_over_at: halfPastMidnight },
    });
    const complaint = await complaintOf(email!);
    await handleMailEvents(server.deps, [
      { ...complaint, id: 'from the provider' },
      { ...complaint, id: 'from the mailbox for bounces' },
    ]);
    const { days } = await fetchProvider('gmail');
    expect(days.map(({ complaints }: { complaints: number }) => complaints)).toEqual([0, 1]);
  });

  it('stops a deferring provider for the day, and continues with the others', async () => {
    await insertReaders(server.deps.pool, { gmail: 200, yahoo: 200 }, { confirmed_at: LONG_AGO });
    await start({ first_cap: 400, growth_percent: 150 });
    verdict = (to) => (to.endsWith('@yahoo.com') ? { code: 421, text: '4.7.0 Try later', at: 'rcpt' } : null);
    const id = await send(TODAY);
    expect([acceptedAt('gmail'), acceptedAt('yahoo')]).toEqual([200, 0]);
    const { handed_over, deferred, stop_cause } = (await fetchProvider('yahoo')).days[0];
    expect(handed_over).toBeLessThanOrEqual(10 + 2 * 16);
    expect({ stop_cause, all: deferred === handed_over }).toEqual({ stop_cause: 'deferrals', all: true });
    // Complaints on the same day still stop a provider for longer.
    const complaints = [...smtp.accepted.keys()].filter((email) => email.endsWith('@gmail.com')).slice(0, 3);
    await server.deps.db.warmUpProvider.updateMany({
      where: { provider: 'gmail' },
      data: {
        stopped_at: server.deps.now(),
        stop_cause: 'deferrals',
        stop_reason: 'Deferred.',
        resumes_on: parseDate(TOMORROW),
      },
    });
    await handleMailEvents(server.deps, await Promise.all(complaints.map(complaintOf)));
    expect(await fetchProvider('gmail')).toMatchObject({ stop_cause: 'complaints', resumes_on: '2026-12-05' });
    // The deferring provider's emails aren't tried again that day either.
    server.clock.set(new Date(server.clock.now().getTime() + 6 * 60_000));
    verdict = () => null;
    await sendNewsletter(server.deps, { id });
    expect(acceptedAt('yahoo')).toBe(0);
    await moveTo(TOMORROW);
    await send(TOMORROW);
    expect(acceptedAt('yahoo')).toBe(200);
    expect(await fetchProvider('yahoo')).toMatchObject({ stop_cause: null });
  });

  it('leaves no email uncertain when the check of the provider’s limits fails', async () => {
    await insertReaders(server.deps.pool, { gmail: 60 }, { confirmed_at: LONG_AGO });
    await openDay(server.deps, await start({ first_cap: 400, growth_percent: 150 }));
    const id = await insertFrozenNewsletter(server.deps, TODAY);
    verdict = (to) => (to === 'reader-1@gmail.com' ? { code: 451, text: '4.7.0 Try later', at: 'rcpt' } : null);
    const holder = await server.deps.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from warm_up_providers for update');
    await expect(sendNewsletter(server.deps, { id })).rejects.toThrow('lock timeout');
    await holder.query('rollback');
    holder.release();
    verdict = () => null;
    server.clock.set(new Date(server.clock.now().getTime() + 6 * 60_000));
    await sendNewsletter(server.deps, { id });
    expect(await server.deps.db.delivery.groupBy({ by: ['state'], _count: true })).toEqual([
      { state: 'accepted', _count: 60 },
    ]);
    expect(Math.max(...smtp.accepted.values())).toBe(1);
  });

  it('goes to everybody once the warm-up is ended', async () => {
    await insertReaders(server.deps.pool, { gmail: 60 }, { confirmed_at: LONG_AGO });
    const warmUp = await start({ first_cap: 10, growth_percent: 150 });
    const id = await insertFrozenNewsletter(server.deps, TODAY);
    await admin.post(`/warm_ups/${warmUp}/end`).expect(200);
    await sendNewsletter(server.deps, { id });
    expect(smtp.accepted.size).toBe(60);
    // Complaints no longer stop its providers, so support gets no needless alert.
    await server.deps.db.warmUpProvider.updateMany({ data: { opened_on: parseDate(TODAY) } });
    await handleMailEvents(server.deps, await Promise.all([...smtp.accepted.keys()].slice(0, 5).map(complaintOf)));
    expect((await server.deps.db.warmUpProvider.findMany()).map(({ stop_cause }) => stop_cause)).not.toContain(
      'complaints',
    );
    expect(await server.deps.db.mail.count({ where: { template: 'staff_alert' } })).toBe(0);
  });
});
