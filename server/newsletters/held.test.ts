/** Newsletters held by a restore. The restore itself is tested in tests/restore.test.ts. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { parseDate } from '#shared/dates.ts';
import { freezeReaders } from './freeze-readers.ts';
import { alertHeld } from './held.ts';
import { pauseAutomatically } from './pause.ts';

const TODAY = '2026-12-01';
const CUTOFF = '2026-12-01T17:00:00Z';
const HELD =
  'This newsletter is held because a backup was restored. An administrator must first mark it as sent or not sent.';

let server: TestServer;
let admin: Client & { id: number };
let partner: PartnerClient;
beforeEach(async () => {
  server = await startTestServer();
  admin = await createStaff(server, 'admin');
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterEach(() => server.close());

const on = (date: string, kind: 'daily' | 'weekly' = 'daily') => ({
  newsletter_date_kind: { newsletter_date: parseDate(date), kind },
});
const editionOn = (date: string, kind?: 'daily' | 'weekly') =>
  server.deps.db.newsletter.findUniqueOrThrow({ where: on(date, kind), omit: { snapshot: true } });

async function hold(date: string, kind?: 'daily' | 'weekly') {
  const { id } = await server.deps.db.newsletter.update({
    where: on(date, kind),
    data: { held_at: server.deps.now() },
  });
  return id;
}

async function book(promotion_date: string, title = 'The Quiet Harbor') {
  const promotion = await createPromotion(server, { partner, book: { title } });
  const data = { requested_date: new Date(promotion_date) };
  await server.deps.db.promotion.update({ where: { id: promotion.id }, data });
  await admin.post(`/promotions/${promotion.id}/approve`).send({ promotion_date }).expect(200);
  return promotion;
}
const statusOf = async (id: number) =>
  (await partner.get(`/promotions/${id}`).expect(200)).body.promotion.display_status;
const newslettersTo = async (email: string) =>
  (await server.emailsTo(email)).filter(({ headers }) => 'list-unsubscribe' in headers).map(({ subject }) => subject);

const release = (id: number, was_sent: boolean, client: Client = admin) =>
  client.post(`/newsletters/${id}/release`).send({ was_sent });
const expectConflict = async (
  request: Promise<{ status: number; body: { errors: { base: string[] } } }>,
  base: string,
) => {
  const { status, body } = await request;
  expect([status, body.errors.base]).toEqual([409, [base]]);
};

it('held newsletters are released by an administrator only, once, and audited', async () => {
  const id = await hold(TODAY);
  const editor = await createStaff(server);
  const refused = await release(id, true, editor).expect(422);
  expect(refused.body.errors.base).toEqual(['Only administrators can do this. Ask one to help.']);
  await admin.post(`/newsletters/${id}/release`).send({}).expect(422);
  const responses = await Promise.all([release(id, false), release(id, false)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  await expectConflict(release(id, true), 'This newsletter isn’t held, or someone has already marked it.');
  const auditEvents = await server.deps.db.auditEvent.findMany({ where: { action: 'release' } });
  expect(auditEvents).toMatchObject([
    {
      ...{ actor_id: admin.id, entity: 'newsletter', entity_id: String(id) },
      before: { held_at: '2026-12-01T15:00:00.000Z', status: 'draft' },
      after: { held_at: null, status: 'draft', was_sent: false },
    },
  ]);
});

it('held newsletters marked as not sent before the cutoff close at the cutoff', async () => {
  const { id: promotion } = await book(TODAY);
  const { email } = await createReader(server);
  const id = await hold(TODAY);
  await expectConflict(admin.post(`/newsletters/${id}/freeze`).send({ newsletter_date: TODAY }), HELD);
  await release(id, false).expect(200);
  expect(await editionOn(TODAY)).toMatchObject({ status: 'draft', held_at: null });
  await server.advanceTo(CUTOFF);
  expect(await newslettersTo(email)).toHaveLength(1);
  expect(await statusOf(promotion)).toBe('successfully sent');
});

it('held newsletters marked as not sent are abandoned if they are released after the next cutoff', async () => {
  const { id: promotion } = await book(TODAY);
  const { email } = await createReader(server);
  const id = await hold(TODAY);
  await server.advanceTo('2026-12-02T17:01:00Z');
  expect(await statusOf(promotion)).toBe('awaiting promotion date');
  admin = await createStaff(server, 'admin');
  await release(id, false).expect(200);
  await server.settle();
  expect(await editionOn(TODAY)).toMatchObject({ status: 'failed' });
  expect(await statusOf(promotion)).toBe('unable to send');
  expect(await newslettersTo(email)).toEqual([]);
});

it('held newsletters that were sent are closed as sent and settled, however late they are released', async () => {
  const { id: promotion } = await book(TODAY);
  const { email } = await createReader(server);
  const id = await hold(TODAY);
  await server.advanceTo('2026-12-05T20:00:00Z');
  admin = await createStaff(server, 'admin');
  await release(id, true).expect(200);
  await server.advanceTo('2026-12-05T20:01:00Z');
  expect(await editionOn(TODAY)).toMatchObject({ status: 'sent', sent_at: new Date(CUTOFF) });
  expect(await server.deps.db.promotion.findUnique({ where: { id: promotion } })).toMatchObject({
    sent_at: new Date(CUTOFF),
    settled_at: new Date('2026-12-05T20:01:00Z'),
  });
  expect(await newslettersTo(email)).toEqual([]);
});

it('newsletters released as sent can’t be paused or ended while their recipients are being chosen', async () => {
  await book(TODAY);
  await createReader(server);
  const id = await hold(TODAY);
  server.clock.set(new Date('2026-12-01T20:00:00Z'));
  admin = await createStaff(server, 'admin');
  const { queue, db } = server.deps;
  server.deps.queue = { ...queue, send: async () => undefined };
  await release(id, true).expect(200);
  server.deps.queue = queue;
  expect((await db.newsletter.findUniqueOrThrow({ where: { id } })).status).toBe('freezing');
  await expectConflict(
    admin.post(`/newsletters/${id}/pause`),
    'This newsletter is already paused or isn’t being sent, so it can’t be paused.',
  );
  expect(await db.$transaction((tx) => pauseAutomatically(server.deps, tx, id, 'Too many bounces.'))).toBe(false);
  await db.newsletter.update({ where: { id }, data: { paused_at: server.deps.now() } });
  await expectConflict(
    admin.post(`/newsletters/${id}/end`).send({ reason: 'Enough.' }),
    'This newsletter can’t be ended: it isn’t paused, is already ending, or was already sent.',
  );
});

/** Freezes a newsletter with one recipient and holds it before anything is sent. */
async function holdFrozenNewsletter() {
  await partner
    .post('/webhook_endpoints')
    .send({ name: 'Mine', url: 'https://example.com/', events: ['promotion.sent', 'newsletter.sent'] })
    .expect(201);
  const { id: promotion } = await book(TODAY);
  const { email } = await createReader(server);
  const { id } = await editionOn(TODAY);
  await admin.post(`/newsletters/${id}/freeze`).send({ newsletter_date: TODAY }).expect(200);
  await freezeReaders(server.deps, { id });
  const { mail } = server.deps;
  server.deps.mail = { ...mail, isClosed: () => true };
  await server.settle();
  server.deps.mail = mail;
  await hold(TODAY);
  await server.deps.db.$transaction((tx) => server.deps.queue.send(tx, 'newsletters.send', { id }));
  await server.advanceTo('2026-12-01T15:30:00Z');
  expect(await newslettersTo(email)).toEqual([]);
  expect(await editionOn(TODAY)).toMatchObject({ status: 'frozen' });
  return { id, email, promotion };
}

it('frozen held newsletters are neither sent nor resumed until an administrator marks them as not sent', async () => {
  const { id, email } = await holdFrozenNewsletter();
  await server.deps.db.newsletter.update({ where: { id }, data: { paused_at: server.deps.now() } });
  await expectConflict(admin.post(`/newsletters/${id}/resume`), HELD);
  await server.deps.db.newsletter.update({ where: { id }, data: { paused_at: null } });
  await release(id, false).expect(200);
  await server.settle();
  expect(await newslettersTo(email)).toHaveLength(1);
  expect(await server.deps.db.webhookDelivery.count()).toBe(2);
});

it('held newsletters that were frozen and sent count as sent at the cutoff, with their deliveries', async () => {
  const { id, email, promotion } = await holdFrozenNewsletter();
  server.clock.set(new Date('2026-12-01T20:00:00Z'));
  admin = await createStaff(server, 'admin');
  await release(id, true).expect(200);
  await server.settle();
  expect(await newslettersTo(email)).toEqual([]);
  expect(await editionOn(TODAY)).toMatchObject({ status: 'sent', sent_at: new Date(CUTOFF), delivered_count: 1 });
  const window = { sent_at: new Date(CUTOFF), click_window_ends_at: new Date('2026-12-04T17:00:00Z') };
  expect(await server.deps.db.promotion.findUnique({ where: { id: promotion } })).toMatchObject(window);
  expect(await server.deps.db.mail.count({ where: { template: 'promotion_sent' } })).toBe(0);
  expect(await server.deps.db.webhookDelivery.count()).toBe(0);
});

it('a held weekly newsletter is released after the daily ones, whose deals it repeats', async () => {
  const SATURDAY = '2026-12-05';
  server.clock.set(new Date('2026-12-05T15:00:00Z'));
  admin = await createStaff(server, 'admin');
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  await book(SATURDAY);
  const { email } = await createReader(server, { frequency: 'weekly' });
  const [daily, weekly] = [await hold(SATURDAY), await hold(SATURDAY, 'weekly')];
  await server.advanceTo('2026-12-05T19:00:00Z');
  expect(await newslettersTo(email)).toEqual([]);
  await expectConflict(
    release(weekly, false),
    'Mark the daily newsletters up to this date first: the weekly one repeats their deals.',
  );
  await release(daily, true).expect(200);
  await release(weekly, false).expect(200);
  await server.settle();
  expect(await newslettersTo(email)).toHaveLength(1);
  expect(await editionOn(SATURDAY, 'weekly')).toMatchObject({ status: 'sent' });
});

it('a held daily newsletter’s deals are in the weekly one only after the daily one is released', async () => {
  const { id, promotion } = await holdFrozenNewsletter();
  const { db } = server.deps;
  await db.promotion.update({ where: { id: promotion }, data: { deal_ends_on: new Date('2026-12-08') } });
  const weekly = await editionOn('2026-12-05', 'weekly');
  const deals = async () => {
    const { newsletter } = (await admin.get(`/newsletters/${weekly.id}?joins=promotions`).expect(200)).body;
    return [newsletter.promotions_count, newsletter.promotions.length];
  };
  expect(await deals()).toEqual([0, 0]);
  await release(id, false).expect(200);
  await server.settle();
  expect(await deals()).toEqual([1, 1]);
});

it("a held weekly newsletter isn't sent again if it was sent", async () => {
  const SATURDAY = '2026-12-05';
  server.clock.set(new Date('2026-12-05T15:00:00Z'));
  admin = await createStaff(server, 'admin');
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  await book(SATURDAY);
  const { email } = await createReader(server, { frequency: 'weekly' });
  const weekly = await hold(SATURDAY, 'weekly');
  await server.advanceTo('2026-12-05T19:00:00Z');
  await release(weekly, true).expect(200);
  await server.advanceTo('2026-12-05T19:30:00Z');
  expect(await editionOn(SATURDAY, 'weekly')).toMatchObject({ status: 'sent', delivered_count: 1 });
  expect(await newslettersTo(email)).toEqual([]);
});

it('held newsletters are reported to the support address at most once a day', async () => {
  const support = server.deps.config.operator.email;
  await alertHeld(server.deps);
  expect(await server.emailsTo(support)).toEqual([]);
  await hold(TODAY);
  for (let n = 0; n < 3; n++) await alertHeld(server.deps);
  const [mail, ...more] = await server.emailsTo(support);
  expect(more).toEqual([]);
  expect(mail!.text).toContain('Tuesday December 1st, 2026 (daily)');
  expect(mail!.text).toContain(`${server.url}/u`);
  server.clock.set(new Date('2026-12-02T15:00:00Z'));
  await alertHeld(server.deps);
  expect(await server.emailsTo(support)).toHaveLength(2);
});
