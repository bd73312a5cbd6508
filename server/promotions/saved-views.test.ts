import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPartner, createStaff } from '#server/testing/factories.ts';
import { MAX_SAVED_VIEWS } from '#shared/saved-views.ts';

type Editor = Client & { id: number };
let server: TestServer;
let editor: Editor;
let colleague: Editor;
let admin: Editor;
beforeAll(async () => {
  server = await startTestServer();
  editor = await createStaff(server);
  colleague = await createStaff(server);
  admin = await createStaff(server, 'admin');
});
afterAll(() => server.close());

const FILTERS = {
  status: 'payment_failed',
  category_id: null,
  date_from: '2026-12-01',
  date_to: null,
  order: 'oldest',
};
const post = (client: Client, name: string, more: object = {}) =>
  client.post('/saved_views').send({ name, filters: FILTERS, ...more });
const save = async (client: Client, name: string, more: object = {}) =>
  (await post(client, name, more).expect(201)).body.saved_view.id as number;
const viewsOf = async (client: Client) =>
  (await client.get('/saved_views?per=100&sort_col=name&sort_dir=asc').expect(200)).body.saved_views as Record<
    string,
    unknown
  >[];
const namesOf = async (client: Client) => (await viewsOf(client)).map(({ name }) => name);
const deleteAllViews = () => server.deps.db.savedView.deleteMany();

it('lists the caller’s own views and those that others share, by name', async () => {
  await deleteAllViews();
  await save(editor, 'Mine');
  const id = await save(editor, 'Chase', { is_shared: true });
  await save(colleague, 'Private');
  expect(await namesOf(editor)).toEqual(['Chase', 'Mine']);
  const { name } = await server.deps.db.user.findUniqueOrThrow({ where: { id: editor.id } });
  const shared = { id, name: 'Chase', filters: FILTERS, is_shared: true, owner_name: name };
  const [seen, ...rest] = await viewsOf(colleague);
  expect(seen).toEqual({ ...shared, is_own: false, can_change: false });
  expect(rest).toMatchObject([{ name: 'Private', is_own: true, can_change: true }]);
  expect(await viewsOf(admin)).toEqual([{ ...shared, is_own: false, can_change: true }]);
});

it('lets only the owner and administrators change or delete a shared view, and only the owner a private one', async () => {
  await deleteAllViews();
  const [shared, own] = [await save(editor, 'Shared', { is_shared: true }), await save(editor, 'Own')];
  const path = (id: number) => `/saved_views/${id}`;
  const refusal = ['Only its owner or an administrator can change a shared view.'];
  for (const refused of [
    await colleague.patch(path(shared)).send({ name: 'Taken' }).expect(422),
    await colleague.delete(path(shared)).expect(422),
  ])
    expect(refused.body.errors.base).toEqual(refusal);
  for (const client of [colleague, admin]) {
    await client.patch(path(own)).send({ name: 'Taken' }).expect(404);
    await client.delete(path(own)).expect(404);
  }
  const filters = { ...FILTERS, status: 'to_decide' };
  const changed = await editor.patch(path(shared)).send({ name: 'Renamed', filters }).expect(200);
  expect(changed.body.saved_view).toMatchObject({ name: 'Renamed', filters, is_shared: true });
  const edited = await admin.patch(path(shared)).send({ name: 'Edited', is_shared: true }).expect(200);
  expect(edited.body.saved_view).toMatchObject({ is_shared: true, can_change: true });
  const hidden = await admin.patch(path(shared)).send({ is_shared: false }).expect(422);
  expect(hidden.body.errors.base).toEqual(['Only its owner can stop sharing a view. You can delete it instead.']);
  expect(await namesOf(admin)).toEqual(['Edited']);
  await editor.patch(path(shared)).send({ is_shared: false }).expect(200);
  await admin.delete(path(shared)).expect(404);
  const deletions = await Promise.all([1, 2, 3].map(() => editor.delete(path(shared))));
  expect(deletions.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  const events = await server.deps.db.auditEvent.findMany({
    where: { entity: 'saved_view', entity_id: String(shared) },
    orderBy: { id: 'asc' },
  });
  expect(events).toMatchObject([
    { action: 'create', actor_id: editor.id },
    { action: 'update', before: { name: 'Shared' }, after: { name: 'Renamed', filters } },
    { action: 'update', actor_id: admin.id, after: { name: 'Edited' } },
    { action: 'update', actor_id: editor.id, after: { is_shared: false } },
    { action: 'delete', before: { name: 'Edited' } },
  ]);
});

it('refuses an owner’s second view of the same name, invalid filters, and search text in filters', async () => {
  await deleteAllViews();
  const id = await save(editor, 'Chase');
  await save(colleague, 'Chase');
  const other = await save(editor, 'Other');
  for (const refused of [
    await post(editor, ' Chase ').expect(422),
    await editor.patch(`/saved_views/${other}`).send({ name: 'Chase' }).expect(422),
  ])
    expect(refused.body.errors.name).toEqual(['has already been taken']);
  await editor.patch(`/saved_views/${id}`).send({ name: 'Chase' }).expect(200);
  await post(editor, '').expect(422);
  await post(editor, 'x'.repeat(61)).expect(422);
  for (const wrong of [{ status: 'unknown' }, { order: 'up' }, { q: 'ada@example.test' }, { date_to: '2026-02-30' }])
    await post(editor, 'Wrong', { filters: { ...FILTERS, ...wrong } }).expect(422);
  const partner = await createPartner(server);
  await partner.get('/saved_views').expect(403);
  await post(partner, 'Mine').expect(403);
});

it('limits the views of an account, even when many are saved at the same time', async () => {
  const data = Array.from({ length: MAX_SAVED_VIEWS - 2 }, (_, n) => ({
    ...{ user_id: editor.id, name: `View ${n}`, filters: FILTERS },
    ...{ created_at: server.deps.now(), updated_at: server.deps.now() },
  }));
  for (let round = 0; round < 3; round++) {
    await deleteAllViews();
    await server.deps.db.savedView.createMany({ data });
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => post(editor, `Another ${n}`)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(await server.deps.db.savedView.count()).toBe(MAX_SAVED_VIEWS);
  }
  await save(colleague, 'Their first');
});

it('deletes the private views of a disabled account, and keeps the shared ones for administrators to delete', async () => {
  await deleteAllViews();
  const leaver = await createStaff(server);
  await save(leaver, 'Private');
  const shared = await save(leaver, 'Team', { is_shared: true });
  await admin.post(`/admin/staff/${leaver.id}/disable`).send({ reason: 'Left.' }).expect(200);
  expect(await server.deps.db.savedView.findMany({ select: { name: true } })).toEqual([{ name: 'Team' }]);
  expect(await namesOf(editor)).toEqual(['Team']);
  await admin.delete(`/saved_views/${shared}`).expect(204);
});
