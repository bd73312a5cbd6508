/** Staff use the same auth calls as partners, except sign-up and closing: administrators create their accounts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPartner, createStaff, PASSWORD, tablesChangedBy, visitor } from '#server/testing/factories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signIn = (email: string | undefined, password = PASSWORD) =>
  visitor(server).post('/user-auth/sign_in').send({ email, password });

it('signs staff in with their record and credentials, validates their token, and signs them out', async () => {
  const staff = await createStaff(server, 'admin');
  const { uid } = staff.headers;
  const record = { id: staff.id, provider: 'email', uid, email: uid, name: 'Nora Whitlock', role: 'admin' };
  const signedIn = await signIn(uid).expect(200);
  expect(signedIn.body).toEqual({ data: record });
  expect(signedIn.headers).toMatchObject({ 'token-type': 'Bearer', expiry: '1797346800', uid });
  const valid = await staff.get('/user-auth/validate_token').expect(200);
  expect(valid.body).toEqual({ success: true, data: record });
  expect(valid.headers).toMatchObject({ client: staff.headers.client, uid });
  const out = await staff.delete('/user-auth/sign_out').expect(200);
  expect(out.text).toBe('{"success":true}');
  expect(out.headers).not.toHaveProperty('access-token');
  const invalid = await staff.get('/user-auth/validate_token').expect(401);
  expect(invalid.text).toBe('{"success":false,"errors":["Invalid login credentials"]}');
});

it("doesn't sign in partners, and partner sign-in doesn't sign in staff", async () => {
  const staff = await createStaff(server);
  const partner = await createPartner(server, { card: null });
  const text = '{"success":false,"errors":["Invalid login credentials. Please try again."]}';
  expect((await signIn(partner.email).expect(401)).text).toBe(text);
  const { uid: email } = staff.headers;
  await visitor(server).post('/partner-auth/sign_in').send({ email, password: PASSWORD }).expect(401);
  const asPartner = await partner.get('/user-auth/validate_token').expect(401);
  expect(asPartner.headers).not.toHaveProperty('access-token');
  await staff.get('/partner-auth/validate_token').expect(401);
});

it('has no sign-up and no closing of accounts', async () => {
  const staff = await createStaff(server, 'admin');
  const changed = await tablesChangedBy(server, async () => {
    const body = {
      email: 'eve@example.test',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      name: 'Eve',
      role: 'admin',
    };
    for (const refused of [visitor(server).post('/user-auth').send(body), staff.delete('/user-auth')]) {
      const res = await refused;
      expect([res.status, res.headers.allow]).toEqual([405, 'PATCH, PUT']);
      expect(res.body.errors.base).toEqual(['This method isn’t allowed here.']);
    }
  });
  expect(changed).toEqual([]);
});

it("changes the account's name, never its role", async () => {
  const staff = await createStaff(server, 'editor');
  const res = await staff
    .patch('/user-auth')
    .send({ name: 'N. Whitlock', role: 'admin', partner_type: 'publisher' })
    .expect(200);
  expect(res.body.data).toMatchObject({ name: 'N. Whitlock', role: 'editor' });
});

it('refuses a disabled account, at sign-in and in the middle of a session', async () => {
  const staff = await createStaff(server);
  await staff.get('/newsletters').expect(200);
  await server.deps.db.user.update({ where: { id: staff.id }, data: { disabled_at: server.clock.now() } });
  await staff.get('/newsletters').expect(401);
  await signIn(staff.headers.uid).expect(401);
});
