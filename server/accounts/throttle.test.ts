/** Throttling after wrong passwords and codes: who is slowed down, for how long, and how staff lift it. */
import bcrypt from 'bcrypt';
import { generateSync } from 'otplib';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seal } from '#server/auth/totp.ts';
import { systemClock } from '#server/platform/clock.ts';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import { sessionOf } from '#server/testing/callers.ts';
import { as, createPartner, createStaff, credentialsOf, PASSWORD, visitor } from '#server/testing/factories.ts';
import { pauseSecondsAfter } from './throttle.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => server.close());
beforeEach(() => server.deps.pool.query('truncate rate_limits'));

const OWNER = '198.51.100.7';
const ATTACKER = '203.0.113.1';
const attacker = (n: number) => `203.0.113.${n + 1}`;

type Attempt = { from?: string; cookie?: string | null; role?: 'partner' | 'user'; otp?: string };
function signIn(email: string, password: string, { from = OWNER, cookie, role = 'partner', otp }: Attempt = {}) {
  const request = supertest(server.url).post(`/api/v1/${role}-auth/sign_in`).set('X-Forwarded-For', from);
  return (cookie ? request.set('Cookie', cookie) : request).send({ email, password, otp });
}
async function guess(email: string, times: number, attempt: Attempt = { from: ATTACKER }) {
  for (let i = 0; i < times; i++) await signIn(email, `guess ${i}`, attempt).expect(401);
}
const cookieOf = (res: supertest.Response) => {
  const [cookie] = (res.headers['set-cookie'] ?? []) as unknown as string[];
  return cookie ? cookie.split(';')[0]! : null;
};
const endPause = () => server.deps.pool.query("delete from rate_limits where key like 'sign_in_pause:%'");
/** Sets the count of wrong attempts of every account that has one. */
const setFailures = (points: number) =>
  server.deps.pool.query("update rate_limits set points = $1 where key like 'sign_in_account:%'", [points]);

describe('wrong passwords', () => {
  it('block the account in their own network, and in no other', async () => {
    const { email } = await createPartner(server, { card: null });
    await guess(email, 10);
    await signIn(email, PASSWORD, { from: ATTACKER }).expect(429);
    await signIn(email, PASSWORD).expect(200);
  });

  it('don’t block others in the network, however often the blocked one tries again', async () => {
    const [blocked, colleague] = [
      await createPartner(server, { card: null }),
      await createPartner(server, { card: null }),
    ];
    await guess(blocked.email, 10);
    await server.deps.pool.query("update rate_limits set points = 98 where key like 'sign_in_ip:%'");
    for (let i = 0; i < 5; i++) await signIn(blocked.email, PASSWORD, { from: ATTACKER }).expect(429);
    await signIn(colleague.email, PASSWORD, { from: ATTACKER }).expect(200);
  });

  it('from many networks slow the account down and never lock it', async () => {
    const { email } = await createPartner(server, { card: null });
    for (let i = 0; i < 3; i++) await guess(email, 1, { from: attacker(i) });
    await setFailures(39);
    await guess(email, 1, { from: attacker(4) });
    const throttled = await signIn(email, PASSWORD).expect(429);
    const seconds = Number(throttled.headers['retry-after']);
    expect(seconds).toBeGreaterThan(256);
    expect(seconds).toBeLessThanOrEqual(512);
    await endPause();
    await signIn(email, PASSWORD).expect(200);
  });

  it('beyond thirty make the next attempt wait longer each time, up to 15 minutes', () => {
    const pauses = [0, 30, 31, 32, 33, 40, 41, 500].map(pauseSecondsAfter);
    expect(pauses).toEqual([0, 0, 1, 2, 4, 512, 900, 900]);
  });

  it('from elsewhere stay counted when the owner signs in', async () => {
    const { email } = await createPartner(server, { card: null });
    await guess(email, 1);
    await setFailures(39);
    await signIn(email, PASSWORD).expect(200);
    await guess(email, 1, { from: attacker(40) });
    await signIn(email, 'another guess', { from: attacker(41) }).expect(429);
  });

  it("don't include attempts rejected during a pause", async () => {
    const { email } = await createPartner(server, { card: null });
    await guess(email, 1);
    await setFailures(41);
    await guess(email, 1, { from: attacker(50) });
    for (let i = 0; i < 15; i++) await signIn(email, PASSWORD).expect(429);
    await endPause();
    await signIn(email, PASSWORD).expect(200);
  });
});

it('lets the owner enter the code right after the password, despite wrong guesses from elsewhere', async () => {
  const { email, id } = await createPartner(server, { card: null });
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const totp_secret = seal(server.deps.config.appSecret, secret);
  await server.deps.db.partner.update({ where: { id }, data: { totp_secret, totp_enabled_at: START } });
  await guess(email, 1);
  await setFailures(40);
  expect((await signIn(email, PASSWORD).expect(401)).body.code).toBe('otp_required');
  const otp = generateSync({ secret, epoch: Math.floor(systemClock.now().getTime() / 1000) });
  await signIn(email, PASSWORD, { otp }).expect(200);
});

describe('a browser that signed in before', () => {
  it("is marked by a cookie that scripts and other sites can't use", async () => {
    const { email } = await createPartner(server, { card: null });
    const [cookie] = (await signIn(email, PASSWORD).expect(200)).headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(
      /^partner_device=[\w-]{64}; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
  });

  it('gets a Secure cookie bound to the host over https', async () => {
    const https = await startTestServer({ env: { APP_URL: 'https://deckle.example', PUBLIC_DEMO: '1' } });
    const { email } = await createPartner(https, { card: null });
    const res = await visitor(https).post('/partner-auth/sign_in').send({ email, password: PASSWORD }).expect(200);
    const [cookie] = res.headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(/^__Host-partner_device=[\w-]{64}; .*HttpOnly; Secure; SameSite=Strict$/);
    await https.close();
  });

  it("isn't blocked by others' guesses, and has its own count", async () => {
    const { email } = await createPartner(server, { card: null });
    const cookie = cookieOf(await signIn(email, PASSWORD).expect(200));
    await guess(email, 10, { from: OWNER });
    await setFailures(100);
    await signIn(email, PASSWORD).expect(429);
    await guess(email, 9, { cookie });
    await signIn(email, PASSWORD, { cookie }).expect(200);
    await guess(email, 10, { cookie });
    await signIn(email, PASSWORD, { cookie }).expect(429);
  });

  it('is known only to its account, and only with an unaltered cookie', async () => {
    const { email } = await createPartner(server, { card: null });
    const other = await createPartner(server, { card: null });
    const cookie = cookieOf(await signIn(email, PASSWORD).expect(200))!;
    const foreign = cookieOf(await signIn(other.email, PASSWORD).expect(200))!;
    await guess(email, 10, { from: OWNER });
    const forged = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [
      foreign,
      forged,
      'partner_device=',
      `user_device=${cookie.split('=')[1]}`,
      'partner_device=AAAA',
    ])
      await signIn(email, PASSWORD, { cookie: wrong }).expect(429);
    await signIn(email, PASSWORD, { cookie: `theme=dark; ${cookie}` }).expect(200);
  });

  it('is unknown after a password change, since someone else may have known the password', async () => {
    const partner = await createPartner(server, { card: null });
    const old = cookieOf(await signIn(partner.email, PASSWORD).expect(200));
    const password = 'quite another passphrase';
    const changed = await partner
      .patch('/partner-auth/password')
      .send({ password, password_confirmation: password, current_password: PASSWORD })
      .expect(200);
    await guess(partner.email, 10, { from: OWNER });
    await signIn(partner.email, password, { cookie: old }).expect(429);
    await signIn(partner.email, password, { cookie: cookieOf(changed) }).expect(200);
  });

  it('stays known when its password is rehashed', async () => {
    const partner = await createPartner(server, { card: null });
    const encrypted_password = await bcrypt.hash(PASSWORD, 4);
    await server.deps.db.partner.update({ where: { id: partner.id }, data: { encrypted_password } });
    const cookie = cookieOf(await signIn(partner.email, PASSWORD).expect(200));
    await guess(partner.email, 10, { from: OWNER });
    await signIn(partner.email, PASSWORD, { cookie }).expect(200);
  });

  it("isn't marked by a session alone, which could then guess ten more passwords", async () => {
    const partner = await createPartner(server, { card: null });
    expect(cookieOf(await partner.get('/partner-auth/validate_token').expect(200))).toBeNull();
    expect(cookieOf(await partner.patch('/partner-auth').send({ name: 'Ada Q.' }).expect(200))).toBeNull();
    const moved = await partner
      .patch('/partner-auth')
      .send({ email: `moved-${partner.email}`, current_password: PASSWORD })
      .expect(200);
    expect(cookieOf(moved)).toMatch(/^partner_device=/);
  });

  it('also includes one that signed up or chose a new password', async () => {
    const email = 'new.here@example.test';
    const account = { email, password: PASSWORD, password_confirmation: PASSWORD, name: 'Nell Marsh' };
    const signedUp = await visitor(server).post('/partner-auth').send(account).expect(200);
    expect(cookieOf(signedUp)).toMatch(/^partner_device=/);
    const change = { password: 'quite another passphrase', password_confirmation: 'quite another passphrase' };
    const changed = await as(server, credentialsOf(signedUp, 'partner'))
      .patch('/partner-auth/password')
      .send({ ...change, current_password: PASSWORD })
      .expect(200);
    expect(cookieOf(changed)).toMatch(/^partner_device=/);
  });
});

describe('a session', () => {
  const change = { password: 'quite another passphrase', password_confirmation: 'quite another passphrase' };
  const setPassword = (client: ReturnType<typeof as>, current_password: string) =>
    client.patch('/partner-auth/password').send({ ...change, current_password });

  it('can change its password while strangers guess at sign-in', async () => {
    const partner = await createPartner(server, { card: null });
    await guess(partner.email, 10);
    await setFailures(100);
    await setPassword(partner, PASSWORD).expect(200);
  });

  it("isn't blocked by wrong proofs of another session", async () => {
    const partner = await createPartner(server, { card: null });
    const stolen = as(server, credentialsOf(await signIn(partner.email, PASSWORD).expect(200), 'partner'));
    for (let i = 0; i < 10; i++) await setPassword(stolen, `guess ${i}`).expect(422);
    await setPassword(stolen, PASSWORD).expect(429);
    await setPassword(partner, PASSWORD).expect(200);
  });
});

it('counts wrong codes after emailed links by account, even if the link is opened repeatedly', async () => {
  const staff = await createStaff(server);
  const uid = staff.headers.uid!;
  const totp_secret = seal(server.deps.config.appSecret, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  await server.deps.db.user.update({ where: { id: staff.id }, data: { totp_secret, totp_enabled_at: START } });
  const setPassword = async () => {
    const headers = await sessionOf(server, 'user', uid, 'password_reset');
    const password = 'quite another passphrase';
    return as(server, headers)
      .patch('/user-auth/password')
      .send({ password, password_confirmation: password, otp: 'ABCD-EFGH-JKMN' });
  };
  for (let i = 0; i < 10; i++) expect((await setPassword()).body.code).toBe('otp_invalid');
  expect((await setPassword()).status).toBe(429);
});

describe('staff', () => {
  it("can lift a partner's throttle, which the audit log records", async () => {
    const { email, id } = await createPartner(server, { card: null });
    const editor = await createStaff(server);
    const lift = () => editor.post(`/admin/partners/${id}/lift_throttle`).send({}).expect(200);
    const cookie = cookieOf(await signIn(email, PASSWORD).expect(200));
    expect((await lift()).body.message).toBe('There were no failed sign-ins.');
    await guess(email, 10, { from: OWNER });
    await guess(email, 10, { cookie });
    await setFailures(60);
    await guess(email, 1);
    for (const attempt of [{}, { cookie }, { from: attacker(60) }]) await signIn(email, PASSWORD, attempt).expect(429);
    expect((await lift()).body.message).toBe('Their failed sign-ins were reset.');
    await signIn(email, PASSWORD, { cookie }).expect(200);
    await signIn(email, PASSWORD).expect(200);
    await signIn(email, PASSWORD, { from: attacker(60) }).expect(200);
    const where = { entity: 'partner', entity_id: String(id), action: 'lift_throttle', actor_id: editor.id };
    expect(await server.deps.db.auditEvent.count({ where })).toBe(2);
  });

  it("can lift a staff member's throttle only as administrators", async () => {
    const staff = await createStaff(server);
    const email = staff.headers.uid!;
    await guess(email, 10, { from: OWNER, role: 'user' });
    await signIn(email, PASSWORD, { role: 'user' }).expect(429);
    const editor = await createStaff(server);
    await editor.post(`/admin/staff/${staff.id}/lift_throttle`).send({}).expect(422);
    const admin = await createStaff(server, 'admin');
    await admin.post(`/admin/staff/${staff.id}/lift_throttle`).send({}).expect(200);
    await signIn(email, PASSWORD, { role: 'user' }).expect(200);
  });

  it("lift only the chosen account's throttle", async () => {
    const { id } = await createPartner(server, { card: null });
    const neighbor = await createPartner(server, { card: null });
    await guess(neighbor.email, 10, { from: OWNER });
    const editor = await createStaff(server);
    await editor.post(`/admin/partners/${id}/lift_throttle`).send({}).expect(200);
    await signIn(neighbor.email, PASSWORD).expect(429);
  });
});
