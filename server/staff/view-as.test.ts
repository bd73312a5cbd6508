import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  type Client,
  clientWithKey,
  createPromotion,
  createStaff,
  PASSWORD,
  tablesChangedBy,
} from '#server/testing/factories.ts';
import { pathWith } from '#shared/api/client.ts';
import { OPERATIONS } from '#shared/api/operations.ts';
import { MINUTE_MS } from '#shared/durations.ts';

let server: TestServer;
let staff: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
});
afterAll(() => server.close());

async function startView(partner_id: number, client: Client = staff) {
  const { credentials } = (await client.post(`/partners/${partner_id}/view_as`).expect(201)).body;
  return as(server, { 'resource-type': 'partner', ...credentials });
}
const auditOf = async (partner_id: number) =>
  (
    await server.deps.db.auditEvent.findMany({
      where: { entity: 'partner', entity_id: String(partner_id) },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, actor_id }) => [action, actor_id]);

it('reads as the partner, is audited, and can be ended', async () => {
  const { id, partner } = await createPromotion(server);
  const viewer = await startView(partner.id);
  const { promotions } = (await viewer.get('/promotions').expect(200)).body;
  expect(promotions.map((promotion: { id: number }) => promotion.id)).toEqual([id]);
  expect((await viewer.get('/partner-auth/validate_token').expect(200)).body.data).toMatchObject({
    id: partner.id,
    is_view: true,
  });
  expect((await partner.get('/partner-auth/validate_token').expect(200)).body.data).not.toHaveProperty('is_view');
  const { sessions } = (await partner.get('/partner-auth/sessions').expect(200)).body;
  expect(sessions).toHaveLength(1);
  await staff.get('/promotions').expect(200);

  const colleague = await createStaff(server);
  await colleague.delete(`/partners/${partner.id}/view_as`).expect(204);
  await viewer.get('/promotions').expect(200);
  await staff.delete(`/partners/${partner.id}/view_as`).expect(204);
  await viewer.get('/promotions').expect(401);
  await staff.delete(`/partners/${partner.id}/view_as`).expect(204);
  await partner.get('/promotions').expect(200);
  expect(await auditOf(partner.id)).toEqual([
    ['view_as', staff.id],
    ['end_view_as', staff.id],
  ]);
});

it('is refused by every operation that writes, except webhooks, and changes nothing but the security log', async () => {
  const { id, partner } = await createPromotion(server);
  const viewer = await startView(partner.id);
  const writes = OPERATIONS.filter(({ method, isBare }) => method !== 'get' && !isBare);
  expect(writes.length).toBeGreaterThan(100);
  const changed = await tablesChangedBy(server, async () => {
    for (const operation of writes) {
      const path = pathWith(operation.path, new Proxy({}, { get: () => id, has: () => true }) as never);
      const { status, body } = await viewer[operation.method](path.replace(/^\/api\/v1/, '')).send({});
      expect([operation.path, status, body]).toEqual([
        operation.path,
        403,
        { errors: ['You’re viewing a partner’s screens, so you can’t change anything.'] },
      ]);
    }
  });
  expect(changed.filter((table) => table !== 'security_events')).toEqual([]);
  // These would reveal secrets that outlast the view, or export the partner's data.
  await viewer.get('/promotions/calendar').expect(403);
  await viewer.get('/webhook_endpoints').expect(403);
  await viewer.get('/partners/export').expect(403);
  await partner.get('/promotions/calendar').expect(200);
});

it('can’t set a password, even with an unknown API key, which takes precedence over the view’s token', async () => {
  const { partner } = await createPromotion(server);
  const viewer = await startView(partner.id);
  const passwords = { password: 'a-new-password-2', password_confirmation: 'a-new-password-2' };
  const change = { ...passwords, current_password: PASSWORD };
  await viewer.patch('/partner-auth/password').set('authorization', 'Bearer dk_unknown').send(change).expect(401);
  await viewer.get('/promotions').expect(200);
});

it.each([
  ['signs out', (caller: Client) => caller.delete('/user-auth/sign_out').expect(200)],
  ['ends all other sessions', (caller: Client) => caller.delete('/user-auth/sessions').expect(204)],
  [
    'sets a new password',
    (caller: Client) =>
      caller
        .patch('/user-auth/password')
        .send({ current_password: PASSWORD, password: 'a-new-password-2', password_confirmation: 'a-new-password-2' })
        .expect(200),
  ],
])('ends when its member of staff %s', async (_, change) => {
  const { partner } = await createPromotion(server);
  const colleague = await createStaff(server);
  const [ownView, colleagueView] = [await startView(partner.id), await startView(partner.id, colleague)];
  await change(colleague);
  await colleagueView.get('/promotions').expect(401);
  await ownView.get('/promotions').expect(200);
});

it('ends after 15 minutes, and when its member of staff is disabled', async () => {
  const { partner } = await createPromotion(server);
  const disabled = await createStaff(server);
  const [ownView, disabledView] = [await startView(partner.id), await startView(partner.id, disabled)];
  await server.deps.db.user.update({ where: { id: disabled.id }, data: { disabled_at: server.deps.now() } });
  await disabledView.get('/promotions').expect(401);
  await ownView.get('/promotions').expect(200);
  server.clock.set(new Date(server.deps.now().getTime() + 15 * MINUTE_MS));
  await ownView.get('/promotions').expect(401);
});

it('requires a staff session, and a partner account that isn’t blocked', async () => {
  const { partner } = await createPromotion(server);
  const path = `/partners/${partner.id}/view_as`;
  await partner.post(path).expect(403);
  await (await clientWithKey(server, staff, ['read', 'book', 'review', 'money'])).post(path).expect(403);
  await staff.post('/partners/999999/view_as').expect(404);
  await server.deps.db.partner.update({ where: { id: partner.id }, data: { blocked_reason: 'Fraud.' } });
  await staff.post(path).expect(409);
  expect(await auditOf(partner.id)).toEqual([]);
});
