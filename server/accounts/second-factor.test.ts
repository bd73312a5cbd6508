/** Second factor of partners and staff: while it's on, sign-in and a password reset need a code, which works once. */
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seal, stepOfCode, unseal } from '#server/auth/totp.ts';
import { systemClock } from '#server/platform/clock.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import { type Client, createPartner, createStaff, PASSWORD, visitor } from '#server/testing/factories.ts';

const REQUIRED = '{"success":false,"errors":["Enter the code from your authenticator app."],"code":"otp_required"}';
const WRONG =
  '{"success":false,"errors":["That code isn’t right. Codes change every 30 seconds and work once."],"code":"otp_invalid"}';

const NEW_PASSWORD = 'quite another passphrase';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The app's code, `steps` of 30 seconds from now. One step ahead is still accepted. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(systemClock.now().getTime() / 1000) + steps * 30 });

/** Audit log actions that people took on their own account. */
const auditActionsOf = async (entity: 'partner' | 'user', id: number) =>
  (
    await server.deps.db.auditEvent.findMany({
      where: { entity, entity_id: String(id), actor: entity, actor_id: id },
      orderBy: { id: 'asc' },
    })
  ).map(({ action }) => action);

describe.each(['partner', 'user'] as const)('a second factor of a %s', (role) => {
  const PATH = `/${role}-auth/second_factor`;
  const create = async (): Promise<Client & { id: number }> =>
    role === 'partner' ? await createPartner(server, { card: null }) : await createStaff(server);
  const signIn = ({ headers }: Client, otp?: unknown, password = PASSWORD) =>
    visitor(server).post(`/${role}-auth/sign_in`).send({ email: headers.uid, password, otp });

  async function enroll() {
    const person = await create();
    const { body } = await person.post(PATH).send({ current_password: PASSWORD }).expect(200);
    const { secret } = body as { secret: string };
    const confirmed = await person
      .post(`${PATH}/confirm`)
      .send({ otp: codeOf(secret, -1) })
      .expect(200);
    return { person, secret, recovery_codes: confirmed.body.recovery_codes as string[] };
  }

  it("is off at first, and sign-in doesn't require a code", async () => {
    const person = await create();
    expect((await person.get(PATH).expect(200)).body).toEqual({
      second_factor: { enabled: false, recovery_codes_left: 0 },
    });
    await signIn(person).expect(200);
    await signIn(person, '000000').expect(200);
  });

  it('is turned on with the password and a code, and returns ten recovery codes', async () => {
    const person = await create();
    await person.post(PATH).send({ current_password: 'not it' }).expect(422);
    await person.post(`${PATH}/confirm`).send({ otp: '123456' }).expect(409);
    const { body } = await person.post(PATH).send({ current_password: PASSWORD }).expect(200);
    expect(body.otpauth_uri).toMatch(
      /^otpauth:\/\/totp\/Deckle:(staff|partner)-.+%40example\.test\?secret=[A-Z2-7]{32}&issuer=Deckle$/,
    );
    await signIn(person).expect(200);
    const wrong = await person
      .post(`${PATH}/confirm`)
      .send({ otp: codeOf(body.secret, -40) })
      .expect(422);
    expect(wrong.body.errors.otp).toEqual(['That code isn’t right. Codes change every 30 seconds and work once.']);
    const on = await person
      .post(`${PATH}/confirm`)
      .send({ otp: codeOf(body.secret) })
      .expect(200);
    expect(on.body.second_factor).toEqual({ enabled: true, recovery_codes_left: 10 });
    expect(new Set(on.body.recovery_codes).size).toBe(10);
    expect(on.body.recovery_codes[0]).toMatch(/^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){5}$/);
    await person.post(PATH).send({ current_password: PASSWORD }).expect(409);
    const where = { id: person.id };
    const row = await (role === 'partner'
      ? server.deps.db.partner.findUniqueOrThrow({ where })
      : server.deps.db.user.findUniqueOrThrow({ where }));
    expect(JSON.stringify(row)).not.toContain(body.secret);
  });

  it.each([
    ['is refused if the new secret comes first', ['begin', 'confirm'], [200, 422], false],
    ['has the confirmed secret if the code comes first', ['confirm', 'begin'], [200, 409], true],
  ] as const)('confirmed while another tab requests a secret, %s', async (_title, order, statuses, enabled) => {
    const person = await create();
    const begin = () => Promise.resolve(person.post(PATH).send({ current_password: PASSWORD }));
    const { secret } = (await begin()).body as { secret: string };
    const otp = codeOf(secret, -1);
    const confirm = () => Promise.resolve(person.post(`${PATH}/confirm`).send({ otp }));
    const calls = { begin, confirm };
    const lockHolder = await server.deps.pool.connect();
    await lockHolder.query('begin');
    await lockHolder.query(`select 1 from ${role}s where id = $1 for update`, [person.id]);
    const responses: ReturnType<typeof begin>[] = [];
    for (const call of order) {
      responses.push(calls[call]());
      await expect.poll(() => countLockWaits(server.deps)).toBe(responses.length);
    }
    await lockHolder.query('commit');
    lockHolder.release();
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(statuses);
    const { body } = await person.get(PATH).expect(200);
    expect(body.second_factor.enabled).toBe(enabled);
    await signIn(person, codeOf(secret)).expect(200);
  });

  it('is requested only after the right password, and the right code signs the person in', async () => {
    const { person, secret } = await enroll();
    expect((await signIn(person, undefined, 'not it').expect(401)).text).toBe(
      '{"success":false,"errors":["Invalid login credentials. Please try again."]}',
    );
    const codeRequired = await signIn(person).expect(401);
    expect(codeRequired.text).toBe(REQUIRED);
    expect(codeRequired.headers).not.toHaveProperty('access-token');
    for (const otp of [codeOf(secret, -40), '000', 'abcdef', '1'.repeat(500), 123456, ['123456']]) {
      const res = await signIn(person, otp).expect(401);
      expect([WRONG, REQUIRED]).toContain(res.text);
    }
    const code = codeOf(secret);
    expect(
      (await signIn(person, ` ${code.slice(0, 3)} ${code.slice(3)} `).expect(200)).headers['access-token'],
    ).toBeTruthy();
  });

  it.each([
    ['turned on', async () => ({ person: await create(), otp: undefined })],
    [
      'turned on with another secret',
      async () => {
        const { person, secret } = await enroll();
        return { person, otp: codeOf(secret) };
      },
    ],
  ])('is required by a sign-in that began before it was %s', async (_title, prepare) => {
    const { person, otp } = await prepare();
    const lockHolder = await server.deps.pool.connect();
    await lockHolder.query('begin');
    await lockHolder.query(
      `update ${role}s set totp_secret = 'another', totp_enabled_at = '2026-12-01' where id = $1`,
      [person.id],
    );
    const response = Promise.resolve(signIn(person, otp));
    await expect.poll(() => countLockWaits(server.deps)).toBe(1);
    await lockHolder.query('commit');
    lockHolder.release();
    expect((await response).text).toBe(REQUIRED);
  });

  it('accepts each code once, even from simultaneous requests', async () => {
    const { person, secret } = await enroll();
    const otp = codeOf(secret);
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => signIn(person, otp)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect((await signIn(person, otp).expect(401)).text).toBe(WRONG);
    await signIn(person, codeOf(secret, 1)).expect(200);
    expect((await signIn(person, codeOf(secret, -1)).expect(401)).text).toBe(WRONG);
  });

  it('accepts each recovery code once, regardless of case, and reports how many are left', async () => {
    const { person, recovery_codes } = await enroll();
    const [first, second] = recovery_codes as [string, string];
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => signIn(person, first.toLowerCase().replaceAll('-', ' '))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await person.get(PATH).expect(200)).body.second_factor.recovery_codes_left).toBe(9);
    const renewed = await person.post(`${PATH}/recovery_codes`).send({ otp: second }).expect(200);
    expect(renewed.body.second_factor.recovery_codes_left).toBe(10);
    expect(await auditActionsOf(role, person.id)).toEqual(['turn_on_second_factor', 'renew_recovery_codes']);
    for (const old of recovery_codes) await person.post(`${PATH}/recovery_codes`).send({ otp: old }).expect(422);
  });

  it('counts wrong codes like wrong passwords: after ten, even the right code is refused', async () => {
    const { person, secret } = await enroll();
    for (let i = 0; i < 10; i++) await signIn(person, '000000').expect(401);
    const res = await signIn(person, codeOf(secret)).expect(429);
    expect(Number(res.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is required for a reset too, because the mailbox is only one factor', async () => {
    const { person, secret } = await enroll();
    const redirect_url = `${server.url}/${role}s/password/reset`;
    await visitor(server).post(`/${role}-auth/password`).send({ email: person.headers.uid, redirect_url }).expect(200);
    const mail = (await server.emailsTo(person.headers.uid!)).find(({ text }) => text.includes('password/edit'));
    const opened = await fetch(/http\S+password\/edit\?\S+/.exec(mail!.text)![0], { redirect: 'manual' });
    const { searchParams } = new URL(opened.headers.get('location')!);
    const headers = {
      'resource-type': role,
      'access-token': searchParams.get('access-token')!,
      client: searchParams.get('client')!,
      uid: searchParams.get('uid')!,
    };
    const password = 'quite another passphrase';
    const reset = (otp?: string) =>
      visitor(server)
        .patch(`/${role}-auth/password`)
        .set(headers)
        .send({ password, password_confirmation: password, otp });
    expect((await reset().expect(401)).text).toBe(REQUIRED);
    expect((await reset('000000').expect(401)).text).toBe(WRONG);
    await reset(codeOf(secret)).expect(200);
    await signIn(person, codeOf(secret, 1), password).expect(200);
  });

  it('is required with the old password when a session sets a new one', async () => {
    const { person, secret } = await enroll();
    const password = 'quite another passphrase';
    const change = { password, password_confirmation: password };
    const set = (body: object) => person.patch(`/${role}-auth/password`).send({ ...change, ...body });
    await set({ otp: codeOf(secret) }).expect(422);
    expect((await set({ current_password: PASSWORD }).expect(401)).text).toBe(REQUIRED);
    await set({ current_password: PASSWORD, otp: codeOf(secret) }).expect(200);
  });

  it('is required with the current password for a new password or address, and reports problems by field', async () => {
    const { person, secret } = await enroll();
    const change = {
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
      current_password: PASSWORD,
    };
    const update = (body: object) => person.patch(`/${role}-auth`).send(body);
    expect((await update(change).expect(422)).body.errors.otp).toEqual(["can't be blank"]);
    expect((await update({ ...change, otp: '000000' }).expect(422)).body.errors.otp[0]).toMatch(
      /^That code isn’t right/,
    );
    const address = { email: `another-${role}@example.test`, current_password: PASSWORD };
    expect((await update(address).expect(422)).body.errors.otp).toEqual(["can't be blank"]);
    await update({ name: 'Another Name' }).expect(200);
    // Problems with the new password are reported before the code is used up.
    const otp = codeOf(secret);
    await update({ ...change, password_confirmation: 'not the same one', otp }).expect(422);
    await update({ ...change, otp }).expect(200);
    await signIn(person, codeOf(secret, 1), NEW_PASSWORD).expect(200);
  });

  it("is turned off with password and code; an administrator's reset also ends the sessions", async () => {
    const { person, recovery_codes } = await enroll();
    await person.post(`${PATH}/end`).send({ current_password: 'not it', otp: recovery_codes[0] }).expect(422);
    await person.post(`${PATH}/end`).send({ current_password: PASSWORD, otp: '000000' }).expect(422);
    const off = await person
      .post(`${PATH}/end`)
      .send({ current_password: PASSWORD, otp: recovery_codes[0] })
      .expect(200);
    expect(off.body.second_factor).toEqual({ enabled: false, recovery_codes_left: 0 });
    expect(await auditActionsOf(role, person.id)).toEqual(['turn_on_second_factor', 'turn_off_second_factor']);
    await signIn(person).expect(200);

    const admin = await createStaff(server, 'admin');
    const { person: other } = await enroll();
    const reset = () =>
      admin
        .post(`/admin/${role === 'partner' ? 'partners' : 'staff'}/${other.id}/reset_second_factor`)
        .send({ reason: 'Lost the phone.' });
    const { body } = await reset().expect(200);
    expect(body[role].totp_enabled_at).toBeNull();
    await other.get(PATH).expect(401);
    const notices = await server.emailsTo(other.headers.uid!);
    expect(notices.map(({ subject }) => subject)).toContain('An administrator turned off two-factor authentication');
    await signIn(other).expect(200);
    await reset().expect(409);
  });

  it("can't be used by visitors or the other role", async () => {
    const other = role === 'partner' ? await createStaff(server) : await createPartner(server, { card: null });
    for (const path of [PATH, `${PATH}/confirm`, `${PATH}/end`, `${PATH}/recovery_codes`]) {
      await other.post(path).send({}).expect(403);
      await visitor(server).post(path).send({}).expect(401);
    }
  });
});

it('accepts a code at most one step early or late', async () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const at = new Date('2026-12-01T15:00:00Z');
  const code = generateSync({ secret, epoch: at.getTime() / 1000 });
  const seconds = (s: number) => new Date(at.getTime() + s * 1000);
  const steps = await Promise.all([-31, -30, 0, 29, 59, 60].map((s) => stepOfCode(secret, code, seconds(s))));
  expect(steps.map((step) => step !== null)).toEqual([false, true, true, true, true, false]);
});

it("seals the secret with the installation's secret", () => {
  const sealed = seal('one secret', 'JBSWY3DPEHPK3PXP');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(unseal('one secret', sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(unseal('another secret', sealed)).toBeNull();
  expect(unseal('one secret', `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`)).toBeNull();
});
