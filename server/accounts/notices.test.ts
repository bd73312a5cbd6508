/** Security-related account changes send a notice, end the other sessions, and require a password or code. */
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { sessionOf } from '#server/testing/callers.ts';
import { as, type Client, createPartner, createStaff, PASSWORD, visitor } from '#server/testing/factories.ts';

const NEW_PASSWORD = 'quite another passphrase';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Role = 'partner' | 'user';
const createAccount = async (role: Role): Promise<Client & { id: number }> =>
  role === 'partner' ? await createPartner(server, { card: null }) : await createStaff(server);
const subjectsTo = async (address: string) => (await server.emailsTo(address)).map(({ subject }) => subject).sort();
const signInElsewhere = async (role: Role, { headers }: Client) =>
  as(server, await sessionOf(server, role, headers.uid!));

describe.each(['partner', 'user'] as const)('%s', (role) => {
  const base = `/${role}-auth`;

  it('emails the old and the new address when the address changes, and ends all other sessions', async () => {
    const person = await createAccount(role);
    const other = await signInElsewhere(role, person);
    const email = `moved-${person.headers.uid}`;
    await person.patch(base).send({ email, current_password: PASSWORD }).expect(200);
    const [notice] = await server.emailsTo(person.headers.uid!);
    expect(notice!.subject).toBe('Your email address was changed');
    expect(notice!.text).toContain(email);
    expect(await subjectsTo(email)).toEqual([
      role === 'partner' ? 'Verify your email address' : 'Your email address was changed',
    ]);
    const withNewAddress = ({ headers }: Client) => as(server, { ...headers, uid: email });
    await withNewAddress(person).get(`${base}/validate_token`).expect(200);
    await withNewAddress(other).get(`${base}/validate_token`).expect(401);
  });

  it('emails a notice of a new password, whether set from a session or a reset link', async () => {
    const person = await createAccount(role);
    const change = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD, current_password: PASSWORD };
    await person.patch(base).send(change).expect(200);
    expect(await subjectsTo(person.headers.uid!)).toEqual(['A new password was set']);
    const reset = as(server, await sessionOf(server, role, person.headers.uid!, 'password_reset'));
    await reset.patch(`${base}/password`).send({ password: PASSWORD, password_confirmation: PASSWORD }).expect(200);
    expect(await subjectsTo(person.headers.uid!)).toEqual(['A new password was set', 'A new password was set']);
  });

  it('sends no notice when only the name changes', async () => {
    const person = await createAccount(role);
    await person.patch(base).send({ name: 'Ida Marsh' }).expect(200);
    expect(await subjectsTo(person.headers.uid!)).toEqual([]);
  });
});

describe('a second factor', () => {
  it('sends a notice and ends other sessions when turned on or off, and when its recovery codes change', async () => {
    const staff = await createStaff(server);
    const path = '/user-auth/second_factor';
    const { secret } = (await staff.post(path).send({ current_password: PASSWORD }).expect(200)).body;
    const codeAt = (steps: number) =>
      generateSync({ secret, epoch: Math.floor(systemClock.now().getTime() / 1000) + steps * 30 });
    const expectToEndOthers = async (change: () => Promise<unknown>) => {
      const other = await signInElsewhere('user', staff);
      await change();
      await other.get('/user-auth/validate_token').expect(401);
      await staff.get('/user-auth/validate_token').expect(200);
    };
    await expectToEndOthers(() =>
      staff
        .post(`${path}/confirm`)
        .send({ otp: codeAt(-1) })
        .expect(200),
    );
    let recovery: string[] = [];
    await expectToEndOthers(async () => {
      recovery = (
        await staff
          .post(`${path}/recovery_codes`)
          .send({ otp: codeAt(0) })
          .expect(200)
      ).body.recovery_codes;
    });
    const proof = { current_password: PASSWORD, otp: recovery[0] };
    await expectToEndOthers(() => staff.post(`${path}/end`).send(proof).expect(200));
    expect(await subjectsTo(staff.headers.uid!)).toEqual([
      'New recovery codes were created',
      'Two-factor authentication was turned off',
      'Two-factor authentication was turned on',
    ]);
  });
});

describe('closing an account', () => {
  it("requires a partner's current password", async () => {
    const partner = await createPartner(server, { card: null });
    const withoutPassword = await partner.delete('/partner-auth').expect(422);
    expect(withoutPassword.text).toBe(
      '{"status":"error","errors":{"current_password":["can\'t be blank"],"full_messages":["Current password can\'t be blank"]}}',
    );
    const wrong = await partner.delete('/partner-auth').send({ current_password: 'not it' }).expect(422);
    expect(wrong.body.errors.current_password).toEqual(['is invalid']);
    await partner.get('/partner-auth/validate_token').expect(200);
  });

  it('throttles wrong passwords, as at sign-in', async () => {
    const partner = await createPartner(server, { card: null });
    for (let i = 0; i < 10; i++) await partner.delete('/partner-auth').send({ current_password: 'not it' }).expect(422);
    await partner.delete('/partner-auth').send({ current_password: PASSWORD }).expect(429);
  });

  it('emails a notice, and stores no copy of it', async () => {
    const partner = await createPartner(server, { card: null });
    await partner.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
    const [notice] = await server.emailsTo(partner.email);
    expect(notice!.subject).toBe('Your account was deleted');
    expect(await server.deps.db.mail.count({ where: { to: partner.email } })).toBe(0);
  });

  it("doesn't cancel queued notices about earlier changes", async () => {
    const partner = await createPartner(server, { card: null });
    const email = `thief-${partner.email}`;
    const { db, queue } = server.deps;
    const send = queue.send;
    queue.send = async () => undefined as never;
    await partner.patch('/partner-auth').send({ email, current_password: PASSWORD }).expect(200);
    queue.send = send;
    const thief = as(server, { ...partner.headers, uid: email });
    await thief.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
    const [queued] = await db.mail.findMany({ where: { to: partner.email } });
    await db.$transaction((tx) => queue.send(tx, 'mail.deliver_security', { id: queued!.id }));
    expect(await subjectsTo(partner.email)).toEqual(['Your email address was changed']);
  });
});

it('emails a notice to staff whose account is disabled', async () => {
  const staff = await createStaff(server);
  const admin = await createStaff(server, 'admin');
  await admin.post(`/admin/staff/${staff.id}/disable`).send({ reason: 'left' }).expect(200);
  expect(await subjectsTo(staff.headers.uid!)).toEqual(['Your account was disabled']);
  await visitor(server).post('/user-auth/sign_in').send({ email: staff.headers.uid, password: PASSWORD }).expect(401);
});
