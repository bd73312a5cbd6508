import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPartner, createPromotion, createStaff, PASSWORD } from '#server/testing/factories.ts';

let server: TestServer;
let editor: Client & { id: number };
let colleague: Client & { id: number };
let admin: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  editor = await createStaff(server);
  colleague = await createStaff(server);
  admin = await createStaff(server, 'admin');
});
afterAll(() => server.close());

const add = (client: Client, partner_id: number, body: object) =>
  client.post(`/partners/${partner_id}/notes`).send(body);
const notesOf = async (client: Client, partner_id: number, query = '') =>
  (await client.get(`/partners/${partner_id}/notes${query}`).expect(200)).body;
const auditOf = (partner_id: number) =>
  server.deps.db.auditEvent.findMany({
    where: { entity: 'partner', entity_id: String(partner_id) },
    orderBy: { id: 'asc' },
  });

it('lists notes about a partner and their promotions, newest first, with author and time', async () => {
  const { id, partner, book } = await createPromotion(server);
  await add(editor, partner.id, { text: '  Prefers the telephone.\nCall after 9. ' }).expect(201);
  const { note } = (await add(colleague, partner.id, { text: 'The price is live.', promotion_id: id }).expect(201))
    .body;
  const { name } = await server.deps.db.user.findUniqueOrThrow({ where: { id: colleague.id } });
  const { title } = await server.deps.db.book.findUniqueOrThrow({ where: { id: book.id } });
  const own = { ...{ partner_id: partner.id, promotion_id: id, promotion_title: title, text: 'The price is live.' } };
  expect(note).toEqual({
    ...own,
    id: expect.any(Number),
    author_name: name,
    created_at: server.deps.now().toISOString(),
    can_delete: true,
  });
  const { notes, meta } = await notesOf(editor, partner.id);
  expect(notes.map(({ text, can_delete }: Record<string, unknown>) => [text, can_delete])).toEqual([
    ['The price is live.', false],
    ['Prefers the telephone.\nCall after 9.', true],
  ]);
  expect(meta.total_count).toBe(2);
  expect((await notesOf(admin, partner.id, '?per=1&page=2')).notes).toMatchObject([{ can_delete: true }]);
  expect((await auditOf(partner.id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['add_note', editor.id],
    ['add_note', colleague.id],
  ]);
});

it('refuses empty and overlong texts, other partners’ promotions, and unknown partners', async () => {
  const { partner } = await createPromotion(server);
  const other = await createPromotion(server);
  await add(editor, partner.id, { text: ' ' }).expect(422);
  await add(editor, partner.id, { text: 'x'.repeat(2001) }).expect(422);
  const refused = await add(editor, partner.id, { text: 'Hm.', promotion_id: other.id }).expect(422);
  expect(refused.body.errors.promotion_id).toEqual(['is not a promotion of this partner']);
  await add(editor, 999_999, { text: 'Hm.' }).expect(404);
  await editor.get('/partners/999999/notes').expect(404);
  expect((await notesOf(editor, partner.id)).notes).toEqual([]);
});

it('lets only the author or an administrator delete a note, once', async () => {
  const partner = await createPartner(server);
  const create = async () => (await add(editor, partner.id, { text: 'Hm.' }).expect(201)).body.note.id as number;
  const [first, second] = [await create(), await create()];
  const path = (id: number, partner_id = partner.id) => `/partners/${partner_id}/notes/${id}`;
  const refused = await colleague.delete(path(first)).expect(422);
  expect(refused.body.errors.base).toEqual(['Only its author or an administrator can delete a note.']);
  await editor.delete(path(first, partner.id + 1)).expect(404);
  const deletions = await Promise.all([editor, editor, admin].map((client) => client.delete(path(first))));
  expect(deletions.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  await admin.delete(path(second)).expect(204);
  expect((await notesOf(editor, partner.id)).notes).toEqual([]);
  expect((await auditOf(partner.id)).filter(({ action }) => action === 'delete_note')).toMatchObject([
    { before: { note_id: first, text: 'Hm.' } },
    { actor_id: admin.id, before: { note_id: second, text: 'Hm.' } },
  ]);
});

it('never shows notes to a partner, and erases them with the account', async () => {
  const { id, partner } = await createPromotion(server);
  await add(editor, partner.id, { text: 'A secret remark.', promotion_id: id }).expect(201);
  await partner.get(`/partners/${partner.id}/notes`).expect(403);
  await add(partner, partner.id, { text: 'Mine.' }).expect(403);
  for (const path of ['/partners/export', '/promotions?joins=events', `/promotions/${id}?joins=events`])
    expect((await partner.get(path).expect(200)).text).not.toContain('secret remark');
  await partner.post(`/promotions/${id}/cancel`).send({}).expect(200);
  await partner.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
  expect(await server.deps.db.internalNote.count({ where: { partner_id: partner.id } })).toBe(0);
  expect((await auditOf(partner.id)).every(({ after }) => after === null)).toBe(true);
  await add(editor, partner.id, { text: 'Late.' }).expect(404);
});
