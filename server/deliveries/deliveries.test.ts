/** Mail events, and resolving uncertain deliveries. */
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prisma } from '#prisma';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { mailKeys, returnPathOf } from '#server/platform/mail-keys.ts';
import { optOutsSince } from '#server/readers/opt-out-log.ts';
import { emailHash, findSuppression } from '#server/readers/suppression.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import { createPartner, createStaff, tablesChangedBy, visitor } from '#server/testing/factories.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { seedNewsletter } from '../../tests/faults/mail-seed.ts';
import { signEvents } from './signature.ts';

const SECRET = 'a secret that the provider knows';
const BOUNCE_DOMAIN = 'bounce.example.test';

let server: TestServer;
let newsletter_id: number;
beforeAll(async () => {
  server = await startTestServer({ env: { MAIL_EVENTS_SECRET: SECRET, MAIL_BOUNCE_DOMAIN: BOUNCE_DOMAIN } });
  newsletter_id = await seedNewsletter(server.deps.pool, { readers: 60, deals: 40 });
  await sendNewsletter(server.deps, { id: newsletter_id });
});
afterAll(() => server.close());

const at = (hoursAgo = 0) => new Date(server.clock.now().getTime() - hoursAgo * HOUR_MS).toISOString();

function post(body: string, signature: string | null) {
  const request = supertest(server.url).post('/api/v1/mail/events').set('Content-Type', 'application/json');
  return (signature ? request.set('Deckle-Signature', signature) : request).send(body);
}
const report = (...events: object[]) => {
  const body = JSON.stringify({ events });
  return post(body, signEvents(SECRET, body, server.clock.now()));
};
const counts = (recorded: number, known: number, unmatched: number) => ({ recorded, known, unmatched });

const readerNamed = (n: number) =>
  server.deps.db.reader.findFirstOrThrow({ where: { email: `reader-${n}@example.test` } });
const deliveryTo = (reader_id: number) =>
  server.deps.db.delivery.findUniqueOrThrow({ where: { newsletter_id_reader_id: { newsletter_id, reader_id } } });
const newsletter = () =>
  server.deps.db.newsletter.findUniqueOrThrow({ where: { id: newsletter_id }, omit: { snapshot: true } });
const keysFor = (reader_id: number) => mailKeys(server.deps.config.appSecret, { newsletter_id, id: reader_id });
const keyFor = (reader_id: number) => keysFor(reader_id).delivery;

describe('mail events', () => {
  it('are accepted only with a valid signature', async () => {
    const { id } = await readerNamed(1);
    const body = JSON.stringify({
      events: [{ type: 'hard_bounce', return_path: `bounces+${keyFor(id)}@x`, at: at() }],
    });
    const now = server.clock.now();
    const tooOld = new Date(now.getTime() - 301_000);
    const tooNew = new Date(now.getTime() + 301_000);
    const changed = await tablesChangedBy(server, async () => {
      for (const signature of [
        null,
        'nonsense',
        signEvents('another secret', body, now),
        signEvents(SECRET, `${body} `, now),
        signEvents(SECRET, body, tooOld),
        signEvents(SECRET, body, tooNew),
        signEvents(SECRET, body, now).replace(/t=\d+/, (t) => `t=${Number(t.slice(2)) + 1}`),
      ])
        expect((await post(body, signature)).status).toBe(400);
      await post('{', signEvents(SECRET, '{', now)).expect(400);
      await report({ type: 'shrug', email: 'a@example.test', at: at() }).expect(422);
      await report({ type: 'complaint', at: at() }).expect(422);
      await report({ type: 'complaint', email: 'a@example.test', at: 'yesterday' }).expect(422);
    });
    expect(changed).toEqual([]);
  });

  it('deactivate the reader named by the return path, regardless of its case, at the first hard bounce', async () => {
    const { id } = await readerNamed(2);
    const before = await newsletter();
    const return_path = returnPathOf(BOUNCE_DOMAIN, keysFor(id))!.toUpperCase();
    const event = { type: 'hard_bounce', return_path, at: at(), diagnostic: '550 5.1.1 <reader-2@example.test>: gone' };
    expect((await report(event).expect(200)).body).toEqual(counts(1, 0, 0));
    expect(await readerNamed(2)).toMatchObject({ status: 'bounced', last_bounce_at: server.clock.now() });
    expect(await deliveryTo(id)).toMatchObject({ state: 'bounced' });
    expect(await newsletter()).toMatchObject({
      delivered_count: before.delivered_count - 1,
      bounced_count: before.bounced_count + 1,
    });
    const storedEvent = await server.deps.db.mailEvent.findFirstOrThrow({ where: { reader_id: id } });
    expect(storedEvent).toMatchObject({
      type: 'hard_bounce',
      newsletter_id,
      diagnostic: '550 5.1.1 <(address)>: gone',
    });
  });

  it('deactivate a reader whose email bounces before the newsletter’s emails are first counted', async () => {
    const { db } = server.deps;
    const { id, email } = (await db.delivery.findFirstOrThrow({
      where: { newsletter_id, state: 'accepted' },
      orderBy: { reader_id: 'desc' },
      include: { reader: true },
    }))!.reader;
    const before = await newsletter();
    await db.newsletter.update({ where: { id: newsletter_id }, data: { delivered_count: 0 } });
    const event = { type: 'hard_bounce', return_path: returnPathOf(BOUNCE_DOMAIN, keysFor(id)), at: at() };
    expect((await report(event).expect(200)).body).toEqual(counts(1, 0, 0));
    expect((await db.reader.findFirstOrThrow({ where: { email } })).status).toBe('bounced');
    expect(await newsletter()).toMatchObject({ delivered_count: 0, bounced_count: before.bounced_count + 1 });
    await db.newsletter.update({
      where: { id: newsletter_id },
      data: { delivered_count: before.delivered_count - 1 },
    });
  });

  it('count once, however often they are reported', async () => {
    const { id } = await readerNamed(3);
    const event = { type: 'soft_bounce', message_id: `<${keyFor(id)}@127.0.0.1>`, at: at(), id: 'evt_1' };
    expect((await report(event, event).expect(200)).body).toEqual(counts(1, 1, 0));
    const again = await Promise.all(Array.from({ length: 8 }, () => report(event)));
    expect(again.map(({ body }) => body)).toEqual(Array(8).fill(counts(0, 1, 0)));
    expect(await readerNamed(3)).toMatchObject({ status: 'active', soft_bounces: 1 });
  });

  it('deactivate a reader at the third soft bounce in thirty days', async () => {
    const { email } = await readerNamed(4);
    const soft = (days: number) => ({ type: 'soft_bounce', email, at: at(days * 24) });
    await report(soft(40), soft(31), soft(29), soft(12)).expect(200);
    expect(await readerNamed(4)).toMatchObject({ status: 'active', soft_bounces: 2 });
    await report(soft(1)).expect(200);
    expect(await readerNamed(4)).toMatchObject({ status: 'bounced', soft_bounces: 3 });
  });

  it('count three soft bounces as three, even when reported at the same time', async () => {
    const { email } = await readerNamed(6);
    const soft = (days: number) => report({ type: 'soft_bounce', email, at: at(days * 24) }).expect(200);
    await Promise.all([soft(1), soft(2), soft(3)]);
    expect(await readerNamed(6)).toMatchObject({ status: 'bounced', soft_bounces: 3 });
  });

  it('count soft bounces of the same email as one', async () => {
    const { db } = server.deps;
    const { id, email } = await readerNamed(9);
    const mail = { to: email!, reader_id: id, template: 'reader_welcome', props: {}, created_at: server.clock.now() };
    const { message_id } = await db.mail.create({
      data: { ...mail, state: 'sent', message_id: '<welcome-9@127.0.0.1>' },
    });
    const notices = (about: object) => [3, 2, 1].map((days) => ({ type: 'soft_bounce', at: at(days * 24), ...about }));
    await report(...notices({ message_id: `<${keyFor(id)}@127.0.0.1>` })).expect(200);
    expect(await readerNamed(9)).toMatchObject({ status: 'active', soft_bounces: 1 });
    await report(...notices({ message_id })).expect(200);
    expect(await readerNamed(9)).toMatchObject({ status: 'active', soft_bounces: 2 });
    await report({ type: 'soft_bounce', email, at: at() }).expect(200);
    expect(await readerNamed(9)).toMatchObject({ status: 'bounced', soft_bounces: 3 });
  });

  it('suppress a reader permanently at the first complaint', async () => {
    const { email } = await readerNamed(5);
    expect((await report({ type: 'complaint', email: email!.toUpperCase(), at: at() }).expect(200)).body).toEqual(
      counts(1, 0, 0),
    );
    expect(await readerNamed(5)).toMatchObject({ status: 'complained' });
    await visitor(server)
      .post('/readers')
      .send({ email, category_ids: [1] })
      .expect(201);
    expect(await readerNamed(5)).toMatchObject({ status: 'complained' });
    expect(await server.emailsTo(email!)).toHaveLength(1);
  });

  it('unsubscribe a reader who wrote to the address in the List-Unsubscribe header', async () => {
    const { id } = await readerNamed(7);
    const [mail] = await server.emailsTo('reader-7@example.test');
    const header = mail!.headers['list-unsubscribe']!;
    const [, to] = /<mailto:([^>]+)>/.exec(header)!;
    expect(to).toMatch(/^unsubscribe\+[0-9a-f]{48}@bounce\.example\.test$/);
    const before = await newsletter();
    const event = { type: 'unsubscribe', to: to!.toUpperCase(), at: at(), id: 'unsub_1' };
    expect((await report(event).expect(200)).body).toEqual(counts(1, 0, 0));
    expect(await readerNamed(7)).toMatchObject({ status: 'unsubscribed', unsubscribe_reason: 'email' });
    expect(await deliveryTo(id)).toMatchObject({ state: 'accepted' });
    expect(await newsletter()).toMatchObject({ bounced_count: before.bounced_count });
    // Reported again after the reader resubscribed, it changes nothing.
    await server.deps.db.reader.update({ where: { id }, data: { status: 'active' } });
    const { email } = await readerNamed(7);
    const countEntries = async () => {
      const hash = Buffer.from(emailHash(server.deps, email!)).toString('hex');
      let count = 0;
      for await (const entry of optOutsSince(server.deps, new Date(0)))
        count += Number(entry.hash === hash && entry.kind === 'unsubscribed');
      return count;
    };
    const entries = await countEntries();
    expect(entries).toBeGreaterThan(0);
    server.clock.set(new Date(server.clock.now().getTime() + 1_000));
    expect((await report(event).expect(200)).body).toEqual(counts(0, 1, 0));
    expect(await readerNamed(7)).toMatchObject({ status: 'active' });
    expect(await countEntries()).toBe(entries);
  });

  it('unsubscribe nobody by an address alone, a forged key, or a bounce key', async () => {
    const { id, email } = await readerNamed(8);
    const hex = Buffer.from(keysFor(id).unsubscribe, 'base64url').toString('hex');
    const forged = `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`;
    const changed = await tablesChangedBy(server, async () => {
      await report({ type: 'unsubscribe', email, at: at() }).expect(422);
      const addresses = [
        email,
        'help@deckle.test',
        `unsubscribe+${forged}@x`,
        `unsubscribe+${keyFor(id)}@x`,
        `${hex}@x`,
      ];
      const { body } = await report(...addresses.map((to) => ({ type: 'unsubscribe', to, at: at() }))).expect(200);
      expect(body).toEqual(counts(0, 0, 5));
    });
    expect(changed).toEqual([]);
  });

  it('keep an unknown address that complained from signing up', async () => {
    const email = `stranger-${randomUUID()}@example.test`;
    await report({ type: 'complaint', email, at: at() }).expect(200);
    await visitor(server)
      .post('/readers')
      .send({ email, category_ids: [1] })
      .expect(201);
    expect(await server.deps.db.reader.count({ where: { email } })).toBe(0);
  });

  it("are stored with a partner's email, without suppressing any reader", async () => {
    const partner = await createPartner(server, { card: null });
    await visitor(server)
      .post('/partner-auth/password')
      .send({ email: partner.email, redirect_url: `${server.url}/partners/password/reset` })
      .expect(200);
    await server.settle();
    const mail = await server.deps.db.mail.findFirstOrThrow({ where: { to: partner.email } });
    expect(mail.state).toBe('sent');
    const complaint = { type: 'complaint', message_id: mail.message_id, at: at() };
    expect((await report(complaint).expect(200)).body).toEqual(counts(1, 0, 0));
    expect((await server.deps.db.mail.findUniqueOrThrow({ where: { id: mail.id } })).bounced_at).toBeNull();
    const event = { type: 'hard_bounce', message_id: mail.message_id, at: at(), diagnostic: 'user unknown' };
    const laterNotices = [
      { ...event, diagnostic: undefined, id: 'without the reason' },
      { ...event, type: 'soft_bounce', diagnostic: 'mailbox is full' },
    ];
    expect((await report(event, ...laterNotices).expect(200)).body).toEqual(counts(3, 0, 0));
    expect(await server.deps.db.mail.findUniqueOrThrow({ where: { id: mail.id } })).toMatchObject({
      state: 'sent',
      failure: 'user unknown',
      bounced_at: server.clock.now(),
    });
    expect(await server.deps.db.mailEvent.count({ where: { mail_id: mail.id, reader_id: null } })).toBe(4);
    await visitor(server)
      .post('/readers')
      .send({ email: partner.email, category_ids: [1] })
      .expect(201);
    expect(await server.deps.db.reader.count({ where: { email: partner.email } })).toBe(1);
  });

  it('that match nothing change nothing', async () => {
    const forged = `${keyFor(1).slice(0, -1)}${keyFor(1).endsWith('0') ? '1' : '0'}`;
    const changed = await tablesChangedBy(server, async () => {
      const res = await report(
        { type: 'hard_bounce', message_id: '<somebody@else.test>', at: at() },
        { type: 'hard_bounce', return_path: `bounces+${forged}@${BOUNCE_DOMAIN}`, at: at() },
        { type: 'complaint', return_path: returnPathOf(BOUNCE_DOMAIN, keysFor(2_000_000_000)), at: at() },
      ).expect(200);
      expect(res.body).toEqual(counts(0, 0, 3));
    });
    expect(changed).toEqual([]);
  });

  it('pause a newsletter being sent when more than one in a thousand readers complains', async () => {
    const { db } = server.deps;
    const { sent_at } = await newsletter();
    await db.newsletter.update({
      where: { id: newsletter_id },
      data: { status: 'sending', delivered_count: 1_500, sending_at: server.clock.now(), sent_at: null },
    });
    const complain = async (n: number, id?: string) => {
      const message_id = `<${keyFor((await readerNamed(n)).id)}@127.0.0.1>`;
      await report({ type: 'complaint', message_id, at: at(), id }).expect(200);
    };
    await complain(20, 'from the provider');
    await complain(20, 'from the mailbox for bounces');
    expect(await newsletter()).toMatchObject({ paused_at: null });
    await complain(21);
    expect(await newsletter()).toMatchObject({
      paused_at: server.clock.now(),
      paused_reason: 'More than 0.1% of readers complained (2 of 1500).',
    });
    // After a resume, only events about emails that were handed over later count.
    server.clock.set(new Date(server.clock.now().getTime() + 1_000));
    await db.newsletter.update({
      where: { id: newsletter_id },
      data: {
        ...{ paused_at: null, paused_reason: null, resumed_at: server.clock.now() },
        ...{ delivered_count: 41_200, delivered_before_resume: 40_000 },
      },
    });
    await complain(22);
    await complain(23);
    const { id: bounced } = await readerNamed(26);
    await report({ type: 'hard_bounce', message_id: `<${keyFor(bounced)}@127.0.0.1>`, at: at() }).expect(200);
    expect(await newsletter()).toMatchObject({ paused_at: null, delivered_count: 41_199 });
    const later = [await readerNamed(24), await readerNamed(25)].map(({ id }) => id);
    const where = { newsletter_id, reader_id: { in: later } };
    expect(await db.delivery.updateMany({ where, data: { handed_over_at: server.clock.now() } })).toEqual({ count: 2 });
    await complain(24);
    expect(await newsletter()).toMatchObject({ paused_at: null });
    await complain(25);
    expect(await newsletter()).toMatchObject({
      paused_at: server.clock.now(),
      paused_reason: 'More than 0.1% of readers complained (2 of 1200).',
    });
    await db.newsletter.update({
      where: { id: newsletter_id },
      data: { status: 'sent', sent_at, paused_at: null, paused_reason: null },
    });
  });

  /** Runs a function while the newsletter is being sent again, after all earlier events. */
  async function whileSending(delivered_count: number, run: () => Promise<void>) {
    const { sent_at } = await newsletter();
    server.clock.set(new Date(server.clock.now().getTime() + 1_000));
    const update = (data: Prisma.NewsletterUpdateInput) =>
      server.deps.db.newsletter.update({ where: { id: newsletter_id }, data });
    const sending_at = server.clock.now();
    const isNew = { sending_at, sent_at: null, resumed_at: null, delivered_before_resume: 0 };
    await update({ status: 'sending', delivered_count, ...isNew });
    await run();
    await update({ status: 'sent', sent_at, paused_at: null, paused_reason: null });
  }

  it('don’t pause a newsletter for repeated notices about the same bounced emails', async () => {
    await whileSending(1_000, async () => {
      for (const n of [40, 41, 42, 43, 44, 45, 46, 47]) {
        const message_id = `<${keyFor((await readerNamed(n)).id)}@127.0.0.1>`;
        await report(...[3, 2, 1].map((hoursAgo) => ({ type: 'soft_bounce', message_id, at: at(hoursAgo) })));
      }
      expect(await newsletter()).toMatchObject({ paused_at: null, delivered_count: 992 });
    });
  });

  it('pause a newsletter when two complaints arrive at the same time', async () => {
    await whileSending(1_500, async () => {
      let complaints: Promise<void>[] = [];
      await server.deps.db.$transaction(async (tx) => {
        await tx.$queryRaw`select 1 from newsletters where id = ${newsletter_id} for no key update`;
        complaints = [48, 49].map(async (n) => {
          const message_id = `<${keyFor((await readerNamed(n)).id)}@127.0.0.1>`;
          await report({ type: 'complaint', message_id, at: at() }).expect(200);
        });
        await expect.poll(() => countLockWaits(server.deps)).toBe(2);
      });
      await Promise.all(complaints);
      expect(await newsletter()).toMatchObject({
        paused_reason: 'More than 0.1% of readers complained (2 of 1500).',
      });
    });
  });
});

describe('uncertain deliveries', () => {
  const path = () => `/newsletters/${newsletter_id}/deliveries`;
  const makeUncertain = async (n: number) => {
    const { id } = await readerNamed(n);
    const key = { newsletter_id_reader_id: { newsletter_id, reader_id: id } };
    await server.deps.db.delivery.update({ where: key, data: { state: 'uncertain', failure: 'stopped' } });
    return id;
  };

  it('are listed for staff in pages, filtered by state and exact address', async () => {
    const staff = await createStaff(server);
    const ids = [await makeUncertain(30), await makeUncertain(31), await makeUncertain(32)];
    const { body } = await staff.get(`${path()}?state=uncertain&per=2&sort_dir=asc`).expect(200);
    expect(body.meta).toEqual({ total_count: 3, page: 1, per: 2 });
    expect(body.deliveries.map(({ reader_id }: { reader_id: number }) => reader_id)).toEqual(ids.slice(0, 2));
    expect(body.deliveries[0]).toMatchObject({ newsletter_id, state: 'uncertain', email: 'r…@example.test' });
    expect(JSON.stringify(body)).not.toContain('reader-30');
    const second = (await staff.get(`${path()}?state=uncertain&per=2&page=2&sort_dir=asc`).expect(200)).body;
    expect(second.deliveries).toHaveLength(1);
    const found = (await staff.get(`${path()}?q=READER-31@example.test`).expect(200)).body;
    expect(found.deliveries).toHaveLength(1);
    // Matching part of an address would reveal the rest, letter by letter.
    for (const q of ['%25', 'reader-31', 'reader-31@example.tes', 'reader-3_@example.test'])
      expect([q, (await staff.get(`${path()}?q=${q}`).expect(200)).body.deliveries]).toEqual([q, []]);
    await staff.get(`${path()}?state=lost`).expect(422);
    await staff.get('/newsletters/999999/deliveries').expect(404);
    const partner = await createPartner(server, { card: null });
    await partner.get(path()).expect(403);
    await partner.post(`${path()}/${ids[0]}/resolve`).send({ outcome: 'accepted' }).expect(403);
    await visitor(server).get(path()).expect(401);
  });

  it('are resolved once, as arrived or by resending, and audited', async () => {
    const staff = await createStaff(server);
    const [arrived, lost] = [await makeUncertain(33), await makeUncertain(34)];
    const resolve = (id: number, outcome: string) => staff.post(`${path()}/${id}/resolve`).send({ outcome });
    await resolve(arrived, 'perhaps').expect(422);
    await resolve(2_000_000_000, 'accepted').expect(404);
    const { delivered_count } = await newsletter();
    const settled = (await resolve(arrived, 'accepted').expect(200)).body;
    expect((await newsletter()).delivered_count).toBe(delivered_count + 1);
    expect(settled.delivery).toMatchObject({ reader_id: arrived, state: 'accepted', failure: null });
    const mails = (await server.emailsTo('reader-34@example.test')).length;
    const responses = await Promise.all(Array.from({ length: 5 }, () => resolve(lost, 'resend')));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)!.body.delivery).toMatchObject({ reader_id: lost });
    expect(await server.emailsTo('reader-34@example.test')).toHaveLength(mails + 1);
    expect(await deliveryTo(lost)).toMatchObject({ state: 'accepted' });
    const audits = await server.deps.db.auditEvent.findMany({ where: { entity: 'delivery' }, orderBy: { id: 'asc' } });
    expect(audits.map(({ action, actor_id, entity_id }) => [action, actor_id, entity_id])).toEqual([
      ['resolve_accepted', staff.id, `${newsletter_id}-${arrived}`],
      ['resolve_resend', staff.id, `${newsletter_id}-${lost}`],
    ]);
  });

  it('are not resent to a reader who has unsubscribed since', async () => {
    const staff = await createStaff(server);
    const id = await makeUncertain(35);
    const { uuid } = await readerNamed(35);
    await visitor(server).post(`/readers/${uuid}/unsubscribe`).expect(200);
    await staff.post(`${path()}/${id}/resolve`).send({ outcome: 'resend' }).expect(200);
    const mails = (await server.emailsTo('reader-35@example.test')).length;
    expect(mails).toBe(1);
    expect(await deliveryTo(id)).toMatchObject({ state: 'suppressed' });
  });
});

it('refuses events when no secret is configured', async () => {
  const silent = await startTestServer();
  const body = JSON.stringify({ events: [{ type: 'complaint', email: 'a@example.test', at: at() }] });
  const res = await supertest(silent.url)
    .post('/api/v1/mail/events')
    .set('Deckle-Signature', signEvents('', body, silent.clock.now()))
    .set('Content-Type', 'application/json')
    .send(body);
  await silent.close();
  expect(res.status).toBe(404);
});

it('suppresses the reported address if its reader was erased after the email was sent', async () => {
  const { id, email, uuid } = await readerNamed(31);
  await visitor(server).delete(`/readers/${uuid}`).expect(204);
  const return_path = returnPathOf(BOUNCE_DOMAIN, keysFor(id));
  const complaint = { type: 'complaint', return_path, at: at() };
  expect((await report(complaint).expect(200)).body).toEqual(counts(0, 0, 1));
  const suppression = () => findSuppression(server.deps, server.deps.db, email!);
  expect(await suppression()).toMatchObject({ reason: 'erased' });
  expect((await report({ ...complaint, email }).expect(200)).body).toEqual(counts(1, 0, 0));
  expect(await suppression()).toMatchObject({ reason: 'complained' });
});

it('stops a reader’s emails after a complaint about a delivery that is past its retention period', async () => {
  const { id, email } = await readerNamed(30);
  await server.deps.db.delivery.deleteMany({ where: { reader_id: id } });
  await report({ type: 'complaint', return_path: returnPathOf(BOUNCE_DOMAIN, keysFor(id)), at: at() }).expect(200);
  expect(await server.deps.db.reader.findFirst({ where: { id } })).toMatchObject({ email, status: 'complained' });
});
