/** Session lifetime, ownership, and the limit on attempts. */
import bcrypt from 'bcrypt';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  type Client,
  createPartner,
  createStaff,
  credentialsOf,
  PASSWORD,
  visitor,
} from '#server/testing/factories.ts';

const SIGN_IN_FIRST = '{"errors":["You need to sign in or sign up before continuing."]}';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => server.clock.set(START));

const signIn = (email: string, password = PASSWORD, role = 'partner') =>
  visitor(server).post(`/${role}-auth/sign_in`).send({ email, password });

async function newSession(email: string): Promise<Client> {
  return as(server, credentialsOf(await signIn(email).expect(200), 'partner'));
}

async function expectRefused(client: Client, path = '/credit_cards') {
  const res = await client.get(path);
  expect([res.status, res.text]).toEqual([401, SIGN_IN_FIRST]);
  expect(res.headers).not.toHaveProperty('access-token');
}

const setHoursAfterStart = (hours: number) => server.clock.set(new Date(START.getTime() + hours * 3_600_000));

describe('a session', () => {
  it('requires its exact role, token, and client, and its address regardless of case', async () => {
    const partner = await createPartner(server, { card: null });
    const other = await createPartner(server, { card: null });
    const { headers } = partner;
    const forged = `${headers['access-token']!.slice(0, -1)}${headers['access-token']!.endsWith('A') ? 'B' : 'A'}`;
    const wrongHeaders: Record<string, string>[] = [
      { 'resource-type': 'user' },
      { 'resource-type': 'Partner' },
      { 'resource-type': '' },
      { 'access-token': forged },
      { 'access-token': other.headers['access-token']! },
      { client: other.headers.client! },
      { client: 'nobody' },
      { uid: other.email },
      { uid: '' },
    ];
    for (const wrong of wrongHeaders) await expectRefused(as(server, { ...headers, ...wrong }));
    await expectRefused(as(server, { ...headers, 'resource-type': 'user' }), '/newsletters');
    await expectRefused(visitor(server));
    await as(server, { ...headers, uid: partner.email.toUpperCase() })
      .get('/credit_cards')
      .expect(200);
  });

  it('of a partner gives no access to a staff account with the same id and address', async () => {
    const { id, email: uid, headers } = await createPartner(server, { card: null });
    await server.deps.db.user.create({ data: { id: id + 1000, uid, name: 'Ada Quill', encrypted_password: 'none' } });
    await server.deps.db.$executeRaw`update partners set id = ${id + 1000} where id = ${id}`;
    await server.deps.db.authToken.updateMany({ where: { resource_id: id }, data: { resource_id: id + 1000 } });
    await as(server, headers).get('/credit_cards').expect(200);
    await expectRefused(as(server, { ...headers, 'resource-type': 'user' }), '/newsletters');
  });

  it('gets 403 instead of 401 on calls of the other role', async () => {
    const partner = await createPartner(server, { card: null });
    const staff = await createStaff(server);
    const onlyStaff = await partner.get('/newsletters');
    expect([onlyStaff.status, onlyStaff.text]).toEqual([403, '{"errors":["Only staff can do this."]}']);
    const onlyPartners = await staff.get('/credit_cards');
    expect([onlyPartners.status, onlyPartners.text]).toEqual([403, '{"errors":["Only partners can do this."]}']);
  });

  it('is one of at most ten per account: an eleventh ends the oldest', async () => {
    const partner = await createPartner(server, { card: null });
    const sessions: Client[] = [];
    for (let i = 0; i < 10; i++) sessions.push(await newSession(partner.email));
    await expectRefused(partner);
    for (const session of sessions) await session.get('/credit_cards').expect(200);
  });

  it('of a partner lasts fourteen days, used or not', async () => {
    const partner = await createPartner(server, { card: null });
    setHoursAfterStart(14 * 24 - 0.001);
    const res = await partner.get('/credit_cards').expect(200);
    expect(res.headers.expiry).toBe('1797346800');
    setHoursAfterStart(14 * 24);
    await expectRefused(partner);
  });

  it('of staff ends after twelve idle hours', async () => {
    const staff = await createStaff(server);
    for (const hours of [11, 22, 34]) {
      setHoursAfterStart(hours);
      await staff.get('/newsletters').expect(200);
    }
    setHoursAfterStart(46.001);
    await expectRefused(staff, '/newsletters');
  });

  it('is replaced when it sets a new password, which ends all other sessions', async () => {
    const partner = await createPartner(server, { card: null });
    const elsewhere = await newSession(partner.email);
    const password = 'quite another passphrase';
    const change = { password, password_confirmation: password };
    await partner.patch('/partner-auth').send(change).expect(422);
    await elsewhere.get('/credit_cards').expect(200);
    const res = await partner
      .patch('/partner-auth')
      .send({ ...change, current_password: PASSWORD })
      .expect(200);
    await expectRefused(elsewhere);
    await expectRefused(partner);
    await as(server, credentialsOf(res, 'partner')).get('/credit_cards').expect(200);
    await signIn(partner.email).expect(401);
  });

  it("can't set a new password without the old one", async () => {
    const partner = await createPartner(server, { card: null });
    const password = 'quite another passphrase';
    const change = { password, password_confirmation: password };
    const refused = (message: string) =>
      `{"success":false,"errors":{"current_password":["${message}"],"full_messages":["Current password ${message}"]}}`;
    const set = (body: object) => partner.patch('/partner-auth/password').send({ ...change, ...body });
    expect((await set({}).expect(422)).text).toBe(refused("can't be blank"));
    expect((await set({ current_password: ['x'] }).expect(422)).text).toBe(refused("can't be blank"));
    expect((await set({ current_password: 'a guess' }).expect(422)).text).toBe(refused('is invalid'));
    await signIn(partner.email).expect(200);
    const res = await set({ current_password: PASSWORD }).expect(200);
    expect(res.body).toMatchObject({ success: true, message: 'Your password has been successfully updated.' });
    await as(server, credentialsOf(res, 'partner')).get('/credit_cards').expect(200);
    await expectRefused(partner);
    await signIn(partner.email, password).expect(200);
  });

  it("can't guess the old password: after ten wrong ones, even the right one is refused", async () => {
    const partner = await createPartner(server, { card: null });
    const change = { password: 'quite another passphrase', password_confirmation: 'quite another passphrase' };
    const guess = (current_password: string) =>
      partner.patch('/partner-auth/password').send({ ...change, current_password });
    const move = (current_password: string) =>
      partner.patch('/partner-auth').send({ email: `moved-${partner.email}`, current_password });
    for (let i = 0; i < 5; i++) {
      await guess(`guess ${i}`).expect(422);
      await move(`guess ${i}`).expect(422);
    }
    await guess(PASSWORD).expect(429);
    await move(PASSWORD).expect(429);
    await partner.patch('/partner-auth').send({ name: 'Ada Q.' }).expect(200);
  });

  it('stores only the hash of its token', async () => {
    const { headers } = await createPartner(server, { card: null });
    const row = await server.deps.db.authToken.findUniqueOrThrow({ where: { client: headers.client! } });
    expect(row.token_hash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(headers['access-token']);
  });
});

describe('too many attempts', () => {
  it('are refused from the eleventh on with the time to wait, even with the right password', async () => {
    const { email } = await createPartner(server, { card: null });
    const neighbor = await createPartner(server, { card: null });
    for (let i = 0; i < 10; i++) await signIn(email.toUpperCase(), `guess ${i}`).expect(401);
    const res = await signIn(email).expect(429);
    const seconds = Number(res.headers['retry-after']);
    expect(seconds).toBeGreaterThan(840);
    expect(seconds).toBeLessThanOrEqual(900);
    const message = 'Too many requests. Please try again in 15 minutes.';
    expect(res.body).toEqual({ errors: { base: [message], full_messages: [message] } });
    await signIn(neighbor.email).expect(200);
  });

  it('are counted from zero again after a success', async () => {
    const { email } = await createPartner(server, { card: null });
    for (const guesses of [4, 9]) {
      for (let i = 0; i < guesses; i++) await signIn(email, `guess ${i}`).expect(401);
      await signIn(email).expect(200);
    }
  });

  it('are counted before they are checked, so only ten of forty simultaneous passwords are checked', async () => {
    const { email } = await createPartner(server, { card: null });
    const checks = vi.spyOn(bcrypt, 'compare');
    const responses = await Promise.all(Array.from({ length: 40 }, (_, i) => signIn(email, `guess ${i}`)));
    expect(checks).toHaveBeenCalledTimes(10);
    checks.mockRestore();
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it('for a reset are refused from the thirty-first on for one address, known or not', async () => {
    const { email: known } = await createPartner(server, { card: null });
    const redirect_url = `${server.url}/partners/password/reset`;
    for (const email of [known, 'who@example.test']) {
      const forgot = () => visitor(server).post('/partner-auth/password').send({ email, redirect_url });
      for (let i = 0; i < 30; i++) await forgot().expect(200);
      const res = await forgot().expect(429);
      expect(Number(res.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('for resets are refused from the hundred-and-first on from one network, regardless of the address', async () => {
    await server.deps.pool.query('truncate rate_limits');
    const redirect_url = `${server.url}/partners/password/reset`;
    const forgot = (email: string) => visitor(server).post('/partner-auth/password').send({ email, redirect_url });
    for (let i = 0; i < 100; i++) await forgot(`nobody-${i}@example.test`).expect(200);
    await forgot('nobody@example.test').expect(429);
  });
});
