import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailKeys } from '#server/platform/mail-keys.ts';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import { createReader, createStaff, MYSTERY, tablesChangedBy, visitor } from '#server/testing/factories.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { recordMailEvent } from './bounces.ts';
import { optOutsSince } from './opt-out-log.ts';
import { emailHash, suppressReader } from './suppression.ts';
import { deleteUnconfirmed } from './unconfirmed.ts';

const SIGN_UP_RESPONSE =
  '{"message":"If this address isn’t subscribed yet and can receive our email, you’ll find a confirmation link in your inbox within a few minutes."}';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => server.clock.set(START));

const signUp = (fields: object) =>
  visitor(server)
    .post('/readers')
    .send({ category_ids: [MYSTERY], ...fields });
const confirm = (token: unknown) => visitor(server).post('/readers/confirm').send({ token });
const mailedToken = async (email: string) =>
  /\/readers\/confirm\?token=([\w-]+)/.exec((await server.emailsTo(email))[0]!.text)![1]!;
const unsubscribeToken = (id: number, secret = server.deps.config.appSecret) =>
  mailKeys(secret, { newsletter_id: 7, id }).unsubscribe;
const idOf = async (uuid: string) => (await server.deps.db.reader.findUniqueOrThrow({ where: { uuid } })).id;
const statusOf = async (uuid: string) => (await visitor(server).get(`/readers/${uuid}`).expect(200)).body.reader.status;

describe('signing up', () => {
  it('emails a link that activates the reader, and that also succeeds a second time', async () => {
    const preferences = { category_ids: [3, MYSTERY, 3], stores: ['kobo'], frequency: 'weekly', max_price_cents: 199 };
    const res = await signUp({ email: 'Nell@example.test', ...preferences }).expect(201);
    expect(res.text).toBe(SIGN_UP_RESPONSE);
    const token = await mailedToken('nell@example.test');
    const confirmed = await confirm(token).expect(200);
    expect(confirmed.body.reader).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'active',
      email: 'nell@example.test',
      category_ids: [1, 3],
      stores: ['kobo'],
      country: null,
      free_only: false,
      list_alerts: false,
      max_price_cents: 199,
      frequency: 'weekly',
      adult_ok: false,
      paused_until: null,
      confirmed_at: '2026-12-01T15:00:00.000Z',
      sign_up_page: null,
    });
    expect((await confirm(token).expect(200)).body).toEqual(confirmed.body);
  });

  it('gives the same answer to a subscribed address, without an email or a change', async () => {
    const { email, uuid } = await createReader(server);
    const changed = await tablesChangedBy(server, async () => {
      const res = await signUp({ email: email.toUpperCase(), category_ids: [6], free_only: true });
      expect([res.status, res.text]).toEqual([201, SIGN_UP_RESPONSE]);
    });
    expect(changed).toEqual([]);
    expect((await visitor(server).get(`/readers/${uuid}`)).body.reader.category_ids).toEqual([MYSTERY]);
  });

  it("again within ten minutes sends no second email and doesn't change the pending preferences", async () => {
    const email = 'impatient@example.test';
    for (const category_id of [4, 5, 6]) await signUp({ email, category_ids: [category_id] }).expect(201);
    expect(await server.emailsTo(email)).toHaveLength(1);
    const confirmed = await confirm(await mailedToken(email)).expect(200);
    expect(confirmed.body.reader.category_ids).toEqual([4]);
  });

  it('again later, before confirming, invalidates the first link', async () => {
    await signUp({ email: 'twice@example.test' }).expect(201);
    const first = await mailedToken('twice@example.test');
    server.clock.set(new Date(START.getTime() + 11 * 60_000));
    await signUp({ email: 'twice@example.test', category_ids: [6] }).expect(201);
    const second = await mailedToken('twice@example.test');
    await confirm(first).expect(422);
    expect((await confirm(second).expect(200)).body.reader.category_ids).toEqual([6]);
  });

  it('again later leaves the preferences unchanged until the new link is confirmed, then applies the new ones', async () => {
    const email = 'pending@example.test';
    await signUp({ email, category_ids: [MYSTERY] }).expect(201);
    await mailedToken(email);
    server.clock.set(new Date(START.getTime() + 11 * 60_000));
    await signUp({ email, category_ids: [6], adult_ok: true, free_only: true }).expect(201);
    const { uuid } = await server.deps.db.reader.findFirstOrThrow({ where: { email } });
    const preferences = async () => (await visitor(server).get(`/readers/${uuid}`).expect(200)).body.reader;
    expect(await preferences()).toMatchObject({ category_ids: [MYSTERY], adult_ok: false, free_only: false });
    await confirm(await mailedToken(email)).expect(200);
    expect(await preferences()).toMatchObject({ category_ids: [6], adult_ok: true, free_only: true });
  });

  it("by a stranger doesn't touch an unsubscribed reader's preferences until the mailbox confirms", async () => {
    const { email, uuid } = await createReader(server, { category_ids: [3, 4] });
    await visitor(server).patch(`/readers/${uuid}`).send({ paused_until: '2027-02-01' }).expect(200);
    await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
    server.clock.set(new Date(START.getTime() + 11 * 60_000));
    await signUp({ email, category_ids: [6], adult_ok: true, stores: ['kobo'] }).expect(201);
    const preferences = async () => (await visitor(server).get(`/readers/${uuid}`).expect(200)).body.reader;
    expect(await preferences()).toMatchObject({ category_ids: [3, 4], adult_ok: false, stores: [] });
    const token = await mailedToken(email);
    await confirm(token).expect(200);
    // The pause from before they left ends: the page promises the next newsletter.
    const requested = { category_ids: [6], adult_ok: true, stores: ['kobo'], status: 'active', paused_until: null };
    expect(await preferences()).toMatchObject(requested);
    await visitor(server)
      .patch(`/readers/${uuid}`)
      .send({ category_ids: [3], paused_until: '2027-03-01' })
      .expect(200);
    expect((await confirm(token).expect(200)).body.reader.category_ids).toEqual([3]);
    expect(await preferences()).toMatchObject({ ...requested, category_ids: [3], paused_until: '2027-03-01' });
  });

  it('sends a link that still works for a week after its first use', async () => {
    await signUp({ email: 'used@example.test' }).expect(201);
    const token = await mailedToken('used@example.test');
    await confirm(token).expect(200);
    server.clock.set(new Date(START.getTime() + 7 * DAY_MS));
    await confirm(token).expect(200);
    server.clock.set(new Date(START.getTime() + 7 * DAY_MS + 1));
    await confirm(token).expect(422);
    await deleteUnconfirmed(server.deps);
    const reader = await server.deps.db.reader.findFirstOrThrow({ where: { email: 'used@example.test' } });
    expect(reader).toMatchObject({ status: 'active', confirm_token_hash: null });
  });

  it('reports invalid fields and creates no reader', async () => {
    const changed = await tablesChangedBy(server, async () => {
      const nothing = await visitor(server).post('/readers').send({}).expect(422);
      expect(nothing.body).toEqual({
        errors: {
          email: ["can't be blank"],
          category_ids: ["can't be blank"],
          full_messages: ["Email can't be blank", "Category can't be blank"],
        },
      });
      const refusals: [object, string, string][] = [
        [{ email: 'nobody' }, 'email', 'isn’t a valid email address'],
        [{ email: 'a@example.test\r\nBcc: b@example.test' }, 'email', 'isn’t a valid email address'],
        [{ email: 'a@example.test', category_ids: [] }, 'category_ids', 'needs at least 1'],
        [
          { email: 'a@example.test', category_ids: [999] },
          'category_ids',
          'includes a category that no longer exists; reload the page and choose again',
        ],
        [
          { email: 'a@example.test', stores: ['apple'] },
          'stores',
          'must be one of: amazon, ibooks, barnes_and_noble, google_play, kobo',
        ],
        [{ email: 'a@example.test', max_price_cents: -1 }, 'max_price_cents', 'must be at least 0'],
        [{ email: 'a@example.test', country: 'Canada' }, 'country', 'is not a two-letter country code'],
      ];
      for (const [body, field, message] of refusals) {
        const res = await signUp(body).expect(422);
        expect(res.body.errors[field]).toEqual([message]);
      }
    });
    expect(changed).toEqual([]);
  });

  it('sends a link that is valid for seven days', async () => {
    await signUp({ email: 'slow@example.test' }).expect(201);
    await signUp({ email: 'slower@example.test' }).expect(201);
    const [slow, slower] = [await mailedToken('slow@example.test'), await mailedToken('slower@example.test')];
    server.clock.set(new Date(START.getTime() + 7 * DAY_MS));
    await confirm(slow).expect(200);
    server.clock.set(new Date(START.getTime() + 7 * DAY_MS + 1));
    const expired = await confirm(slower).expect(422);
    const unknown = await confirm('nobody').expect(422);
    expect(expired.body).toEqual(unknown.body);
    expect(expired.body.errors.token).toEqual([
      'This link isn’t valid anymore. Please sign up again and we’ll send you a new one.',
    ]);
    await confirm('\0').expect(422);
    await confirm(undefined).expect(422);
  });

  it('sends no email to an erased reader who had complained', async () => {
    const { email, uuid } = await createReader(server);
    await server.deps.db.reader.update({ where: { uuid }, data: { status: 'complained' } });
    await visitor(server).delete(`/readers/${uuid}`).expect(204);
    const before = await server.emailsTo(email);
    expect((await signUp({ email }).expect(201)).text).toBe(SIGN_UP_RESPONSE);
    expect(await server.emailsTo(email)).toHaveLength(before.length);
    expect(await server.deps.db.reader.count({ where: { email } })).toBe(0);
  });

  it.each(['complained', 'bounced'] as const)('sends no email to a reader who %s', async (status) => {
    const { email, uuid } = await createReader(server);
    await server.deps.db.reader.update({ where: { uuid }, data: { status } });
    const before = await server.emailsTo(email);
    expect((await signUp({ email }).expect(201)).text).toBe(SIGN_UP_RESPONSE);
    expect(await server.emailsTo(email)).toHaveLength(before.length);
    expect(await statusOf(uuid)).toBe(status);
  });
});

describe('signing up again', () => {
  const emailsSince = async (email: string, before: number) => (await server.emailsTo(email)).length - before;
  const bounce = (reader_id: number, type: 'soft_bounce' | 'hard_bounce', at: Date) =>
    server.deps.db.$transaction((tx) =>
      recordMailEvent(server.deps, tx, {
        ...{ type, reader_id, at, email: null, newsletter_id: null, mail_id: null, diagnostic: null },
        dedupe: randomUUID(),
      }),
    );
  const bouncedReader = async (type: 'soft_bounce' | 'hard_bounce') => {
    const reader = await createReader(server);
    const id = await idOf(reader.uuid);
    for (let n = 0; n < (type === 'soft_bounce' ? 3 : 1); n++) await bounce(id, type, START);
    expect(await statusOf(reader.uuid)).toBe('bounced');
    return { ...reader, id, emailCount: (await server.emailsTo(reader.email)).length };
  };
  const daysLater = (days: number) => server.clock.set(new Date(START.getTime() + days * DAY_MS));

  it('is possible thirty days after soft bounces, with a new confirmation', async () => {
    const { email, uuid, emailCount } = await bouncedReader('soft_bounce');
    // Earlier versions stored soft bounces under the reason for hard ones.
    await server.deps.db.suppression.updateMany({ data: { reason: 'bounced' } });
    daysLater(30 - 1 / DAY_MS);
    expect((await signUp({ email }).expect(201)).text).toBe(SIGN_UP_RESPONSE);
    expect([await emailsSince(email, emailCount), await statusOf(uuid)]).toEqual([0, 'bounced']);
    daysLater(30);
    expect((await signUp({ email }).expect(201)).text).toBe(SIGN_UP_RESPONSE);
    expect([await emailsSince(email, emailCount), await statusOf(uuid)]).toEqual([1, 'pending']);
    server.clock.set(new Date(server.clock.now().getTime() + 11 * 60_000));
    await signUp({ email }).expect(201);
    expect(await emailsSince(email, emailCount)).toBe(2);
    await confirm(await mailedToken(email)).expect(200);
    expect(await statusOf(uuid)).toBe('active');
  });

  it('is possible thirty days after soft bounces for an erased reader too', async () => {
    const { email, uuid } = await bouncedReader('soft_bounce');
    await visitor(server).delete(`/readers/${uuid}`).expect(204);
    daysLater(29);
    await signUp({ email }).expect(201);
    expect(await server.deps.db.reader.count({ where: { email } })).toBe(0);
    daysLater(30);
    await signUp({ email }).expect(201);
    expect(await server.deps.db.reader.count({ where: { email } })).toBe(1);
  });

  it("isn't possible after a hard bounce or a complaint, however long ago", async () => {
    const hard = await bouncedReader('hard_bounce');
    const erased = await bouncedReader('hard_bounce');
    const soft = await bouncedReader('soft_bounce');
    await bounce(soft.id, 'hard_bounce', START);
    await visitor(server).delete(`/readers/${erased.uuid}`).expect(204);
    await server.deps.db.suppression.deleteMany({ where: { reason: 'soft_bounced' } });
    const complained = await bouncedReader('soft_bounce');
    await server.deps.db.suppression.updateMany({ where: { reason: 'soft_bounced' }, data: { reason: 'complained' } });
    daysLater(400);
    for (const { email, emailCount } of [hard, soft, complained]) {
      expect((await signUp({ email }).expect(201)).text).toBe(SIGN_UP_RESPONSE);
      expect(await emailsSince(email, emailCount)).toBe(0);
    }
    expect((await signUp({ email: erased.email }).expect(201)).text).toBe(SIGN_UP_RESPONSE);
    expect(await server.deps.db.reader.count({ where: { email: erased.email } })).toBe(0);
  });

  it('is possible when staff lift the bounce with a reason; earlier bounces no longer count', async () => {
    const staff = await createStaff(server);
    const { id, email, uuid, emailCount } = await bouncedReader('hard_bounce');
    const lift = (body: object) => staff.post(`/admin/readers/${id}/lift_bounce`).send(body);
    await lift({}).expect(422);
    const { body } = await lift({ reason: 'The mailbox was moved by mistake.' }).expect(200);
    expect(body).toMatchObject({
      message: 'The bounce was cleared. The reader will get newsletters again.',
      reader: { status: 'active' },
    });
    const where = { entity: 'reader', entity_id: String(id), action: 'lift_bounce' };
    expect(await server.deps.db.auditEvent.findMany({ where })).toMatchObject([
      { actor_id: staff.id, reason: 'The mailbox was moved by mistake.' },
    ]);
    await lift({ reason: 'Again.' }).expect(409);
    await visitor(server).post(`/readers/${uuid}/unsubscribe`).expect(200);
    await signUp({ email }).expect(201);
    expect(await emailsSince(email, emailCount)).toBe(1);

    await confirm(await mailedToken(email)).expect(200);
    server.clock.set(new Date(START.getTime() + 1));
    for (let n = 0; n < 3; n++) await bounce(id, 'soft_bounce', server.clock.now());
    expect(await statusOf(uuid)).toBe('bounced');
    daysLater(31);
    await signUp({ email }).expect(201);
    expect(await emailsSince(email, emailCount)).toBe(2);

    server.clock.set(START);
    const soft = await bouncedReader('soft_bounce');
    await staff.post(`/admin/readers/${soft.id}/lift_bounce`).send({ reason: 'Emptied.' }).expect(200);
    server.clock.set(new Date(START.getTime() + 1));
    await bounce(soft.id, 'soft_bounce', server.clock.now());
    expect(await statusOf(soft.uuid)).toBe('active');
  });

  it('is necessary for a reader who unsubscribed before or after the bounce that staff lift', async () => {
    const kindsOf = async (email: string) => {
      const kinds = [];
      for await (const { kind, hash } of optOutsSince(server.deps, START))
        if (hash === Buffer.from(emailHash(server.deps, email)).toString('hex')) kinds.push(kind);
      return kinds.filter((kind) => kind !== 'confirmed');
    };
    const lift = async (id: number) => {
      const staff = await createStaff(server);
      const { body } = await staff.post(`/admin/readers/${id}/lift_bounce`).send({ reason: 'Emptied.' }).expect(200);
      expect(body).toMatchObject({
        message: 'The bounce was cleared. The reader has unsubscribed, and can sign up and confirm again.',
        reader: { status: 'unsubscribed' },
      });
      await server.settle();
    };
    const leave = [
      ({ id }: { id: number }) =>
        visitor(server)
          .post(`/unsubscribe/${unsubscribeToken(id)}`)
          .expect(200),
      ({ uuid }: { uuid: string }) => visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200),
    ];
    for (const unsubscribe of leave) {
      const after = await bouncedReader('soft_bounce');
      await unsubscribe(after);
      await unsubscribe(after);
      // An unsubscribe doesn't lift a bounce.
      expect(await statusOf(after.uuid)).toBe('bounced');
      expect(await kindsOf(after.email)).toEqual(['unsubscribed']);
      server.clock.set(new Date(START.getTime() + 1));
      await lift(after.id);
      expect(await kindsOf(after.email)).toEqual(['unsubscribed', 'unsubscribed']);
      server.clock.set(START);
    }

    const { email, uuid } = await createReader(server);
    const id = await idOf(uuid);
    await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
    daysLater(60);
    await signUp({ email }).expect(201);
    await bounce(id, 'hard_bounce', server.clock.now());
    expect(await statusOf(uuid)).toBe('bounced');
    await lift(id);
  });

  it('still needs a sunset reader’s confirmation after staff lift a bounce of the confirmation email', async () => {
    const staff = await createStaff(server);
    const { email, uuid } = await createReader(server);
    const id = await idOf(uuid);
    await server.deps.db.reader.update({ where: { id }, data: { status: 'sunset' } });
    await signUp({ email }).expect(201);
    await bounce(id, 'hard_bounce', START);
    await staff.post(`/admin/readers/${id}/lift_bounce`).send({ reason: 'Moved.' }).expect(200);
    expect(await statusOf(uuid)).toBe('pending');
  });

  it("can't be allowed by staff after a complaint", async () => {
    const staff = await createStaff(server);
    const { uuid } = await createReader(server);
    const id = await idOf(uuid);
    await server.deps.db.reader.update({ where: { id }, data: { status: 'complained' } });
    await staff.post(`/admin/readers/${id}/lift_bounce`).send({ reason: 'They asked.' }).expect(409);
    expect(await statusOf(uuid)).toBe('complained');
  });

  it('is possible for an erased reader who had unsubscribed', async () => {
    const { email, uuid } = await createReader(server);
    await visitor(server).post(`/readers/${uuid}/unsubscribe`).expect(200);
    await visitor(server).delete(`/readers/${uuid}`).expect(204);
    expect(await server.deps.db.suppression.count({ where: { reason: 'unsubscribed' } })).toBe(1);
    const emailCount = (await server.emailsTo(email)).length;
    await signUp({ email }).expect(201);
    expect(await emailsSince(email, emailCount)).toBe(1);
    expect((await confirm(await mailedToken(email)).expect(200)).body.reader.status).toBe('active');
  });
});

describe('preferences', () => {
  it('can be read and changed by anyone with the uuid', async () => {
    const { uuid, email } = await createReader(server);
    const change = {
      category_ids: [6, 3],
      free_only: true,
      paused_until: '2027-01-15',
    };
    const withRefusedFields = { ...change, status: 'bounced', email: 'x@example.test' };
    const refused = await visitor(server).patch(`/readers/${uuid}`).send(withRefusedFields).expect(422);
    expect(Object.keys(refused.body.errors)).toEqual(['status', 'email', 'full_messages']);
    const res = await visitor(server).patch(`/readers/${uuid}/`).send(change).expect(200);
    expect(res.body.reader).toMatchObject({
      email,
      status: 'active',
      category_ids: [3, 6],
      free_only: true,
      paused_until: '2027-01-15',
      frequency: 'daily',
    });
    const resumed = await visitor(server).patch(`/readers/${uuid}`).send({ paused_until: null }).expect(200);
    expect(resumed.body.reader).toMatchObject({ paused_until: null, category_ids: [3, 6] });
    const changed = await tablesChangedBy(server, async () => {
      const unknown = await visitor(server)
        .patch(`/readers/${uuid}`)
        .send({ category_ids: [999], free_only: false });
      expect([unknown.status, unknown.body.errors.category_ids]).toEqual([
        422,
        ['includes a category that no longer exists; reload the page and choose again'],
      ]);
      for (const paused_until of ['2026-02-30', '0000-01-01']) {
        await visitor(server).patch(`/readers/${uuid}`).send({ paused_until }).expect(422);
        await visitor(server).post(`/readers/${uuid}/keep`).send({ paused_until }).expect(422);
      }
    });
    expect(changed).toEqual([]);
  });

  it('answer 404 under an unknown or malformed uuid', async () => {
    for (const uuid of [randomUUID(), '1', 'confirm', '%00']) {
      for (const request of [
        visitor(server).get(`/readers/${uuid}`),
        visitor(server).patch(`/readers/${uuid}`).send({ free_only: true }),
        visitor(server).delete(`/readers/${uuid}`),
        visitor(server).get(`/readers/${uuid}/export`),
        visitor(server).post(`/readers/${uuid}/unsubscribe`),
      ]) {
        const res = await request;
        expect([res.status, res.text]).toEqual([404, '{}']);
      }
    }
  });
});

describe('unsubscribing', () => {
  it('takes one click without a session, and gives everyone the same response', async () => {
    const { uuid } = await createReader(server);
    const token = unsubscribeToken(await idOf(uuid));
    const nobody = unsubscribeToken(999_999);
    const oneClick = (path: string) =>
      supertest(server.url).post(`/api/v1/unsubscribe/${path}`).type('form').send('List-Unsubscribe=One-Click');
    const responses = [await oneClick(token), await oneClick(token), await oneClick(nobody)];
    for (const res of responses) expect([res.status, res.text]).toEqual([200, '{"message":"You’re unsubscribed."}']);
    expect(await statusOf(uuid)).toBe('unsubscribed');
  });

  it("doesn't happen on GET or HEAD, or with a forged token", async () => {
    const { uuid } = await createReader(server);
    const token = unsubscribeToken(await idOf(uuid));
    const forged = [
      unsubscribeToken(await idOf(uuid), 'another secret'),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${token}A`,
      token.slice(1),
      'x',
      '%00',
    ];
    // Stores the day of the visit, so that later visits today don't change the row.
    await visitor(server).get(`/readers/${uuid}`).expect(200);
    const changed = await tablesChangedBy(server, async () => {
      for (const wrong of forged) {
        const res = await visitor(server).post(`/unsubscribe/${wrong}`);
        expect([res.status, res.text]).toEqual([404, '{}']);
      }
      for (const each of [token, 'x', '%00']) {
        const page = await visitor(server).get(`/unsubscribe/${each}`).redirects(0).expect(302);
        expect(page.headers.location).toBe(`/readers/unsubscribe?token=${each}`);
        expect(page.headers['content-type']).not.toContain('json');
      }
      await visitor(server).head(`/unsubscribe/${token}`).redirects(0).expect(302);
      await supertest(server.url).get(`/readers/unsubscribe?token=${token}`);
      await visitor(server).get(`/readers/${uuid}/unsubscribe`).expect(405);
      await visitor(server).get(`/readers/${uuid}`).expect(200);
      await visitor(server).head(`/readers/${uuid}`).expect(200);
    });
    expect(changed).toEqual([]);
    expect(await statusOf(uuid)).toBe('active');
  });

  it('stores the reason, and signing up again needs a new confirmation', async () => {
    const { uuid, email } = await createReader(server);
    const res = await visitor(server)
      .post(`/readers/${uuid}/unsubscribe`)
      .send({ reason: 'Too many mails' })
      .expect(200);
    expect(res.body.reader.status).toBe('unsubscribed');
    const row = await server.deps.db.reader.findUniqueOrThrow({ where: { uuid } });
    expect([row.unsubscribe_reason, row.unsubscribed_at]).toEqual(['Too many mails', START]);
    await signUp({ email }).expect(201);
    expect(await statusOf(uuid)).toBe('pending');
    expect((await confirm(await mailedToken(email)).expect(200)).body.reader).toMatchObject({ uuid, status: 'active' });
  });

  it('can be undone for an hour, but not for an address that staff suppressed', async () => {
    const { uuid, email } = await createReader(server);
    const id = await idOf(uuid);
    const unsubscribe = () => visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
    const undo = () => visitor(server).post(`/readers/${uuid}/resubscribe`);
    await undo().expect(200);
    await unsubscribe();
    server.clock.set(new Date(START.getTime() + HOUR_MS + 1));
    expect((await undo().expect(409)).body.errors.base[0]).toContain('sign up again');
    expect(await statusOf(uuid)).toBe('unsubscribed');
    server.clock.set(new Date(START.getTime() + HOUR_MS));
    expect((await undo().expect(200)).body.reader).toMatchObject({ uuid, status: 'active' });
    await server.settle();
    const kinds = [];
    for await (const { kind, hash } of optOutsSince(server.deps, START))
      if (hash === Buffer.from(emailHash(server.deps, email)).toString('hex')) kinds.push(kind);
    // A restore must not unsubscribe the reader again.
    expect(kinds).toEqual(['confirmed', 'unsubscribed', 'confirmed']);
    await unsubscribe();
    await server.deps.db.$transaction((tx) => suppressReader(server.deps, tx, { id, email, reason: 'staff' }));
    // A suppressed address can't sign up either, so the message doesn't suggest it.
    expect((await undo().expect(409)).body.errors.base).toEqual(['This can’t be undone anymore.']);
    expect(await statusOf(uuid)).toBe('unsubscribed');
  });

  it('can’t be undone for a sign-up that nobody confirmed', async () => {
    const { uuid, email } = await createReader(server);
    const leave = () => visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
    await leave();
    server.clock.set(new Date(START.getTime() + DAY_MS));
    await signUp({ email }).expect(201);
    await leave();
    await visitor(server).post(`/readers/${uuid}/resubscribe`).expect(409);
    expect(await statusOf(uuid)).toBe('unsubscribed');
  });

  it('by erasure deletes the reader and their emails, and the reader can export their data first', async () => {
    const { uuid, email } = await createReader(server);
    const exported = await visitor(server).get(`/readers/${uuid}/export`).expect(200);
    expect(exported.body).toEqual({
      reader: expect.objectContaining({ uuid, email }),
      deliveries: [],
      list: [],
      consent: null,
      visited_on: null,
      last_question: null,
      clicks: [],
    });
    expect(exported.headers['content-disposition']).toBe('attachment; filename=deckle-reader.json');
    const erasure = await visitor(server).delete(`/readers/${uuid}`).expect(204);
    expect(erasure.text).toBe('');
    await visitor(server).get(`/readers/${uuid}`).expect(404);
    const remainingEmails = await server.deps.db.mail.count({ where: { to: email } });
    expect(remainingEmails).toBe(0);
  });

  it('deletes no email of another reader, even if the erased address matches theirs as a pattern', async () => {
    for (const email of ['neighbor@example.test', 'n______r@example.test']) await signUp({ email }).expect(201);
    const { uuid } = await server.deps.db.reader.findUniqueOrThrow({ where: { email: 'n______r@example.test' } });
    await visitor(server).delete(`/readers/${uuid}`).expect(204);
    expect(await server.deps.db.mail.count({ where: { to: 'neighbor@example.test' } })).toBe(1);
  });
});

it('accepts the same sign-up, and the same change, from twenty simultaneous requests', async () => {
  const email = 'everywhere@example.test';
  const signUps = await Promise.all(Array.from({ length: 20 }, () => signUp({ email })));
  expect(signUps.map(({ status }) => status)).toEqual(Array(20).fill(201));
  const { uuid } = await server.deps.db.reader.findUniqueOrThrow({ where: { email } });
  const change = () =>
    visitor(server)
      .patch(`/readers/${uuid}`)
      .send({ category_ids: [1, 2, 3] });
  const changes = await Promise.all(Array.from({ length: 20 }, change));
  expect(changes.map(({ status, body }) => [status, body.reader?.category_ids])).toEqual(
    Array(20).fill([200, [1, 2, 3]]),
  );
});

describe('a concurrent change that is committed first', () => {
  /** Changes the reader in a transaction, and commits once the request is waiting for its lock. */
  async function whileChanging(change: string, email: string, request: () => PromiseLike<{ status: number }>) {
    const { pool } = server.deps;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(`${change} where email = $1`, [email]);
      // A request isn't sent until it is awaited.
      const pendingStatus = Promise.resolve(request()).then(({ status }) => status);
      await expect.poll(() => countLockWaits(server.deps)).toBe(1);
      await client.query('commit');
      return await pendingStatus;
    } finally {
      client.release();
    }
  }
  const storedStatus = async (email: string) =>
    (await server.deps.db.reader.findUniqueOrThrow({ where: { email } })).status;

  it('survives the confirmation: a reader who has unsubscribed by then stays unsubscribed', async () => {
    for (const status of ['unsubscribed', 'complained']) {
      const email = `${status}-first@example.test`;
      await signUp({ email }).expect(201);
      const token = await mailedToken(email);
      const responseStatus = await whileChanging(`update readers set status = '${status}'`, email, () =>
        confirm(token),
      );
      expect([responseStatus, await storedStatus(email)]).toEqual([422, status]);
    }
  });

  it('survives a repeated sign-up: a reader who has confirmed by then stays active', async () => {
    const email = 'confirmed-first@example.test';
    await signUp({ email }).expect(201);
    const responseStatus = await whileChanging(`update readers set status = 'active'`, email, () =>
      signUp({ email, category_ids: [6] }),
    );
    expect([responseStatus, await storedStatus(email)]).toEqual([201, 'active']);
  });

  it('can be an erasure: a simultaneous sign-up creates a new reader', async () => {
    const email = 'erased-first@example.test';
    await signUp({ email }).expect(201);
    await server.deps.pool.query('delete from mails where "to" = $1', [email]);
    await server.deps.pool.query('delete from reader_categories');
    expect(await whileChanging('delete from readers', email, () => signUp({ email }))).toBe(201);
    expect(await storedStatus(email)).toBe('pending');
  });
});

it('refuses the 301st sign-up from one network within an hour', async () => {
  await server.deps.pool.query('truncate rate_limits');
  const { readerSignUps } = server.deps.limits;
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) statuses.push((await signUp({ email: `burst-${i}@example.test` })).status);
  expect(statuses).toEqual([201, 201, 201]);
  expect([readerSignUps.points, readerSignUps.duration]).toEqual([300, 3600]);
  await server.deps.pool.query('update rate_limits set points = 300');
  const res = await signUp({ email: 'burst-4@example.test' }).expect(429);
  expect(Number(res.headers['retry-after'])).toBeGreaterThan(0);
  expect(res.body.errors.base).toHaveLength(1);
});
