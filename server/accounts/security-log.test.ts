/** The security log: events of accounts and refusals, and the administrators' screen. */
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  type Client,
  createPartner,
  createPromotion,
  createStaff,
  PASSWORD,
  visitor,
} from '#server/testing/factories.ts';
import { badCredentials } from './auth-errors.ts';
import { recordRefusals } from './refusal-events.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.pool.query('truncate rate_limits, security_events');
  server.clock.set(START);
});

const events = async () =>
  (await server.deps.db.securityEvent.findMany({ orderBy: { id: 'asc' } })).map(({ kind, actor, count }) =>
    [kind, actor, count].join(' '),
  );
const signIn = (email: string, password = PASSWORD, role = 'partner') =>
  visitor(server).post(`/${role}-auth/sign_in`).send({ email, password });
const NEW_PASSWORD = { password: 'quite another passphrase', password_confirmation: 'quite another passphrase' };

describe('an account', () => {
  it('records sign-ins, wrong passwords, and refused attempts, counted by the minute', async () => {
    const { id, email } = await createPartner(server, { card: null });
    await signIn(email).expect(200);
    for (let i = 0; i < 10; i++) await signIn(email, `guess ${i}`).expect(401);
    for (let i = 0; i < 2; i++) await signIn(email).expect(429);
    await signIn('nobody@example.test').expect(401);
    expect(await events()).toEqual([
      `sign_in partner:${id} 1`,
      `sign_in_failed partner:${id} 10`,
      `throttled partner:${id} 2`,
      'sign_in_failed  1',
    ]);
  });

  it('gets the refusal even if its account can’t be looked up for the log', async () => {
    const refusal = badCredentials();
    const noDatabase = () => Promise.reject(new Error('The database is gone.'));
    const refused = recordRefusals(server.deps, noDatabase, () => Promise.reject(refusal));
    await expect(refused).rejects.toBe(refusal);
  });

  it('records resets: requested, used, and requested for unknown addresses', async () => {
    const { id, email } = await createPartner(server, { card: null });
    const redirect_url = `${server.url}/partners/password/reset`;
    for (const address of [email, 'nobody@example.test'])
      await visitor(server).post('/partner-auth/password').send({ email: address, redirect_url }).expect(200);
    const [mail] = await server.emailsTo(email);
    const opened = await fetch(/http:\S+\/password\/edit\?\S+/.exec(mail!.text)![0], { redirect: 'manual' });
    const query = new URL(opened.headers.get('location')!).searchParams;
    const headers = { 'access-token': query.get('token')!, client: query.get('client')!, uid: email };
    await as(server, { 'resource-type': 'partner', ...headers })
      .patch('/partner-auth/password')
      .send(NEW_PASSWORD)
      .expect(200);
    expect((await events()).sort()).toEqual([
      'reset_asked  1',
      `reset_asked partner:${id} 1`,
      `reset_used partner:${id} 1`,
    ]);
    const rows = await server.deps.db.securityEvent.findMany({ where: { kind: 'reset_asked' } });
    expect(new Set(rows.map(({ network }) => network)).size).toBe(1);
    expect(rows[0]!.network).toMatch(/^[\w-]{22}$/);
  });

  it('records wrong proofs and password changes within a session', async () => {
    const partner = await createPartner(server, { card: null });
    const change = (current_password: string) =>
      partner.patch('/partner-auth/password').send({ ...NEW_PASSWORD, current_password });
    await change('').expect(422);
    await change('a guess').expect(422);
    await change(PASSWORD).expect(200);
    expect(await events()).toEqual([
      `proof_failed partner:${partner.id} 1`,
      `password_changed partner:${partner.id} 1`,
    ]);
  });

  it('records when its second factor is turned on and off, and wrong codes', async () => {
    const staff = await createStaff(server);
    const path = '/user-auth/second_factor';
    const { secret } = (await staff.post(path).send({ current_password: PASSWORD }).expect(200)).body;
    const code = (steps: number) =>
      generateSync({ secret, epoch: Math.floor(systemClock.now().getTime() / 1000) + steps * 30 });
    await staff
      .post(`${path}/confirm`)
      .send({ otp: code(-1) })
      .expect(200);
    await signIn(staff.headers.uid!, PASSWORD, 'user').expect(401);
    await visitor(server)
      .post('/user-auth/sign_in')
      .send({ email: staff.headers.uid, password: PASSWORD, otp: '000000' })
      .expect(401);
    await staff
      .post(`${path}/end`)
      .send({ current_password: PASSWORD, otp: code(0) })
      .expect(200);
    expect(await events()).toEqual(
      ['on', 'failed', 'off'].map((suffix) => `second_factor_${suffix} user:${staff.id} 1`),
    );
  });
});

describe('a signed-in person', () => {
  it("is recorded for making calls of the other role, requesting others' records, or lacking a right", async () => {
    const { id } = await createPromotion(server);
    const [partner, editor] = [await createPartner(server, { card: null }), await createStaff(server)];
    await server.deps.pool.query('truncate security_events');
    await partner.get('/newsletters').expect(403);
    await partner.get(`/promotions/${id}`).expect(404);
    await partner.post(`/promotions/${id}/cancel`).expect(404);
    const { id: owner } = await createPartner(server, { card: null });
    await editor.post(`/admin/partners/${owner}/block`).send({ reason: 'No.' }).expect(422);
    await editor.get('/admin/staff').expect(404);
    expect(await events()).toEqual([`access_refused partner:${partner.id} 3`, `access_refused user:${editor.id} 2`]);
    const [first] = await server.deps.db.securityEvent.findMany({ orderBy: { id: 'asc' } });
    expect(first!.detail).toBe('GET /api/v1/newsletters');
  });

  it("isn't recorded for a nonexistent path or invalid input, nor is a visitor's refused access", async () => {
    const { id } = await createPromotion(server);
    const partner = await createPartner(server, { card: null });
    await server.deps.pool.query('truncate security_events');
    await partner.get('/no-such-call').expect(404);
    await partner.get('/books/B0NOBODYX1/amazon_api_data').expect(404);
    await partner.post('/promotions').send({}).expect(422);
    await visitor(server).get(`/promotions/${id}`).expect(401);
    await visitor(server).get('/authors/999999?public=true').expect(404);
    expect(await events()).toEqual([]);
  });
});

describe('administrators', () => {
  it('can filter the log by kind, account, and time, and see an account’s number of events', async () => {
    const { id, email } = await createPartner(server, { card: null });
    await signIn(email).expect(200);
    await signIn('nobody@example.test').expect(401);
    server.clock.set(new Date('2026-12-02T15:00:00Z'));
    await signIn(email, 'a guess').expect(401);
    const admin = await createStaff(server, 'admin');
    const listed = async (query: string) =>
      (await admin.get(`/admin/security_events?${query}`).expect(200)).body.security_events.map(
        (event: { kind: string; actor: string }) => `${event.kind} ${event.actor}`,
      );
    const actor = `partner:${id}`;
    expect(await listed('')).toEqual([`sign_in_failed ${actor}`, 'sign_in_failed ', `sign_in ${actor}`]);
    expect(await listed('kind=sign_in')).toEqual([`sign_in ${actor}`]);
    expect(await listed(`actor=${actor}&minute_from=2026-12-02`)).toEqual([`sign_in_failed ${actor}`]);
    expect(await listed('minute_to=2026-12-01&kind=sign_in_failed')).toEqual(['sign_in_failed ']);
    const { linked } = (await admin.get(`/admin/partners/${id}`).expect(200)).body;
    expect(linked).toContainEqual({
      entity: 'security_events',
      label: 'Security log',
      total_count: 2,
      query: { actor },
    });
  });

  it('are the only staff who can see the log', async () => {
    const { id } = await createPartner(server, { card: null });
    const linkedFor = async (staff: Client) =>
      (await staff.get(`/admin/partners/${id}`).expect(200)).body.linked.map((one: { entity: string }) => one.entity);
    const editor = await createStaff(server);
    await editor.get('/admin/security_events').expect(404);
    expect(await linkedFor(editor)).not.toContain('security_events');
    const admin = await createStaff(server, 'admin');
    await admin.get('/admin/security_events').expect(200);
    expect(await linkedFor(admin)).toContain('security_events');
  });
});
