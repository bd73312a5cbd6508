import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPartner, createStaff, tablesChangedBy } from '#server/testing/factories.ts';

let server: TestServer;
let admin: Client & { id: number };
let editor: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  admin = await createStaff(server, 'admin');
  editor = await createStaff(server);
  await server.deps.db.user.update({ where: { id: editor.id }, data: { name: 'Ada Quill' } });
});
afterAll(() => server.close());

const listed = async (query = '') => (await admin.get(`/admin/audit_events?${query}`).expect(200)).body.audit_events;

it('names and links people and records, and is filtered by a person', async () => {
  const category = (await editor.post('/admin/blog_categories').send({ name: 'Craft', description: '' }).expect(201))
    .body.blog_category;
  const partner = await createPartner(server);
  await server.deps.db.partner.update({ where: { id: partner.id }, data: { name: 'Lantern Street Books' } });
  await admin.post(`/admin/partners/${partner.id}/send_password_reset`).send({}).expect(200);
  // A partner with the editor's id isn't the editor.
  await server.deps.db.auditEvent.create({
    data: {
      actor: 'partner',
      actor_id: editor.id,
      action: 'update',
      entity: 'book',
      entity_id: '4711',
      at: server.deps.now(),
    },
  });

  const [theirs, ours] = await listed();
  expect(theirs).toMatchObject({ record_title: 'update book 4711', labels: {}, links: {} });
  expect(ours).toMatchObject({
    labels: { actor_id: 'Nora Whitlock', entity_id: 'Lantern Street Books' },
    links: { actor_id: `/u/staff/${admin.id}`, entity_id: `/u/partners/${partner.id}` },
  });
  const [only, ...others] = await listed(`actor_id=${editor.id}`);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ labels: { actor_id: 'Ada Quill', entity_id: 'Craft' } });
  const one = (await admin.get(`/admin/audit_events/${only.id}`).expect(200)).body.audit_event;
  expect(one.links).toEqual({ actor_id: `/u/staff/${editor.id}`, entity_id: `/u/blog_categories/${category.id}` });

  const auditLogFor = async (client: Client) => (await client.get('/admin/trail').expect(200)).body.audit_events;
  expect((await auditLogFor(editor)).map(({ record }: { record: unknown }) => record)).toEqual([
    null,
    { title: 'Lantern Street Books', list: 'partners', id: String(partner.id) },
    { title: 'Craft', list: 'blog_categories', id: String(category.id) },
  ]);
  await editor.get('/admin/audit_events').expect(404);
});

it('says in advance that a category with posts can’t be deleted, and refuses to delete it', async () => {
  const [used, empty] = await Promise.all(
    ['Used', 'Empty'].map(
      async (name) =>
        (await editor.post('/admin/blog_categories').send({ name, description: '' }).expect(201)).body.blog_category,
    ),
  );
  const post = { title: 'On covers', slug: 'on-covers', summary: '', body: '', blog_category_id: used.id };
  await server.deps.db.blog.create({ data: { ...post, user_id: editor.id } });
  const refusalsOf = async ({ id }: { id: number }) =>
    (await editor.get(`/admin/blog_categories/${id}`).expect(200)).body.refusals;
  const reason = 'This category has posts. Move them to another category first.';
  expect(await refusalsOf(used)).toEqual({ delete: reason });
  expect(await refusalsOf(empty)).toEqual({});
  const changed = await tablesChangedBy(server, async () => {
    const { body } = await editor.post(`/admin/blog_categories/${used.id}/delete`).send({}).expect(409);
    expect(body.errors.base).toEqual([reason]);
  });
  expect(changed).toEqual([]);
  await editor.post(`/admin/blog_categories/${empty.id}/delete`).send({}).expect(200);
});
