import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#server/platform/database.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createPromotion,
  createStaff,
  PASSWORD,
  tablesChangedBy,
} from '#server/testing/factories.ts';
import { findNames } from './records.ts';
import { REGISTRY } from './registry.ts';

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

  const [partnerEvent, adminEvent] = await listed();
  expect(partnerEvent).toMatchObject({ record_title: 'partner changed book 4711', labels: {} });
  expect(adminEvent).toMatchObject({
    record_title: 'Nora Whitlock sent a password reset email to partner Lantern Street Books',
    labels: { actor_id: 'Nora Whitlock', entity_id: 'Lantern Street Books' },
    links: { actor_id: `/u/staff/${admin.id}`, entity_id: `/u/partners/${partner.id}` },
  });
  const [only, ...others] = await listed(`actor_id=${editor.id}`);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ labels: { actor_id: 'Ada Quill', entity_id: 'Craft' } });
  const one = (await admin.get(`/admin/audit_events/${only.id}`).expect(200)).body.audit_event;
  expect(one.links).toEqual({
    actor_id: `/u/staff/${editor.id}`,
    entity_id: `/u/blog_categories/${category.id}`,
    at: `/u/audit_events/${only.id}`,
  });

  const auditLogFor = async (client: Client) => (await client.get('/admin/trail').expect(200)).body.audit_events;
  expect((await auditLogFor(editor)).map(({ record }: { record: unknown }) => record)).toEqual([
    null,
    { title: 'Lantern Street Books', list: 'partners', id: String(partner.id) },
    { title: 'Craft', list: 'blog_categories', id: String(category.id) },
  ]);
  await editor.get('/admin/audit_events').expect(404);
});

it('finds changes by names, addresses, and titles, and filters them by action and kind of record', async () => {
  const { db, now } = server.deps;
  const reader = await db.reader.create({ data: { email: 'mina@example.test' } });
  const partner = await createPartner(server);
  const { id } = await createPromotion(server, { partner, book: { title: 'The Beetle' } });
  await db.partner.update({ where: { id: partner.id }, data: { name: 'Marsh House' } });
  const event = { actor: 'user', actor_id: admin.id, at: now() } as const;
  const records = [
    { action: 'lift_bounce', entity: 'reader', entity_id: String(reader.id) },
    { action: 'promotion.refund', entity: 'promotion', entity_id: String(id) },
    { action: 'block', entity: 'partner', entity_id: String(partner.id) },
    { action: 'end', entity: 'warm_up', entity_id: '3' },
    { action: 'delete', entity: 'saved_view', entity_id: '7', before: { name: 'Money first' } },
  ];
  for (const record of records) await db.auditEvent.create({ data: { ...event, ...record } });
  const own = { ...event, actor: 'partner', actor_id: partner.id } as const;
  await db.auditEvent.create({ data: { ...own, action: 'create', entity: 'api_key', entity_id: '5' } });

  const titlesFor = async (query: string) =>
    (await listed(query)).map(({ record_title }: { record_title: string }) => record_title);
  expect(await titlesFor('q=mina@example.test')).toEqual([
    'Nora Whitlock cleared the bounce for reader m…@example.test',
  ]);
  expect(await titlesFor('entity=saved_view')).toEqual(['Nora Whitlock deleted saved view Money first']);
  expect(await titlesFor('q=mina')).toEqual([]);
  expect(await titlesFor('q=beetle')).toEqual([`Nora Whitlock refunded promotion The Beetle (${id})`]);
  expect(await titlesFor('q=marsh&per=2')).toEqual([
    'Marsh House created API key 5',
    'Nora Whitlock blocked partner Marsh House',
  ]);
  expect(await titlesFor(`q=${admin.headers.uid}&entity=warm_up`)).toEqual(['Nora Whitlock ended warm-up 3']);
  expect(await titlesFor(`action=refund&q=beetle`)).toHaveLength(1);
  expect(await titlesFor(`action=block&q=beetle`)).toEqual([]);
  const { entities } = (await admin.get('/admin/registry').expect(200)).body;
  const { filters } = entities.find(({ name }: { name: string }) => name === 'audit_events');
  const optionsOf = (filter: string) => filters.find(({ name }: { name: string }) => name === filter).options;
  expect(optionsOf('action')).toContainEqual({ value: 'reject', label: 'declined' });
  expect(optionsOf('entity')).toContainEqual({ value: 'warm_up', label: 'warm-up' });
});

it('shows that someone changed their password, and nothing else about it', async () => {
  const staff = await createStaff(server);
  const password = 'quite another passphrase';
  const change = { password, password_confirmation: password, current_password: PASSWORD };
  await staff.patch('/user-auth/password').send(change).expect(200);
  const [event] = await listed(`actor_id=${staff.id}`);
  const { before, after } = (await admin.get(`/admin/audit_events/${event.id}`).expect(200)).body.audit_event;
  expect([before, after]).toEqual([null, { password_changed: true }]);
});

it('names who made each change of a promotion, with as many queries for many changes as for one', async () => {
  const partner = await createPartner(server);
  await server.deps.db.partner.update({ where: { id: partner.id }, data: { name: 'Harbor Press' } });
  const { id } = await createPromotion(server, { partner, book: { title: 'The Moonstone' } });
  await editor.post(`/promotions/${id}/partner_feedback`).send({ message: 'Which edition?' }).expect(200);
  const eventsOf = async (per: number) =>
    (await admin.get(`/admin/promotion_events?promotion_id=${id}&per=${per}`).expect(200)).body.promotion_events;
  expect(await eventsOf(2)).toMatchObject([
    {
      labels: { actor_id: 'Ada Quill', promotion_id: `The Moonstone (${id})` },
      links: { promotion_id: `/u/promotions/${id}` },
    },
    { labels: { actor_id: 'Harbor Press' }, links: { actor_id: `/u/partners/${partner.id}` } },
  ]);
  expect(
    (await editor.get(`/admin/promotion_events?promotion_id=${id}`).expect(200)).body.promotion_events[0].links,
  ).toEqual({
    promotion_id: `/u/promotions/${id}`,
    at: expect.any(String),
  });
  const queryCountFor = async (copies: number) => {
    let count = 0;
    const counted = server.deps.db.$extends({
      query: {
        $allOperations: ({ args, query }) => {
          count++;
          return query(args);
        },
      },
    }) as unknown as Tx;
    const event = { actor: 'user', actor_id: editor.id, entity: 'promotion', entity_id: String(id) } as const;
    const own = { ...event, actor: 'partner', actor_id: partner.id } as const;
    const actor = { id: admin.id, name: '', role: 'admin' } as const;
    await findNames(counted, Array(copies).fill([event, own]).flat(), { registry: REGISTRY, actor });
    return count;
  };
  expect([await queryCountFor(1), await queryCountFor(50)]).toEqual([3, 3]);
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
