import { afterEach, beforeEach, expect, it } from 'vitest';
import { signEvents } from '#server/deliveries/signature.ts';
import { SEND_NEWSLETTER_JOB } from '#server/newsletters/freeze.ts';
import { MailError } from '#server/platform/mail.ts';
import { mac } from '#server/platform/signed.ts';
import { startSchedule } from '#server/schedule.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { as, createPromotion, createReader, createStaff, visitor } from '#server/testing/factories.ts';
import { logOptOut, optOutsSince, purgeOptOuts } from './opt-out-log.ts';
import { finishRestore, RESTORED_KEY, suppressErasures } from './replay.ts';
import { emailHash } from './suppression.ts';

const SECRET = 'a secret that the provider knows';
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { MAIL_EVENTS_SECRET: SECRET } });
});
afterEach(() => server.close());

const hashOf = (email: string) => mac(server.deps.config.appSecret, 'suppression', email).toString('hex');

/** The kind of every entry about an address, except `confirmed` ones. */
async function loggedKinds(email: string): Promise<string[]> {
  const kinds: string[] = [];
  for await (const { kind, hash } of optOutsSince(server.deps, new Date(0)))
    if (hash === hashOf(email) && kind !== 'confirmed') kinds.push(kind);
  return kinds;
}

/** Runs the work while the store rejects writes. */
async function withFailingStore(work: () => Promise<unknown>) {
  const { blobs } = server.deps;
  server.deps.blobs = { ...blobs, put: () => Promise.reject(new Error('the disk is full')) };
  await work();
  server.deps.blobs = blobs;
}

const statusOf = async (uuid: string) => (await server.deps.db.reader.findUnique({ where: { uuid } }))?.status;

function postMailEvents(...events: object[]) {
  const at = server.clock.now().toISOString();
  const body = JSON.stringify({ events: events.map((event) => ({ at, ...event })) });
  const signature = signEvents(SECRET, body, server.clock.now());
  const headers = { 'content-type': 'application/json', 'deckle-signature': signature };
  return as(server, headers).post('/mail/events').send(body);
}

it('stores a keyed hash, the kind, and the time, and nothing else', async () => {
  const email = 'Ada@example.test';
  await logOptOut(server.deps, { kind: 'unsubscribed', email, at: new Date('2026-12-01T18:30:05.123Z') });
  const keys: string[] = [];
  for await (const key of server.deps.blobs.list('opt-outs/')) keys.push(key);
  const hash = hashOf('ada@example.test');
  expect(keys).toEqual([`opt-outs/2026-12-01/2026-12-01T183005.123Z-unsubscribed-${hash}`]);
  expect(String(await server.deps.blobs.get(keys[0]!))).toBe('1');
  await server.deps.blobs.put(`${keys[0]}.0a1b2c3d`, 'half written');
  const since = async (instant: string) => {
    const entries: object[] = [];
    for await (const entry of optOutsSince(server.deps, new Date(instant))) entries.push(entry);
    return entries;
  };
  const entry = { kind: 'unsubscribed', hash, at: new Date('2026-12-01T18:30:05.123Z') };
  expect(await since('2026-12-01T18:30:05.123Z')).toEqual([entry]);
  expect(await since('2026-11-30T23:00:00Z')).toEqual([entry]);
  expect(await since('2026-12-01T18:30:05.124Z')).toEqual([]);
});

it('stores an unsubscribe before the response; if the log fails, it takes effect but answers 503', async () => {
  const { email, uuid } = await createReader(server);
  const unsubscribe = () => visitor(server).post(`/readers/${uuid}/unsubscribe`).send({});
  await withFailingStore(async () => {
    const { body } = await unsubscribe().expect(503);
    expect(body.errors.base).toEqual(['We couldn’t save this. Please try again in a minute.']);
  });
  expect(await statusOf(uuid)).toBe('unsubscribed');
  expect(await loggedKinds(email)).toEqual([]);
  server.clock.set(new Date(server.clock.now().getTime() + 60_000));
  await unsubscribe().expect(200);
  await unsubscribe().expect(200);
  expect(await loggedKinds(email)).toEqual(['unsubscribed']);
});

it('stores a one-click unsubscribe', async () => {
  await sendNewsletter();
  const { email, uuid } = reader;
  const [mail] = (await server.emailsTo(email)).filter(({ headers }) => 'list-unsubscribe' in headers);
  const token = /unsubscribe\/([\w-]+)>/.exec(String(mail!.headers['list-unsubscribe']))![1];
  await withFailingStore(() => visitor(server).post(`/unsubscribe/${token}`).expect(503));
  expect(await statusOf(uuid)).toBe('unsubscribed');
  await visitor(server).post(`/unsubscribe/${token}`).expect(200);
  expect(await loggedKinds(email)).toEqual(['unsubscribed']);
});

it('stores the confirmation of a new sign-up after an unsubscribe', async () => {
  const { email, uuid } = await createReader(server);
  await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
  server.clock.set(new Date(server.clock.now().getTime() + 3600_000));
  await visitor(server)
    .post('/readers')
    .send({ email, category_ids: [1] })
    .expect(201);
  const [mail] = await server.emailsTo(email);
  const token = /confirm\?token=([\w-]+)/.exec(mail!.text)![1];
  await withFailingStore(() => visitor(server).post('/readers/confirm').send({ token }).expect(503));
  await visitor(server).post('/readers/confirm').send({ token }).expect(200);
  const kinds: string[] = [];
  for await (const { kind } of optOutsSince(server.deps, new Date(0))) kinds.push(kind);
  expect(kinds).toEqual(['confirmed', 'unsubscribed', 'confirmed']);
});

it('uses a job to log that staff cleared a bounce, since the action can’t be repeated', async () => {
  const { id, email } = await server.deps.db.reader.create({
    data: { email: 'moved@example.test', status: 'bounced' },
  });
  const staff = await createStaff(server);
  await withFailingStore(() => staff.post(`/admin/readers/${id}/lift_bounce`).send({ reason: 'Moved.' }).expect(200));
  await server.settle();
  const entries: object[] = [];
  for await (const { kind, hash } of optOutsSince(server.deps, new Date(0))) entries.push({ kind, hash });
  expect(entries).toEqual([{ kind: 'confirmed', hash: hashOf(email!) }]);
});

it('stores an erasure before anything is erased', async () => {
  const { email, uuid } = await createReader(server);
  await withFailingStore(() => visitor(server).delete(`/readers/${uuid}`).expect(503));
  expect(await statusOf(uuid)).toBe('active');
  await visitor(server).delete(`/readers/${uuid}`).expect(204);
  expect(await loggedKinds(email)).toEqual(['erased']);
  await visitor(server).delete(`/readers/${uuid}`).expect(404);
});

it('records the events after one whose opt-out can’t be logged', async () => {
  const { email } = await createReader(server);
  const { email: bounced } = await createReader(server);
  const complaint = { type: 'complaint', email, id: 'evt-2' };
  await withFailingStore(() =>
    postMailEvents(complaint, { type: 'soft_bounce', email: bounced, id: 'evt-3' }).expect(503),
  );
  expect(await server.deps.db.mailEvent.count({ where: { type: 'soft_bounce' } })).toBe(1);
});

it('stores complaints and bounces that deactivate a reader, on a repeated report if the log failed', async () => {
  const { email } = await createReader(server);
  const complaint = { type: 'complaint', email, id: 'evt-1' };
  await withFailingStore(() => postMailEvents(complaint).expect(503));
  expect(await loggedKinds(email)).toEqual([]);
  expect((await postMailEvents(complaint).expect(200)).body).toEqual({ recorded: 0, known: 1, unmatched: 0 });
  expect(await loggedKinds(email)).toEqual(['complaint']);

  const soft = await createReader(server);
  for (const id of ['evt-2', 'evt-3']) await postMailEvents({ type: 'soft_bounce', email: soft.email, id }).expect(200);
  expect(await loggedKinds(soft.email)).toEqual([]);
  await postMailEvents({ type: 'soft_bounce', email: soft.email, id: 'evt-4' }).expect(200);
  expect(await loggedKinds(soft.email)).toEqual(['soft_bounce']);

  await postMailEvents({ type: 'hard_bounce', email: 'stranger@example.test' }).expect(200);
  expect(await loggedKinds('stranger@example.test')).toEqual(['hard_bounce']);
});

it('stores a suppression by staff', async () => {
  const { email, uuid } = await createReader(server);
  const { id } = await server.deps.db.reader.findUniqueOrThrow({ where: { uuid } });
  const staff = await createStaff(server);
  const suppress = () => staff.post(`/admin/readers/${id}/suppress`).send({ reason: 'asked by phone' });
  await withFailingStore(() => suppress().expect(503));
  await suppress().expect(200);
  expect(await loggedKinds(email)).toEqual(['suppressed']);
});

it('stores a suppression by staff whose repetition gets 409 because of its idempotency key', async () => {
  const { email, uuid } = await createReader(server);
  const { id } = await server.deps.db.reader.findUniqueOrThrow({ where: { uuid } });
  const staff = await createStaff(server);
  const suppress = () =>
    staff.post(`/admin/readers/${id}/suppress`).set('Idempotency-Key', 'block').send({ reason: 'asked by phone' });
  await withFailingStore(() => suppress().expect(503));
  server.clock.set(new Date(server.clock.now().getTime() + 60_000));
  await suppress().expect(409);
  await server.settle();
  expect(await loggedKinds(email)).toEqual(['suppressed']);
});

it('uses a job to log that the relay refused an address', async () => {
  const { mail } = server.deps;
  // Another reader gets the email: a relay that refuses everything proves nothing about an address.
  await createReader(server);
  server.deps.mail = {
    ...mail,
    send: async (message) => {
      if (message.raw && message.to === reader.email)
        throw new MailError('bounced', 'no such mailbox', { isBadAddress: true });
      await mail.send(message);
    },
  };
  await sendNewsletter();
  expect(await statusOf(reader.uuid)).toBe('bounced');
  expect(await loggedKinds(reader.email)).toEqual(['hard_bounce']);
});

it('repeats both a bounce and an unsubscribe after a restore, whichever came first', async () => {
  const { deps } = server;
  const [bouncedFirst, leftFirst] = [await createReader(server), await createReader(server)];
  const at = (minute: number) => new Date(server.clock.now().getTime() + minute * 60_000);
  const bounce = (email: string, minute: number) => logOptOut(deps, { kind: 'hard_bounce', email, at: at(minute) });
  const leave = (email: string, minute: number) => logOptOut(deps, { kind: 'unsubscribed', email, at: at(minute) });
  await bounce(bouncedFirst.email, 1);
  await leave(bouncedFirst.email, 2);
  await leave(leftFirst.email, 1);
  await bounce(leftFirst.email, 2);
  const made_at = server.clock.now().toISOString();
  const value = { restored_at: made_at, made_at, replay: null };
  await deps.db.setting.create({ data: { key: RESTORED_KEY, value } });
  await finishRestore(deps);
  for (const [{ uuid }, minute] of [
    [bouncedFirst, 2],
    [leftFirst, 1],
  ] as const)
    expect(await deps.db.reader.findUnique({ where: { uuid } })).toMatchObject({
      ...{ status: 'bounced', unsubscribed_at: at(minute) },
    });
  expect(await deps.db.suppression.count({ where: { reason: 'bounced' } })).toBe(2);
});

it('keeps a complaint after a restore, although a bounce came later', async () => {
  const { deps } = server;
  const { email, uuid } = await createReader(server);
  const made_at = server.clock.now().toISOString();
  const value = { restored_at: made_at, made_at, replay: null };
  await postMailEvents({ type: 'complaint', email }).expect(200);
  const at = new Date(server.clock.now().getTime() + 5 * 60_000);
  server.clock.set(at);
  await postMailEvents({ type: 'soft_bounce', email }).expect(200);
  expect(await loggedKinds(email)).toEqual(['complaint', 'complaint']);

  // Without a reader, the bounce is logged as a bounce.
  await logOptOut(deps, { kind: 'complaint', email: 'unknown@example.test', at });
  await logOptOut(deps, { kind: 'hard_bounce', email: 'unknown@example.test', at: new Date(at.getTime() + 60_000) });
  await deps.db.mailEvent.deleteMany();
  await deps.db.suppression.deleteMany();
  await deps.db.reader.updateMany({ where: { uuid }, data: { status: 'active', unsubscribed_at: null } });
  await deps.db.setting.create({ data: { key: RESTORED_KEY, value } });
  await finishRestore(deps);
  expect(await statusOf(uuid)).toBe('complained');
  expect(await deps.db.suppression.groupBy({ by: 'reason', _count: true })).toEqual([
    { reason: 'complained', _count: 2 },
  ]);
});

it('keeps a hard bounce after a restore, although a soft bounce came later', async () => {
  const { deps } = server;
  const { email, uuid } = await createReader(server);
  const made_at = server.clock.now().toISOString();
  const value = { restored_at: made_at, made_at, replay: null };
  await postMailEvents({ type: 'hard_bounce', email }).expect(200);
  const at = new Date(server.clock.now().getTime() + 5 * 60_000);
  server.clock.set(at);
  await postMailEvents({ type: 'soft_bounce', email }).expect(200);
  expect(await loggedKinds(email)).toEqual(['hard_bounce', 'hard_bounce']);
  await deps.db.mailEvent.deleteMany();
  await deps.db.suppression.deleteMany();
  await deps.db.reader.updateMany({ where: { uuid }, data: { status: 'active' } });
  await deps.db.setting.create({ data: { key: RESTORED_KEY, value } });
  await finishRestore(deps);
  expect(await statusOf(uuid)).toBe('bounced');
  expect(await deps.db.suppression.groupBy({ by: 'reason', _count: true })).toEqual([{ reason: 'bounced', _count: 1 }]);
});

it('keeps a suppression by staff after a restore, although the reader unsubscribed later or at the same time', async () => {
  const { deps } = server;
  const { email, uuid } = await createReader(server);
  const same = await createReader(server);
  const at = (minute: number) => new Date(server.clock.now().getTime() + minute * 60_000);
  for (const [address, minute] of [
    [email, 2],
    ['unknown@example.test', 2],
    [same.email, 1],
  ] as const) {
    await logOptOut(deps, { kind: 'suppressed', email: address, at: at(1) });
    await logOptOut(deps, { kind: 'unsubscribed', email: address, at: at(minute) });
  }
  const made_at = server.clock.now().toISOString();
  const value = { restored_at: made_at, made_at, replay: null };
  await deps.db.setting.create({ data: { key: RESTORED_KEY, value } });
  await finishRestore(deps);
  expect([await statusOf(uuid), await statusOf(same.uuid)]).toEqual(['unsubscribed', 'unsubscribed']);
  expect(await deps.db.suppression.findMany({ select: { reason: true, at: true } })).toEqual(
    [1, 1, 1].map((minute) => ({ reason: 'complained', at: at(minute) })),
  );
});

it('suppresses addresses erased before erasures left a hash, but only once', async () => {
  const { deps } = server;
  const at = new Date('2026-11-20T12:00:00Z');
  await logOptOut(deps, { kind: 'erased', email: 'erased@example.test', at });
  await logOptOut(deps, { kind: 'erased', email: 'complained@example.test', at });
  await logOptOut(deps, { kind: 'unsubscribed', email: 'left@example.test', at });
  const complained = { email_hash: emailHash(deps, 'complained@example.test'), reason: 'complained', at };
  await deps.db.suppression.create({ data: complained });
  const stop = await startSchedule(deps);
  const suppressions = () => deps.db.suppression.findMany({ orderBy: { reason: 'asc' } });
  const erased = { email_hash: emailHash(deps, 'erased@example.test'), reason: 'erased', at };
  await expect.poll(suppressions, { timeout: 10_000 }).toEqual([complained, erased]);
  await expect.poll(() => deps.db.setting.count({ where: { key: 'erasures_suppressed' } })).toBe(1);
  await stop();
  await deps.db.suppression.deleteMany({ where: { reason: 'erased' } });
  await suppressErasures(deps);
  expect(await suppressions()).toEqual([complained]);
});

it('deletes entries after 400 days', async () => {
  const log = (email: string, day: string) =>
    logOptOut(server.deps, { kind: 'unsubscribed', email, at: new Date(`${day}T12:00:00Z`) });
  server.clock.set(new Date('2026-12-01T15:00:00Z'));
  await log('old@example.test', '2025-10-26');
  await log('young@example.test', '2025-10-27');
  await purgeOptOuts(server.deps);
  expect([await loggedKinds('old@example.test'), await loggedKinds('young@example.test')]).toEqual([
    [],
    ['unsubscribed'],
  ]);
});

let reader: { email: string; uuid: string };

/** Creates `reader`, and sends a newsletter with one deal. */
async function sendNewsletter() {
  const { id } = await createPromotion(server);
  const staff = await createStaff(server);
  await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
  reader = await createReader(server);
  expect(await server.advanceTo('2026-12-02T17:05:00Z')).toContain(SEND_NEWSLETTER_JOB);
}
