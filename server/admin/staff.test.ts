/** Staff accounts are invited, disabled, and enabled, and at least one administrator remains. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createStaff,
  PASSWORD,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';

let server: TestServer;
let admin: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  admin = await createStaff(server, 'admin');
});
afterAll(() => server.close());

const signIn = (email: string, password: string) =>
  visitor(server).post('/user-auth/sign_in').send({ email, password });
const version = async (id: number) => (await admin.get(`/admin/staff/${id}`).expect(200)).body.user.record_version;

it('invites by email with a link that sets one password, of at least fifteen characters', async () => {
  const email = 'Theo@example.test';
  const { body } = await admin.post('/admin/staff').send({ uid: email, name: 'Theo', role: 'editor' }).expect(201);
  expect(body.user).toMatchObject({ uid: 'theo@example.test', name: 'Theo', role: 'editor', totp_enabled_at: null });
  const [event] = body.audit_events;
  expect(event).toMatchObject({ action: 'create', entity: 'user', after: { name: 'Theo', role: 'editor' } });

  const [invitation] = await server.emailsTo('theo@example.test');
  expect(invitation!.subject).toBe('Nora Whitlock invited you to join the Deckle team');
  const link = /http\S+password\/edit\?\S+/.exec(invitation!.text)![0];
  const opened = await fetch(link, { redirect: 'manual' });
  const target = new URL(opened.headers.get('location')!);
  expect(target.pathname).toBe('/users/password/reset');
  const headers = {
    'resource-type': 'user',
    'access-token': target.searchParams.get('access-token')!,
    client: target.searchParams.get('client')!,
    uid: target.searchParams.get('uid')!,
  };
  const choose = (password: string) =>
    visitor(server).patch('/user-auth/password').set(headers).send({ password, password_confirmation: password });
  const short = await choose('fourteen chars').expect(422);
  expect(short.body.errors.password).toEqual(['is too short (minimum is 15 characters)']);
  await choose('fifteen chars ok').expect(200);
  await choose('fifteen chars ok').expect(401);
  expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toBe(
    `${server.url}/users/password/reset`,
  );
  await signIn(email, 'fifteen chars ok').expect(200);
});

it('creates one account per address, and lets the invitation expire after three days or be resent', async () => {
  const invite = () => admin.post('/admin/staff').send({ uid: 'una@example.test', name: 'Una', role: 'admin' });
  const { id } = (await invite().expect(201)).body.user;
  expect((await invite().expect(422)).body.errors.uid).toEqual(['This address already has an account']);
  await admin.post('/admin/staff').send({ uid: 'no address', name: 'X', role: 'boss' }).expect(422);
  const [invitation] = await server.emailsTo('una@example.test');
  const link = /http\S+password\/edit\?\S+/.exec(invitation!.text)![0];
  const at = server.clock.now();
  const opensAfter = async (days: number) => {
    server.clock.set(new Date(at.getTime() + days * 86_400_000));
    const { headers } = await fetch(link, { redirect: 'manual' });
    server.clock.set(at);
    return new URL(headers.get('location')!).searchParams.has('access-token');
  };
  expect([await opensAfter(2.99), await opensAfter(3)]).toEqual([true, false]);
  await admin.post(`/admin/staff/${id}/invite_again`).expect(200);
  expect(await server.emailsTo('una@example.test')).toHaveLength(2);
});

it('invites editors by default', async () => {
  const roleAfterInvite = async (uid: string, role: object) =>
    (
      await admin
        .post('/admin/staff')
        .send({ uid, name: 'Vera', ...role })
        .expect(201)
    ).body.user.role;
  expect(await roleAfterInvite('vera@example.test', {})).toBe('editor');
  expect(await roleAfterInvite('vera-admin@example.test', { role: 'admin' })).toBe('admin');
  const { entities } = (await admin.get('/admin/registry').expect(200)).body;
  const { fields } = entities.find(({ name }: { name: string }) => name === 'staff');
  const field = fields.find(({ name }: { name: string }) => name === 'role');
  // The form preselects the first option.
  expect(field).toMatchObject({ required: true, options: [{ value: 'editor' }, { value: 'admin' }] });
});

it('turns the deliverability report off for an invited administrator who shouldn’t get it', async () => {
  const reportsAfterInvite = async (uid: string, reports: object) =>
    (
      await admin
        .post('/admin/staff')
        .send({ uid, name: 'Wren', role: 'admin', ...reports })
        .expect(201)
    ).body.user.gets_reports;
  expect(await reportsAfterInvite('wren@example.test', { gets_reports: false })).toBe(false);
  expect(await reportsAfterInvite('wren-reports@example.test', {})).toBe(true);
  const { entities } = (await admin.get('/admin/registry').expect(200)).body;
  const initialOf = (entity: string, flag: string) =>
    entities
      .find(({ name }: { name: string }) => name === entity)
      .fields.find(({ name }: { name: string }) => name === flag).initial;
  // The form for a new record starts with this value and always sends it.
  expect([initialOf('staff', 'gets_reports'), initialOf('addons', 'enabled')]).toEqual([true, false]);
});

it('disables an account immediately, and enables it again', async () => {
  const staff = await createStaff(server, 'editor');
  await staff.get('/admin/registry').expect(200);
  const { body } = await admin.post(`/admin/staff/${staff.id}/disable`).send({ reason: 'Left.' }).expect(200);
  expect(body.user.disabled_at).toBe('2026-12-01T15:00:00.000Z');
  expect(body.actions).toEqual(['enable']);
  await staff.get('/admin/registry').expect(401);
  await signIn(staff.headers.uid!, PASSWORD).expect(401);
  await admin.post(`/admin/staff/${staff.id}/disable`).send({ reason: 'Again.' }).expect(409);
  await admin.post(`/admin/staff/${staff.id}/enable`).expect(200);
  await staff.get('/admin/registry').expect(401);
  await signIn(staff.headers.uid!, PASSWORD).expect(200);
});

it('lets nobody change their own role or disable themselves', async () => {
  const changed = await tablesChangedBy(server, async () => {
    const own = { role: 'editor', record_version: await version(admin.id) };
    const res = await admin.patch(`/admin/staff/${admin.id}`).send(own).expect(422);
    expect(res.body.errors.role).toEqual(['can’t be changed on your own account; ask another administrator']);
    await admin.post(`/admin/staff/${admin.id}/disable`).send({ reason: 'x' }).expect(409);
  });
  expect(changed).toEqual([]);
});

it("doesn't let administrators reset their own second factor with a session alone", async () => {
  const { user } = server.deps.db;
  const other = await createStaff(server, 'admin');
  await user.updateMany({ where: { id: { in: [admin.id, other.id] } }, data: { totp_enabled_at: server.deps.now() } });
  const actionsOf = async ({ id }: { id: number }) => (await admin.get(`/admin/staff/${id}`).expect(200)).body.actions;
  expect(await actionsOf(other)).toContain('reset_second_factor');
  expect(await actionsOf(admin)).not.toContain('reset_second_factor');
  const changed = await tablesChangedBy(server, () =>
    admin.post(`/admin/staff/${admin.id}/reset_second_factor`).send({ reason: 'x' }).expect(409),
  );
  expect(changed).toEqual([]);
  await user.update({ where: { id: admin.id }, data: { totp_enabled_at: null } });
});

it('keeps one administrator when two disable or demote each other at the same time', async () => {
  const { db } = server.deps;
  for (const kind of ['disable', 'demote'] as const) {
    for (let round = 0; round < 3; round++) {
      await db.user.updateMany({ data: { role: 'editor' } });
      const [first, second] = [await createStaff(server, 'admin'), await createStaff(server, 'admin')];
      const versionOf = async ({ id }: typeof first) =>
        (await first.get(`/admin/staff/${id}`).expect(200)).body.user.record_version;
      const versions = new Map([[first, await versionOf(first)] as const, [second, await versionOf(second)] as const]);
      const remove = (client: typeof first, target: typeof first) =>
        kind === 'disable'
          ? client.post(`/admin/staff/${target.id}/disable`).send({ reason: 'x' })
          : client.patch(`/admin/staff/${target.id}`).send({ role: 'editor', record_version: versions.get(target) });
      await Promise.all([remove(first, second), remove(second, first)]);
      expect(await db.user.count({ where: { role: 'admin', disabled_at: null } })).toBe(1);
    }
  }
  await db.user.update({ where: { id: admin.id }, data: { role: 'admin' } });
});

it('allows passwords of eight characters for partners, but not for staff', async () => {
  const partner = await createPartner(server, { card: null });
  const password = 'k7-quill';
  const body = { password, password_confirmation: password, current_password: PASSWORD };
  await partner.patch('/partner-auth').send(body).expect(200);
  const refused = await admin.patch('/user-auth').send(body).expect(422);
  expect(refused.body.errors.password).toEqual(['is too short (minimum is 15 characters)']);
});
