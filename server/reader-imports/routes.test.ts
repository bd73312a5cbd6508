import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createReader, createStaff } from '#server/testing/factories.ts';
import { IMPORT_PART_BYTES, MAX_IMPORT_BYTES } from '#shared/reader-imports.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const FILE =
  'Email Address,OPTIN_TIME,CONFIRM_TIME,TAGS\n' +
  'ann@example.org,2024-01-01 10:00:00,2024-01-02 11:00:00,"""Cozy mysteries"",""Sci-Fi"""\n' +
  'info@example.org,2024-01-01 10:00:00,2024-01-02 11:00:00,\n';

it('refuses to start an import if its mapping isn’t that of the last dry run', async () => {
  const admin = await createStaff(server, 'admin');
  const file = 'Email Address\nbea@example.org\n';
  const newImport = { file_name: 'seen.csv', file_bytes: file.length };
  const { id } = (await admin.post('/reader_imports').send(newImport).expect(201)).body.reader_import;
  const path = `/reader_imports/${id}`;
  await admin.post(`${path}/parts?offset=0`).attach('part', Buffer.from(file), 'part.csv').expect(200);
  const check = async (category_ids: number[]) => {
    const { mapping } = (await admin.get(path).expect(200)).body.reader_import;
    await admin
      .post(`${path}/check`)
      .send({ ...mapping, category_ids })
      .expect(200);
    await server.settle();
    return (await admin.get(path).expect(200)).body.reader_import;
  };
  const seen = await check([]);
  const current = await check([1]);
  expect([seen.counts.ask, current.counts.ask]).toEqual([0, 1]);
  const refused = await admin.post(`${path}/start`).send({ mapping: seen.mapping }).expect(409);
  expect(refused.body).toMatchObject({
    errors: {
      base: [
        'Someone else checked this file with other columns or categories. See what the new dry run found, and start the import again.',
      ],
    },
    reader_import: { id, status: 'checked', mapping: { category_ids: [1] }, counts: { ask: 1 } },
  });
  await server.settle();
  expect(await server.deps.db.reader.count({ where: { email: 'bea@example.org' } })).toBe(0);
  await admin.post(`${path}/start`).send({ mapping: current.mapping }).expect(200);
  await server.settle();
  expect((await admin.get(path).expect(200)).body.reader_import).toMatchObject({
    status: 'done',
    counts: { asked: 1 },
  });
  await admin.post(`${path}/undo`).expect(200);
  await server.settle();
});

it('takes an administrator from the upload to the undo', async () => {
  const admin = await createStaff(server, 'admin');
  const newImport = { file_name: 'audience.csv', file_bytes: FILE.length };
  const { id } = (await admin.post('/reader_imports').send(newImport).expect(201)).body.reader_import;
  const path = `/reader_imports/${id}`;
  const upload = (offset: number) =>
    admin.post(`${path}/parts?offset=${offset}`).attach('part', Buffer.from(FILE), 'part.csv');
  await upload(5).expect(409);
  const uploaded = (await upload(0).expect(200)).body.reader_import;
  expect(uploaded).toMatchObject({
    status: 'uploaded',
    head: { program: 'Mailchimp' },
    mapping: { columns: ['email', 'consented_on', null, 'genres'] },
  });
  await admin.post(`${path}/start`).send({}).expect(409);
  const mapping = { ...uploaded.mapping, consent_source: 'Sign-up form', category_ids: [1] };
  await admin
    .post(`${path}/check`)
    .send({ ...mapping, columns: ['email'] })
    .expect(422);
  await admin
    .post(`${path}/check`)
    .send({ ...mapping, columns: [null, null, null, null] })
    .expect(422);
  await admin.post(`${path}/check`).send(mapping).expect(200);
  await server.settle();
  const { reader_imports, categories } = (await admin.get('/reader_imports').expect(200)).body;
  const nameOf = (id: number | null) => categories.find((one: { category_id: number }) => one.category_id === id)?.name;
  expect(reader_imports[0]).toMatchObject({
    id,
    status: 'checked',
    counts: { rows: 2, confirm: 1, refused: 1 },
    progress: 1,
  });
  expect(
    reader_imports[0].genres.map((one: { genre: string; suggested_category_id: number }) => [
      one.genre,
      nameOf(one.suggested_category_id),
    ]),
  ).toEqual([
    ['Cozy mysteries', 'Cozy Mystery'],
    ['Sci-Fi', 'Science Fiction'],
  ]);
  const { text } = await admin.get(`${path}/problems.csv`).expect(200);
  expect(text).toContain('3,role_address,refused,');
  await admin.post(`${path}/start`).send({}).expect(200);
  await admin.post(`${path}/start`).send({}).expect(409);
  await server.settle();
  expect((await admin.get(path).expect(200)).body.reader_import).toMatchObject({ status: 'done', can_undo: true });
  expect(await server.deps.db.reader.count({ where: { email: 'ann@example.org', status: 'active' } })).toBe(1);
  await admin.post(`${path}/undo`).expect(200);
  await server.settle();
  expect((await admin.get(path).expect(200)).body.reader_import).toMatchObject({
    ...{ status: 'undone', can_undo: false },
    counts: { removed: 1 },
  });
  expect(await server.deps.db.reader.count({ where: { email: 'ann@example.org' } })).toBe(0);
  const actions = await server.deps.db.auditEvent.findMany({
    where: { entity: 'reader_import', entity_id: String(id) },
    orderBy: { id: 'asc' },
  });
  expect(actions.map(({ action }) => action)).toEqual(['import', 'undo_import']);
});

it('refuses editors, and a file that isn’t CSV', async () => {
  const editor = await createStaff(server);
  await editor.get('/reader_imports').expect(422);
  await editor.post('/reader_imports').send({ file_name: 'x.csv', file_bytes: 3 }).expect(422);
  const admin = await createStaff(server, 'admin');
  const { body } = await admin.post('/reader_imports').send({ file_name: 'x.csv', file_bytes: 4 }).expect(201);
  const path = `/reader_imports/${body.reader_import.id}/parts?offset=0`;
  const refusal = await admin.post(path).attach('part', Buffer.from('\0a\nb'), 'part').expect(422);
  expect(refusal.text).toContain('isn’t a CSV file');
  const listed = (await admin.get('/reader_imports').expect(200)).body.reader_imports.map(
    ({ id }: { id: number }) => id,
  );
  expect(listed).not.toContain(body.reader_import.id);
  await admin.get('/reader_imports/999999').expect(404);
});

it('says that a file is empty or too large, and refuses unusable columns before the rest is sent', async () => {
  const admin = await createStaff(server, 'admin');
  const create = (file_bytes: number) => admin.post('/reader_imports').send({ file_name: 'x.csv', file_bytes });
  expect((await create(0).expect(422)).body.errors.full_messages).toEqual([
    'The file is empty. Choose the file that your other service exported.',
  ]);
  expect((await create(MAX_IMPORT_BYTES + 1).expect(422)).body.errors.full_messages).toEqual([
    'The file is larger than 300 MB. Split it, and repeat the first line in each part.',
  ]);
  const { id } = (await create(IMPORT_PART_BYTES + 1).expect(201)).body.reader_import;
  const first = Buffer.from('ann@example.org\n'.padEnd(IMPORT_PART_BYTES, 'x'));
  const refusal = await admin.post(`/reader_imports/${id}/parts?offset=0`).attach('part', first, 'part').expect(422);
  expect(refusal.text).toContain('instead of the column names');
});

it('exports the whole list, which changes nothing when it is imported again', async () => {
  const { deps } = server;
  const admin = await createStaff(server, 'admin');
  const { email } = await createReader(server, { category_ids: [1, 2] });
  const odd = await deps.db.reader.create({
    data: { email: '+odd@example.org', status: 'active', confirmed_at: deps.now(), created_at: deps.now() },
  });
  const before = await deps.db.reader.findMany({ include: { categories: true }, orderBy: { id: 'asc' } });
  const { text } = await admin.get('/reader_list.csv').expect(200);
  expect(text).toMatch(new RegExp(`${email},2026-\\d\\d-\\d\\d,Confirmed by email,Mystery;Cozy Mystery,active`));
  // Written once the response is complete.
  const event = await vi.waitFor(() =>
    deps.db.auditEvent.findFirstOrThrow({ where: { entity: 'reader_export', action: 'readers_exported' } }),
  );
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect(event).toMatchObject({ action: 'readers_exported', after: { rows: before.length, sha256 } });

  const importAgain = async (category_ids: number[] = []) => {
    const newImport = { file_name: 'readers.csv', file_bytes: Buffer.byteLength(text) };
    const { id } = (await admin.post('/reader_imports').send(newImport).expect(201)).body.reader_import;
    const upload = admin.post(`/reader_imports/${id}/parts?offset=0`).attach('part', Buffer.from(text), 'part');
    const { head, mapping } = (await upload.expect(200)).body.reader_import;
    expect(head.program).toBe('Deckle');
    await admin
      .post(`/reader_imports/${id}/check`)
      .send({ ...mapping, category_ids })
      .expect(200);
    await server.settle();
    await admin.post(`/reader_imports/${id}/start`).send({}).expect(200);
    await server.settle();
    return (await admin.get(`/reader_imports/${id}`).expect(200)).body.reader_import.counts;
  };
  expect(await importAgain()).toMatchObject({ existing: before.length, confirmed: 0, asked: 0, problems: {} });
  expect(await deps.db.reader.findMany({ include: { categories: true }, orderBy: { id: 'asc' } })).toEqual(before);

  // On an installation that doesn't know these readers, they are confirmed again, with their genres.
  await deps.db.reader.deleteMany({ where: { OR: [{ email }, { id: odd.id }] } });
  expect(await importAgain([1])).toMatchObject({ confirmed: 2, problems: {} });
  expect(await deps.db.reader.findUnique({ where: { email }, include: { categories: true } })).toMatchObject({
    ...{ status: 'active', categories: [{ category_id: 1 }, { category_id: 2 }] },
  });
  expect(await deps.db.reader.count({ where: { email: '+odd@example.org' } })).toBe(1);
});

it('exports an imported reader’s consent date and source only together', async () => {
  const { deps } = server;
  const admin = await createStaff(server, 'admin');
  const { id } = await deps.db.readerImport.findFirstOrThrow();
  const imported = { import_id: id, consent_source: 'The Free Shelf' };
  for (const [email, confirmed_at] of [
    ['half-asked@example.org', null],
    ['half-confirmed@example.org', new Date('2026-11-20T12:00:00Z')],
  ] as const)
    await deps.db.reader.create({
      data: {
        ...{ email, confirmed_at, status: confirmed_at ? 'active' : 'pending', created_at: deps.now() },
        imported: { create: imported },
      },
    });
  const { text } = await admin.get('/reader_list.csv').expect(200);
  expect(text).toContain('half-asked@example.org,,,,pending');
  expect(text).toContain('half-confirmed@example.org,2026-11-20,Confirmed by email,,active');
});

it('discards a file that isn’t imported yet, once, and deletes its parts', async () => {
  const { db } = server.deps;
  const admin = await createStaff(server, 'admin');
  const newImport = { file_name: 'wrong.csv', file_bytes: FILE.length };
  const { id } = (await admin.post('/reader_imports').send(newImport).expect(201)).body.reader_import;
  await admin.post(`/reader_imports/${id}/parts?offset=0`).attach('part', Buffer.from(FILE), 'part').expect(200);
  const { body } = await admin.post(`/reader_imports/${id}/discard`).expect(200);
  expect(body.reader_import.status).toBe('discarded');
  await server.settle();
  expect(await db.readerImportPart.count({ where: { import_id: id } })).toBe(0);
  expect(
    await db.auditEvent.count({ where: { entity: 'reader_import', action: 'discard', entity_id: String(id) } }),
  ).toBe(1);
  await admin.post(`/reader_imports/${id}/discard`).expect(409);
  await admin.patch(`/reader_imports/${id}`).send({ is_paused: true }).expect(409);
});
