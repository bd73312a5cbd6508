import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headerHash } from '#server/platform/csv-records.ts';
import { recordMailEvent } from '#server/readers/bounces.ts';
import { loadListHealth } from '#server/readers/list-health.ts';
import { logOptOut, optOutsSince } from '#server/readers/opt-out-log.ts';
import { finishRestore, RESTORED_KEY } from '#server/readers/replay.ts';
import { eraseReader, eraseReaderInTransaction } from '#server/readers/service.ts';
import { emailHash, suppressAddress } from '#server/readers/suppression.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createReader, createStaff, visitor } from '#server/testing/factories.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { IMPORT_PART_BYTES, ImportCounts, type ImportMapping, withSuggestions } from '#shared/reader-imports.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { checkImport, discardImport, startImport, undoImport } from './imports.ts';
import { progressOf } from './presenter.ts';
import { createImport, storePart } from './upload.ts';
import { continueImports, importBatch, planUndo, processImport } from './work.ts';

let server: TestServer;
let user_id: number;
const originalBatchRows = importBatch.rows;
beforeAll(async () => {
  importBatch.rows = 4;
  server = await startTestServer();
  user_id = (await createStaff(server, 'admin')).id;
});
afterAll(() => {
  importBatch.rows = originalBatchRows;
  return server.close();
});

async function upload(bytes: Buffer) {
  const { id } = await createImport(server.deps, { user_id, file_name: 'list.csv', file_bytes: bytes.length });
  for (let offset = 0; offset < bytes.length; offset += IMPORT_PART_BYTES)
    await storePart(server.deps, { id, offset, bytes: bytes.subarray(offset, offset + IMPORT_PART_BYTES) });
  return id;
}

const stored = (id: number) => server.deps.db.readerImport.findUniqueOrThrow({ where: { id } });
const countsOf = async (id: number) => ImportCounts.parse((await stored(id)).counts);
const problemsOf = async (id: number) =>
  Object.fromEntries(
    (await server.deps.db.readerImportProblem.findMany({ where: { import_id: id } })).map(({ line, reason }) => [
      line,
      reason,
    ]),
  );
const readerOf = (email: string) =>
  server.deps.db.reader.findUnique({ where: { email }, include: { categories: true, imported: true } });

async function check(id: number, changes: Partial<ImportMapping> = {}) {
  await checkImport(server.deps, id, {
    ...((await stored(id)).mapping as ImportMapping),
    category_ids: [1],
    ...changes,
  });
  await server.settle();
}

async function importFile(text: string | Buffer, changes: Partial<ImportMapping> = {}) {
  const id = await upload(Buffer.from(text));
  await check(id, changes);
  await startImport(server.deps, { id, user_id, daily_emails: 500 });
  await server.settle();
  return id;
}

it('reports rows with problems by line, and imports all but the refused ones and an existing reader', async () => {
  const { deps } = server;
  const at = deps.now();
  for (const [email, reason] of [
    ['complained@example.org', 'complained'],
    ['bounced@example.org', 'bounced'],
  ] as const)
    await deps.db.suppression.create({ data: { email_hash: emailHash(deps, email), reason, at } });
  const erased = await createReader(server);
  await eraseReader(deps, erased.uuid);
  const known = await createReader(server);
  const before = await readerOf(known.email);

  const csv = Buffer.concat([
    Buffer.from('email,Date subscribed,Source,Genres\n'),
    Buffer.from('good@example.org,2024-03-01, Voilà ,"Cozy Mystery, Romance"\n'), // line 2
    Buffer.from('encoding@example.org,2024-03-01,Caf\xe9,Mystery\n', 'latin1'), // 3
    Buffer.from('quoting@example.org,2024-03-01,"Form,Mystery\n'), // 4
    Buffer.from('GOOD@example.org,2024-03-01,Form,Mystery\n'), // 5
    Buffer.from('idn@b\u00fccher.example,2024-03-01,Form,Mystery\n'), // 6
    Buffer.from('info@example.org,2024-03-01,Form,Mystery\n'), // 7
    Buffer.from('undated@example.org,,Form,Mystery\n'), // 8
    Buffer.from('future@example.org,2027-01-01,Form,Mystery\n'), // 9
    Buffer.from(`${erased.email},2024-03-01,Form,Mystery\n`), // 10
    Buffer.from('complained@example.org,2024-03-01,Form,Mystery\n'), // 11
    Buffer.from('bounced@example.org,2024-03-01,Form,Mystery\n'), // 12
    Buffer.from('genre@example.org,2024-03-01,Form,Steampunk\n'), // 13
    Buffer.from(`${'x'.repeat(65)}@example.org,2024-03-01,Form,Mystery\n`), // 14
    Buffer.from(`${known.email},2024-03-01,Form,Mystery\n`), // 15
    Buffer.from('\nlast@example.org,2024-03-01,"Form\nwith two lines",Mystery\n'), // 17
    Buffer.from('end@example.org,2024-03-01,Form,Mystery'), // 19
  ]);
  const id = await upload(csv);
  const { head } = await stored(id);
  expect(head).toMatchObject({ header: ['email', 'Date subscribed', 'Source', 'Genres'], delimiter: ',' });
  const genres = [
    { genre: 'mystery', category_id: 1 },
    { genre: 'cozy mystery', category_id: 2 },
    { genre: 'Romance', category_id: null },
  ];
  await check(id, { genres, category_ids: [1] });
  const digest = createHash('sha256').update(csv).digest('hex');
  expect(await stored(id)).toMatchObject({ status: 'checked', digest });
  expect(await readerOf('good@example.org')).toBeNull();
  const problems = {
    ...{ 3: 'broken_encoding', 4: 'broken_quoting', 5: 'duplicate', 6: 'idn_domain', 7: 'role_address' },
    ...{ 8: 'no_consent_date', 9: 'future_date', 10: 'erased', 11: 'complained', 12: 'bounced' },
    ...{ 13: 'unknown_genre', 14: 'overlong' },
  };
  expect(await problemsOf(id)).toEqual(problems);
  const checked = { rows: 16, confirm: 5, ask: 2, existing: 1, refused: 8 };
  expect(await countsOf(id)).toMatchObject(checked);

  // A second dry run says the same.
  await check(id);
  expect(await problemsOf(id)).toEqual(problems);
  expect(await countsOf(id)).toMatchObject(checked);

  await startImport(deps, { id, user_id, daily_emails: 500 });
  await expect(startImport(deps, { id, user_id, daily_emails: 500 })).rejects.toThrow('hasn’t been checked yet');
  await server.settle();
  expect(await countsOf(id)).toMatchObject({ confirmed: 5, asked: 2, existing: 1 });
  const good = await readerOf('good@example.org');
  expect(good).toMatchObject({ status: 'active', categories: [{ category_id: 2 }] });
  expect(good!.confirmed_at).toEqual(deps.now());
  expect(good!.imported).toMatchObject({ import_id: id, consent_source: 'Voilà' });
  expect(await readerOf('idn@xn--bcher-kva.example')).toMatchObject({ status: 'active' });
  expect(await readerOf('undated@example.org')).toMatchObject({ status: 'pending', confirmed_at: null });
  expect(await readerOf('future@example.org')).toMatchObject({ status: 'pending' });
  expect(await readerOf('genre@example.org')).toMatchObject({ categories: [{ category_id: 1 }] });
  expect(await readerOf('last@example.org')).toMatchObject({ status: 'active' });
  for (const name of ['complained', 'bounced', 'info', 'encoding', 'quoting'])
    expect(await readerOf(`${name}@example.org`)).toBeNull();
  expect(await readerOf(erased.email)).toBeNull();
  expect(await readerOf(known.email)).toEqual(before);
  expect(await deps.db.mail.count({ where: { to: known.email, template: 'reader_confirm' } })).toBe(1);

  // The file's parts and rows are deleted.
  expect(await deps.db.readerImportPart.count()).toBe(0);
  expect(await deps.db.readerImportRow.count()).toBe(0);
  const [event] = await deps.db.auditEvent.findMany({ where: { entity: 'reader_import', entity_id: String(id) } });
  expect(event).toMatchObject({ action: 'import', actor_id: user_id, after: { sha256: digest, rows: 16 } });
});

it('hashes the file in the check’s job before anything else, and starts over after an interruption', async () => {
  const { deps } = server;
  const bytes = Buffer.concat([
    Buffer.from('email\n'),
    Buffer.alloc(IMPORT_PART_BYTES, '\n'),
    Buffer.from('h@e.example'),
  ]);
  const id = await upload(bytes);
  expect(await stored(id)).toMatchObject({ status: 'uploaded', digest: null });
  await deps.db.readerImport.update({ where: { id }, data: { status: 'clearing' } });
  const unhashed = { status: 'clearing', digest: null, file_cursor: 0 };
  let calls = 0;
  const isClosed = () => calls++ > 0;
  await processImport({ ...deps, mail: { isClosed } }, { id });
  expect(await stored(id)).toMatchObject(unhashed);
  // A job that began before the check saw nothing to hash.
  const before = { count: async () => 0 };
  const get = (db: object, key: string) => (key === 'readerImport' ? before : Reflect.get(db, key));
  await processImport({ ...deps, db: new Proxy(deps.db, { get }) as typeof deps.db }, { id });
  expect(await stored(id)).toMatchObject(unhashed);
  await processImport(deps, { id });
  const digest = createHash('sha256').update(bytes).digest('hex');
  expect(await stored(id)).toMatchObject({ status: 'checked', digest });
});

it('accepts only a full date as a consent date, and none before 1998', async () => {
  const cells = [
    ...['2024-03-01', '2024/3/1 10:20', '2024-03-01T10:20:30.123Z', '2024-03-01 10:20:30+02:00', '3/1/2024 10:20 AM'],
    ...['"3/1/2024, 10:20:30 AM"', '"2024-03-01, 10:20"'],
    ...['"Mar 1, 2024"', '"March 1, 2024, 10:20"', '1 March 2024', '"Sept. 5, 2024 10:20:30 UTC"', '1998-01-01'],
    ...[
      'never confirmed 2024',
      '"Unsubscribed Jan 5, 2024"',
      '2024-03-01 unsubscribed',
      '3/1/2024 (bounced)',
      'May 2024',
    ],
    ...['2024', '"Mar 41, 2024"', '"Feb 31, 2024"', '31 February 2024', '0001-01-01', '1970-01-01', '12/31/1997'],
  ];
  const id = await upload(
    Buffer.from(`email,signed up,source\n${cells.map((c, i) => `d${i}@example.org,${c},f`).join('\n')}`),
  );
  await check(id);
  expect(await problemsOf(id)).toEqual({
    ...Object.fromEntries(cells.slice(12, 21).map((_, index) => [14 + index, 'no_consent_date'])),
    ...{ 23: 'implausible_date', 24: 'implausible_date', 25: 'implausible_date' },
  });
  expect(await countsOf(id)).toMatchObject({ confirm: 12, ask: 12 });
});

it.each([
  ['day', ['3/4/2024', '25/12/2023', '2024-13-01']],
  ['month', ['3/4/2024', '12/25/2023']],
  // Someone mixed two lists: a person has to decide.
  ['month', ['25/12/2023', '12/25/2023']],
  ['month', ['3/4/2024', '']],
])('guesses that dates begin with the %s: %j', async (unit, dates) => {
  const header = `email,joined,list ${dates.join(' ')}`;
  const id = await upload(Buffer.from([header, ...dates.map((date, n) => `b${n}@example.org,${date},`)].join('\n')));
  expect((await stored(id)).mapping).toMatchObject({ day_first: unit === 'day' });
});

it('asks a Mailchimp contact for permission if the owner added them', async () => {
  const header = 'Email Address,OPTIN_TIME,CONFIRM_TIME';
  const rows = ['in@example.org,2024-01-01,2024-01-02', 'added@example.org,,2024-01-02'];
  const id = await upload(Buffer.from([header, ...rows].join('\n')));
  await check(id, { consent_source: 'Sign-up form' });
  expect(await countsOf(id)).toMatchObject({ confirm: 1, ask: 1 });
  expect(await problemsOf(id)).toEqual({ 3: 'no_consent_date' });
});

it('doesn’t accept a creation date as consent, and refuses readers who have left or are disabled', async () => {
  for (const heading of ['created_at', 'Date added', 'date']) {
    const { mapping } = await stored(await upload(Buffer.from(`email,${heading}\nx@example.org,2024-01-01`)));
    expect(mapping).toMatchObject({ columns: ['email', null] });
  }
  for (const heading of ['UNSUB_TIME', 'Unsubscribed at', 'CLEAN_TIME', 'Cleaned at']) {
    const csv = `email,joined,source,status,${heading}\nl1@example.org,2024-01-01,f,,2025\nl2@example.org,2024-01-01,f,disabled,`;
    const id = await upload(Buffer.from(csv));
    await check(id);
    expect(await problemsOf(id)).toEqual({ 2: 'opted_out', 3: 'not_subscribed' });
  }
});

const checkFile = async (csv: string) => {
  const id = await upload(Buffer.from(csv));
  await check(id);
  const { mapping } = await stored(id);
  const { confirm, ask, opt_outs } = await countsOf(id);
  return {
    columns: (mapping as ImportMapping).columns,
    counts: { confirm, ask, opt_outs },
    problems: await problemsOf(id),
  };
};

it('confirms nobody whom any column calls unsubscribed', async () => {
  expect(
    await checkFile(
      'Email,Subscribed,Unsubscribed,Date Joined,Source\n' +
        'dated-in@example.org,2024-03-01,,2024-02-01,f\ndated-out@example.org,,2024-05-05,2024-02-01,f',
    ),
  ).toEqual({
    columns: ['email', 'consented_on', 'left_on', null, 'consent_source'],
    counts: { confirm: 1, ask: 0, opt_outs: 1 },
    problems: { 3: 'opted_out' },
  });
  expect(
    await checkFile(
      'Email,Opt In,Confirmed,Opted out,State,Joined,Source\n' +
        'yes@example.org,Yes,Yes,No,CA,2024-02-01,f\nno@example.org,No,Yes,,CA,2024-02-01,f\n' +
        'out@example.org,Yes,Yes,yes,CA,2024-02-01,f\nblank@example.org,No,,TRUE,CA,2024-02-01,f\n' +
        'empty@example.org,,Yes,,CA,2024-02-01,f',
    ),
  ).toEqual({
    columns: ['email', 'status', 'status', 'left_on', null, 'consented_on', 'consent_source'],
    counts: { confirm: 1, ask: 1, opt_outs: 2 },
    problems: { 3: 'not_subscribed', 4: 'opted_out', 5: 'opted_out', 6: 'empty_status' },
  });
});

it('reads a placeholder such as N/A as an empty cell', async () => {
  const cells = ['N/A', 'n/a', '-', '—', 'null', 'None', ' NULL ', 'N.A.'];
  const rows = cells.map((cell, index) => `ph${index}@example.org,2024-02-01,f,${cell},Mystery;${cell}`);
  const undated = cells.map((cell, index) => `pu${index}@example.org,${cell},f,no,${cell}`);
  const sourceless = `ps@example.org,2024-02-01,N/A,,`;
  const id = await upload(
    Buffer.from(['email,joined,source,opted out,genres', ...rows, ...undated, sourceless].join('\n')),
  );
  await check(id);
  expect(await countsOf(id)).toMatchObject({ confirm: 8, ask: 9, opt_outs: 0, refused: 0 });
  expect((await countsOf(id)).problems).toEqual({ no_consent_date: 8, no_consent_source: 1 });
  expect((await stored(id)).genres).toEqual({ mystery: { genre: 'Mystery', rows: 8 } });
  const status = await upload(Buffer.from('email,joined,source,status\npt@example.org,2024-02-01,f,N/A'));
  await check(status);
  expect(await problemsOf(status)).toEqual({ 2: 'empty_status' });
});

it('asks enabled subscribers of listmonk, and counts blocked ones as opt-outs', async () => {
  const row = (name: string, status: string) => `1,${name}@example.org,,{},${status},2024-01-01,2024-01-01`;
  const csv = [
    'uuid,email,name,attributes,status,created_at,updated_at',
    ...[row('lm-on', 'enabled'), row('lm-off', 'disabled'), row('lm-block', 'blocklisted')],
  ].join('\n');
  expect(await checkFile(csv)).toMatchObject({
    counts: { confirm: 0, ask: 1, opt_outs: 1 },
    problems: { 2: 'no_consent_date', 3: 'not_subscribed', 4: 'opted_out' },
  });
});

it('doesn’t remember for another file that a status was ignored', async () => {
  const csv = 'Email,Opted out,Joined,Source\nremember-out@example.org,yes,2024-01-01,f';
  await check(await upload(Buffer.from(csv)), { columns: ['email', null, 'consented_on', 'consent_source'] });
  expect((await checkFile(csv)).columns).toEqual(['email', 'left_on', 'consented_on', 'consent_source']);
});

it.each([0, 4])(
  'refuses an address that another line says has left, in either order, with %i filler lines in between',
  async (apart) => {
    const fillers = Array.from({ length: apart }, (_, index) => `f${apart}-${index}@example.org,2024-01-01,f,active`);
    const [one, two] = [`v1-${apart}@example.org`, `v2-${apart}@example.org`];
    const lines = [
      'email,joined,source,status',
      ...[`${one},,f,active`, `${two},2024-01-01,f,unsubscribed`, ...fillers],
      ...[`${one.toUpperCase()},2024-01-01,f,unsubscribed`, `${two},2024-01-01,f,active`],
    ];
    const id = await importFile(lines.join('\n'));
    expect(await readerOf(one)).toBeNull();
    expect(await readerOf(two)).toBeNull();
    const [third, fourth] = [4 + apart, 5 + apart];
    expect(await problemsOf(id)).toEqual({
      ...{ 2: 'opted_out', 3: 'opted_out', [third]: 'opted_out', [fourth]: 'duplicate' },
    });
    const counts = await countsOf(id);
    expect(counts).toMatchObject({ rows: 4 + apart, confirm: apart, ask: 0, refused: 4, confirmed: apart, asked: 0 });
    expect(counts).toMatchObject({ opt_outs: 2, kept_out: 2, leaving: 0 });
    expect(counts.problems).toMatchObject({ opted_out: 3, duplicate: 1 });
  },
);

it('cuts long cells between characters, so that Postgres can store them', async () => {
  const genre = `${'g'.repeat(59)}😀`;
  const id = await importFile(`email,joined,source,genres,${'h'.repeat(99)}😀\ncut@example.org,2024-01-01,f,${genre},`);
  expect(await stored(id)).toMatchObject({ status: 'done' });
});

it('discards a file whose check never ends', async () => {
  const { deps } = server;
  const ids = await Promise.all(
    ['clearing', 'checking'].map(async (status) => {
      const id = await upload(Buffer.from('email\nstuck@example.org'));
      const created_at = new Date(deps.now().getTime() - (RETENTION_DAYS.import_files + 1) * DAY_MS);
      await deps.db.readerImport.update({ where: { id }, data: { status: status as 'clearing', created_at } });
      return id;
    }),
  );
  await continueImports(deps);
  for (const id of ids) expect(await stored(id)).toMatchObject({ status: 'discarded' });
});

it('leaves out an address that was suppressed after the dry run, and one that signed up', async () => {
  const { deps } = server;
  const known = await createReader(server);
  const id = await upload(
    Buffer.from(
      'email,joined,source\na1@example.org,2024-01-01,f\na2@example.org,2024-01-01,f\na3@example.org,2024-01-01,f',
    ),
  );
  await check(id);
  await deps.db.suppression.create({
    data: { email_hash: emailHash(deps, 'a1@example.org'), reason: 'complained', at: deps.now() },
  });
  await deps.db.reader.update({ where: { uuid: known.uuid }, data: { email: 'a2@example.org' } });
  await startImport(deps, { id, user_id, daily_emails: 500 });
  await server.settle();
  expect(await readerOf('a1@example.org')).toBeNull();
  expect(await readerOf('a2@example.org')).toMatchObject({ uuid: known.uuid, imported: null });
  expect(await countsOf(id)).toMatchObject({ confirm: 3, confirmed: 1, refused: 1, existing: 1 });
});

it.each(['unsubscribed', 'sunset'] as const)('doesn’t change an existing reader who is %s', async (status) => {
  const { uuid, email } = await createReader(server);
  const { db } = server.deps;
  await db.reader.update({ where: { uuid }, data: { status } });
  const id = await importFile(`email,joined,source\n${email},2024-01-01,form`);
  expect(await db.reader.findUnique({ where: { uuid } })).toMatchObject({ status });
  const refused = status === 'unsubscribed' ? 1 : 0;
  expect(await countsOf(id)).toMatchObject({ existing: 1 - refused, refused, confirmed: 0 });
  await undoImport(server.deps, { id, user_id });
  await server.settle();
  expect(await db.reader.findUnique({ where: { uuid } })).toMatchObject({ status });
});

it('lets an erased reader sign up again, though no import brings them back', async () => {
  const { uuid, email } = await createReader(server);
  await eraseReader(server.deps, uuid);
  await importFile(`email,joined,source\n${email},2024-01-01,form`);
  expect(await readerOf(email)).toBeNull();
  await visitor(server)
    .post('/readers')
    .send({ email, category_ids: [1] })
    .expect(201);
  expect(await readerOf(email)).toMatchObject({ status: 'pending' });
});

it('refuses a part out of order, and accepts a repeated one', async () => {
  const { id } = await createImport(server.deps, { user_id, file_name: 'x.csv', file_bytes: IMPORT_PART_BYTES + 3 });
  const bytes = Buffer.concat([Buffer.from('email\n'), Buffer.alloc(IMPORT_PART_BYTES - 6, 'a\n')]);
  await expect(storePart(server.deps, { id, offset: IMPORT_PART_BYTES, bytes: Buffer.from('a\nb') })).rejects.toThrow();
  await storePart(server.deps, { id, offset: 0, bytes });
  await storePart(server.deps, { id, offset: 0, bytes });
  const sha256 = (...parts: (string | Buffer)[]) =>
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
      .digest('hex');
  expect(await stored(id)).toMatchObject({ received: IMPORT_PART_BYTES, upload_digest: sha256(bytes) });
  const last = await storePart(server.deps, { id, offset: IMPORT_PART_BYTES, bytes: Buffer.from('a\nb') });
  expect(last).toMatchObject({ status: 'uploaded', upload_digest: sha256(sha256(bytes), 'a\nb') });
});

it('refuses a file that begins with a reader instead of the column names', async () => {
  await expect(
    upload(Buffer.from('first@example.org,2024-01-01\nsecond@example.org,2024-01-01')),
  ).rejects.toMatchObject({
    body: { errors: { file: [expect.stringContaining('instead of the column names')] } },
  });
  const imports = await server.deps.db.readerImport.findMany({ orderBy: { id: 'desc' } });
  expect(imports[0]).toMatchObject({ status: 'discarded', head: null });
  expect(JSON.stringify(imports)).not.toContain('first@example.org');
});

it('remembers the columns for files with the same header', async () => {
  const csv = 'Kontakt,Wann\nremembered@example.org,3.4.2024';
  const first = await upload(Buffer.from(csv));
  await check(first, { columns: ['email', 'consented_on'], consent_source: 'Messe', day_first: true });
  const again = await upload(Buffer.from(csv));
  expect((await stored(again)).mapping).toMatchObject({ columns: ['email', 'consented_on'], day_first: true });
});

it('asks for every file how its readers consented, even if its header is known', async () => {
  const { db } = server.deps;
  const csv = 'Kontakt,Seit\nbought@example.org,3.4.2024';
  await check(await upload(Buffer.from(csv)), { columns: ['email', 'consented_on'], consent_source: 'Messe' });
  const remembered = await db.readerImportMapping.findMany();
  expect(JSON.stringify(remembered)).not.toContain('Messe');
  const { header_hash, mapping } = remembered.find((row) => row.header_hash === headerHash(['Kontakt', 'Seit']))!;
  const older = { ...(mapping as ImportMapping), consent_source: 'Messe' };
  await db.readerImportMapping.update({ where: { header_hash }, data: { mapping: older } });
  expect((await stored(await upload(Buffer.from(csv)))).mapping).toMatchObject({ consent_source: null });
});

it('keeps no cell of the file after the import', async () => {
  const { db } = server.deps;
  const csv = 'email,joined,source,tags\ncells@example.org,2024-01-01,f,friend-cells@example.org';
  const id = await upload(Buffer.from(csv));
  const genres = [{ genre: 'friend-cells@example.org', category_id: null }];
  await check(id, { columns: ['email', 'consented_on', 'consent_source', 'genres'], genres });
  expect(JSON.stringify(await stored(id))).toContain('cells@example.org');
  await startImport(server.deps, { id, user_id, daily_emails: 500 });
  await server.settle();
  const rows = [await db.readerImport.findMany(), await db.readerImportMapping.findMany()];
  expect(JSON.stringify(rows)).not.toContain('cells@example.org');
});

it('deletes the cells that an older version kept, and the last failure with them', async () => {
  const { deps } = server;
  const id = await importFile('email,joined,source\nolder@example.org,2024-01-01,f');
  const head = { header: ['email'], delimiter: ',', sample: [['kept@example.org']], program: null };
  await deps.db.readerImport.update({ where: { id }, data: { head, failure: 'kept@example.org' } });
  await continueImports(deps);
  expect(await stored(id)).toMatchObject({ head: { sample: [] }, failure: null });
});

it('cuts a failure between characters, so that Postgres can store it', async () => {
  const { deps } = server;
  const id = await upload(Buffer.from('email\nfailing@example.org'));
  const $transaction = () => Promise.reject(new Error(`${'x'.repeat(499)}😀`));
  const db = new Proxy(deps.db, {
    get: (real, key) => (key === '$transaction' ? $transaction : Reflect.get(real, key)),
  });
  await expect(processImport({ ...deps, db }, { id })).rejects.toThrow('xxx');
  expect(await stored(id)).toMatchObject({ failure: 'x'.repeat(499) });
});

it('counts readers whom an import confirms under the source “import”, until an undo removes them', async () => {
  const { deps } = server;
  const confirmed = async () =>
    (await loadListHealth(deps)).sources.find(({ source }) => source === 'import')!.confirmed;
  const before = await confirmed();
  const id = await importFile(
    'email,joined,source\ng1@example.org,2024-01-01,f\ng2@example.org,2024-01-01,f\ng3@example.org,,f',
  );
  expect(await confirmed()).toBe(before + 2);
  server.clock.set(new Date(deps.now().getTime() + 23 * HOUR_MS));
  await createReader(server);
  const { uuid } = (await readerOf('g2@example.org'))!;
  await visitor(server).patch(`/readers/${uuid}`).send({ frequency: 'weekly' }).expect(200);
  await undoImport(deps, { id, user_id });
  await server.settle();
  expect(await readerOf('g1@example.org')).toBeNull();
  expect(await confirmed()).toBe(before + 1);
});

it('undoes an import within a day, and keeps readers who have done something since', async () => {
  const { deps } = server;
  const id = await importFile(
    'email,joined,source\nu1@example.org,2024-01-01,f\nu2@example.org,2024-01-01,f\nu3@example.org,,f',
  );
  server.clock.set(new Date(deps.now().getTime() + 3_600_000));
  const { uuid } = (await readerOf('u2@example.org'))!;
  await server.deps.db.reader.update({ where: { uuid }, data: { frequency: 'weekly' } });
  await undoImport(deps, { id, user_id });
  await server.settle();
  expect(await readerOf('u1@example.org')).toBeNull();
  expect(await readerOf('u2@example.org')).toMatchObject({ frequency: 'weekly' });
  expect(await readerOf('u3@example.org')).toBeNull();
  expect(await countsOf(id)).toMatchObject({ removed: 2, kept: 1 });
  expect(await stored(id)).toMatchObject({ status: 'undone' });

  const later = await importFile('email,joined,source\nu4@example.org,2024-01-01,f');
  server.clock.set(new Date(deps.now().getTime() + 24 * 3_600_000));
  await expect(undoImport(deps, { id: later, user_id })).rejects.toThrow('24 hours');
  expect(await readerOf('u4@example.org')).toMatchObject({ status: 'active' });
});

it('refuses to undo an import that hasn’t changed anything', async () => {
  const id = await upload(Buffer.from('email,joined,source\nu5@example.org,2024-01-01,f'));
  const refusal = 'This import hasn’t changed anything';
  await expect(undoImport(server.deps, { id, user_id })).rejects.toThrow(refusal);
  await check(id);
  await expect(undoImport(server.deps, { id, user_id })).rejects.toThrow(refusal);
  await discardImport(server.deps, { id, user_id });
  await expect(undoImport(server.deps, { id, user_id })).rejects.toThrow(refusal);
});

it('undoes an import for readers whose link scanner clicked or whose mailbox was full, too', async () => {
  const { deps } = server;
  const id = await importFile(
    ['email,joined,source', ...[1, 2, 3].map((n) => `scanned${n}@example.org,2024-01-01,f`)].join('\n'),
  );
  server.clock.set(new Date(deps.now().getTime() + HOUR_MS));
  const [full, scanned, clicked] = await Promise.all([1, 2, 3].map((n) => readerOf(`scanned${n}@example.org`)));
  const event = { type: 'soft_bounce', newsletter_id: null, mail_id: null, email: null, diagnostic: null } as const;
  await deps.db.$transaction((tx) =>
    recordMailEvent(deps, tx, { ...event, reader_id: full!.id, at: deps.now(), dedupe: 'full' }),
  );
  const click = { source: 'newsletter', store: 'amazon', clicked_at: deps.now() } as const;
  await deps.db.clickLog.createMany({
    data: [
      { ...click, reader_id: scanned!.id, ua_class: 'bot' },
      { ...click, reader_id: scanned!.id, ua_class: 'person', billable: false },
      { ...click, reader_id: clicked!.id, ua_class: 'person' },
    ],
  });
  await undoImport(deps, { id, user_id });
  await server.settle();
  expect(await countsOf(id)).toMatchObject({ removed: 2, kept: 1 });
  expect(await readerOf(clicked!.email!)).toMatchObject({ status: 'active' });
});

it('removes readers without a queued or sent newsletter, and unsubscribes the others, when an import is undone', async () => {
  const { deps } = server;
  const states = ['suppressed', 'queued', 'accepted'] as const;
  const id = await importFile(
    ['email,joined,source', ...states.map((state) => `${state}@example.org,2024-01-01,f`)].join('\n'),
  );
  const newsletter_date = new Date('2031-01-01');
  const { id: newsletter_id } = await deps.db.newsletter.create({
    data: { newsletter_date, kind: 'daily', subject: '' },
  });
  for (const state of states) {
    const reader_id = (await readerOf(`${state}@example.org`))!.id;
    await deps.db.delivery.create({ data: { newsletter_id, reader_id, state } });
  }
  expect(await planUndo(deps, id)).toEqual({ unsubscribed: 2, removed: 1, pending_again: 0 });
  await undoImport(deps, { id, user_id });
  await server.settle();
  expect(await planUndo(deps, id)).toEqual({ unsubscribed: 0, removed: 0, pending_again: 0 });
  expect(await countsOf(id)).toMatchObject({ unsubscribed: 2, removed: 1 });
  // A warm-up's cap left this reader out.
  expect(await readerOf('suppressed@example.org')).toBeNull();
  expect(await readerOf('queued@example.org')).toMatchObject({ status: 'unsubscribed' });
  expect(await readerOf('accepted@example.org')).toMatchObject({ status: 'unsubscribed' });
});

it('leaves out readers who unsubscribed and those whom an undo unsubscribed, and says which', async () => {
  const { deps } = server;
  const file = ['email,joined,source', ...[1, 2, 3].map((n) => `corrected${n}@example.org,2024-01-01,f`)].join('\n');
  const first = await importFile(file);
  const [emailed, left] = await Promise.all([1, 2].map((n) => readerOf(`corrected${n}@example.org`)));
  await visitor(server).post(`/readers/${left!.uuid}/unsubscribe`).send({}).expect(200);
  const { id: newsletter_id } = await deps.db.newsletter.create({
    data: { newsletter_date: new Date('2031-01-02'), kind: 'daily', subject: '' },
  });
  await deps.db.delivery.create({ data: { newsletter_id, reader_id: emailed!.id, state: 'accepted' } });
  await undoImport(deps, { id: first, user_id });
  await server.settle();
  expect(await countsOf(first)).toMatchObject({ removed: 1, unsubscribed: 1, kept: 1 });

  const corrected = await importFile(file);
  expect(await countsOf(corrected)).toMatchObject({ confirm: 1, existing: 0, refused: 2, confirmed: 1 });
  expect(await problemsOf(corrected)).toEqual({ 2: 'import_undone', 3: 'unsubscribed' });
  expect(await readerOf(emailed!.email!)).toMatchObject({ status: 'unsubscribed' });
});

it('leaves out someone whose unsubscribe only the log remembers after a restore', async () => {
  const { deps } = server;
  const email = 'unsubscribed@example.org';
  const at = deps.now();
  await logOptOut(deps, { kind: 'unsubscribed', email, at });
  const value = { restored_at: at.toISOString(), made_at: at.toISOString(), replay: null };
  await deps.db.setting.create({ data: { key: RESTORED_KEY, value } });
  await finishRestore(deps);
  const id = await importFile(`email,date subscribed,source\n${email},2024-01-01,form`);
  expect(await readerOf(email)).toBeNull();
  expect(await problemsOf(id)).toEqual({ 2: 'erased' });
  // Someone who comes back and leaves by mistake can still undo that.
  const { uuid } = await createReader(server);
  await deps.db.reader.update({ where: { uuid }, data: { email, confirm_sent_at: null } });
  await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
  await visitor(server).post(`/readers/${uuid}/resubscribe`).send({}).expect(200);
});

it('finishes a restore even if a reader was both erased and removed by an undo', async () => {
  const { deps } = server;
  const email = 'erased-twice@example.org';
  await importFile(`email,date subscribed,source\n${email},2024-01-01,f`);
  const made_at = deps.now().toISOString();
  for (const kind of ['erased', 'removed'] as const) {
    server.clock.set(new Date(deps.now().getTime() + 60_000));
    await logOptOut(deps, { kind, email, at: deps.now() });
  }
  const value = { restored_at: deps.now().toISOString(), made_at, replay: null };
  await deps.db.setting.upsert({
    where: { key: RESTORED_KEY },
    create: { key: RESTORED_KEY, value },
    update: { value },
  });
  await finishRestore(deps);
  expect(await readerOf(email)).toBeNull();
});

it('unsubscribes a reader by a dated opt-out even if another row has an undated one', async () => {
  const { deps } = server;
  const { uuid, email } = await createReader(server);
  await deps.db.reader.update({ where: { uuid }, data: { confirmed_at: new Date('2026-01-01') } });
  const id = await importFile(`email,status,unsub time\n${email},cleaned,\n${email},unsubscribed,2026-11-25\n`);
  expect(await readerOf(email)).toMatchObject({ status: 'unsubscribed' });
  expect(await countsOf(id)).toMatchObject({ refused: 2 });
});

it('keeps readers who chose other categories, when an import is undone', async () => {
  const id = await importFile('email,date subscribed,source\nu5@example.org,2024-01-01,f', { category_ids: [1] });
  const { uuid } = (await readerOf('u5@example.org'))!;
  server.clock.set(new Date(server.deps.now().getTime() + 60_000));
  await visitor(server)
    .patch(`/readers/${uuid}`)
    .send({ category_ids: [2] })
    .expect(200);
  await undoImport(server.deps, { id, user_id });
  await server.settle();
  expect(await readerOf('u5@example.org')).toMatchObject({ status: 'active', categories: [{ category_id: 2 }] });
});

it('leaves out someone whose erasure commits while the batch runs', async () => {
  const { deps } = server;
  const { uuid } = await createReader(server);
  const email = 'erases@example.org';
  const id = await upload(
    Buffer.from(`email,date subscribed,source\n${email},2024-01-01,f\nstays@example.org,2024-01-01,f`),
  );
  await check(id);
  await deps.db.reader.update({ where: { uuid }, data: { email } });
  await startImport(deps, { id, user_id, daily_emails: 500 });
  let importing: Promise<void> | undefined;
  await deps.db.$transaction(
    async (tx) => {
      await eraseReaderInTransaction(deps, tx, uuid);
      importing = processImport(deps, { id });
      // The batch waits for the erasure, with a snapshot from before it.
      await expect
        .poll(
          async () =>
            (
              await deps.pool.query(
                "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into readers%'",
              )
            ).rowCount,
          { timeout: 10_000 },
        )
        .toBe(1);
    },
    { timeout: 20_000 },
  );
  await importing;
  await server.settle();
  expect(await readerOf(email)).toBeNull();
  expect(await readerOf('stays@example.org')).toMatchObject({ status: 'active' });
  expect(await countsOf(id)).toMatchObject({ confirmed: 1 });
});

const suppressionFor = (email: string) =>
  server.deps.db.suppression.findUnique({ where: { email_hash: emailHash(server.deps, email) } });
const loggedKinds = async (email: string) => {
  const kinds: string[] = [];
  for await (const entry of optOutsSince(server.deps, new Date(0)))
    if (entry.hash === Buffer.from(emailHash(server.deps, email)).toString('hex')) kinds.push(entry.kind);
  return kinds;
};

it('keeps addresses that unsubscribed from another list out of later imports, but lets them sign up', async () => {
  const [left, cleaned, disabled] = ['m-left@example.org', 'm-cleaned@example.org', 'm-disabled@example.org'];
  const id = await importFile(
    `email,status,unsub time\n${left},,2025-03-01 10:20:30\n${cleaned},cleaned,\n${disabled},disabled,\n`,
  );
  expect(await countsOf(id)).toMatchObject({ rows: 3, refused: 3, opt_outs: 2, leaving: 0, kept_out: 2, left: 0 });
  expect(await suppressionFor(left)).toMatchObject({ reason: 'unsubscribed' });
  expect(await loggedKinds(left)).toEqual(['unsubscribed']);
  // Nobody knows whether this person has left.
  expect(await suppressionFor(disabled)).toBeNull();

  const later = await importFile(
    `email,joined,source\n${[left, cleaned, disabled].map((email) => `${email},2024-01-01,f`).join('\n')}`,
  );
  expect(await problemsOf(later)).toEqual({ 2: 'erased', 3: 'erased' });
  expect(await readerOf(disabled)).toMatchObject({ status: 'active' });
  await visitor(server)
    .post('/readers')
    .send({ email: left, category_ids: [1] })
    .expect(201);
  expect(await readerOf(left)).toMatchObject({ status: 'pending' });
});

it('unsubscribes readers who left another list since they consented, and nobody who confirmed here later', async () => {
  const { deps } = server;
  const imported = ['l1', 'l2', 'l3', 'l4'].map((name) => `${name}@example.org`);
  await importFile(
    `email,joined,source\n${imported.map((email, index) => `${email},${index === 3 ? '' : '2024-03-01'},f`).join('\n')}`,
  );
  const own = await Promise.all([1, 2, 3].map(() => createReader(server)));
  const [before, after, undated] = own.map(({ email }) => email);
  await deps.db.reader.updateMany({
    where: { uuid: { in: own.map(({ uuid }) => uuid) } },
    data: { confirmed_at: new Date(deps.now().getTime() - 2 * DAY_MS) },
  });
  const day = (days: number) => new Date(deps.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const lines = [
    ...[`${imported[0]},unsubscribed,2024-03-02`, `${imported[1]},unsubscribed,2024-02-01`],
    ...[`${imported[2]},unsubscribed,`, `${imported[3]},unsubscribed,`],
    ...[`${before},unsubscribed,${day(-3)}`, `${after},unsubscribed,${day(-1)}`, `${undated},unsubscribed,`],
  ];
  const id = await upload(Buffer.from(`email,status,unsubscribed on\n${lines.join('\n')}`));
  await check(id);
  expect(await countsOf(id)).toMatchObject({ rows: 7, refused: 7, opt_outs: 4, leaving: 4 });
  await startImport(deps, { id, user_id, daily_emails: 500 });
  await server.settle();
  const statuses = async () =>
    Promise.all([...imported, before!, after!, undated!].map(async (email) => (await readerOf(email))!.status));
  expect(await statuses()).toEqual([
    ...['unsubscribed', 'active', 'unsubscribed', 'unsubscribed'],
    ...['active', 'unsubscribed', 'active'],
  ]);
  expect(await countsOf(id)).toMatchObject({ kept_out: 0, left: 4 });
  expect(await loggedKinds(after!)).toEqual(['confirmed', 'unsubscribed']);

  server.clock.set(new Date(deps.now().getTime() + HOUR_MS));
  await undoImport(deps, { id, user_id });
  await server.settle();
  expect(await statuses()).toEqual([...['active', 'active', 'active', 'pending'], ...['active', 'active', 'active']]);
  expect(await loggedKinds(imported[0]!)).toEqual(['unsubscribed', 'confirmed']);
});

it('takes back the opt-outs of an import that is undone, except those that people repeated', async () => {
  const { deps } = server;
  const [unchanged, erased, complains] = ['t1@example.org', 't2@example.org', 't3@example.org'];
  const [leaves, clicks] = ['t4@example.org', 't5@example.org'];
  await importFile(`email,joined,source\n${leaves},2024-01-01,f\n${clicks},2024-01-01,f`);
  const all = [unchanged, erased, complains, leaves, clicks];
  const id = await importFile(`email,status\n${all.map((email) => `${email},unsubscribed`).join('\n')}`);
  expect(await countsOf(id)).toMatchObject({ kept_out: 3, left: 2 });
  const { uuid } = (await readerOf(clicks))!;
  await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
  await visitor(server)
    .post('/readers')
    .send({ email: erased, category_ids: [1] })
    .expect(201);
  await eraseReader(deps, (await readerOf(erased))!.uuid);
  await deps.db.$transaction((tx) => suppressAddress(deps, tx, { email: complains, reason: 'complained' }));

  await undoImport(deps, { id, user_id });
  await server.settle();
  expect(await stored(id)).toMatchObject({ status: 'undone' });
  expect(await suppressionFor(unchanged)).toBeNull();
  expect(await suppressionFor(erased)).toMatchObject({ reason: 'unsubscribed' });
  expect(await suppressionFor(complains)).toMatchObject({ reason: 'complained' });
  expect(await readerOf(leaves)).toMatchObject({ status: 'active', unsubscribed_at: null });
  expect(await readerOf(clicks)).toMatchObject({ status: 'unsubscribed' });
});

it('keeps an opt-out that another file repeats, even after both imports are undone', async () => {
  const [stays, leaves] = ['said-twice@example.org', 'left-twice@example.org'];
  await importFile(`email,joined,source\n${leaves},2024-01-01,f`);
  const file = `email,status\n${stays},unsubscribed\n${leaves},unsubscribed`;
  for (const id of [await importFile(file), await importFile(file)]) {
    await undoImport(server.deps, { id, user_id });
    await server.settle();
    expect(await suppressionFor(stays)).toMatchObject({ reason: 'unsubscribed' });
    expect(await readerOf(leaves)).toMatchObject({ status: 'unsubscribed' });
  }
});

it('doesn’t bring back a reader whose own import is undone before the one that unsubscribed them', async () => {
  const reader = 'two-imports@example.org';
  const created = await importFile(`email,joined,source\n${reader},2024-01-01,f`);
  const left = await importFile(`email,status\n${reader},unsubscribed`);
  for (const id of [created, left]) {
    await undoImport(server.deps, { id, user_id });
    await server.settle();
    expect(await readerOf(reader)).toMatchObject({ status: 'unsubscribed' });
  }
});

it('unsubscribes a reader who is active on one line of the file and has opted out on a later one', async () => {
  const reader = 'twice@example.org';
  await importFile(`email,joined,source\n${reader},2024-01-01,f`);
  const lines = [`${reader},active,2024-01-01`, `${reader},unsubscribed,`, 'new-twice@example.org,unsubscribed,'];
  const id = await importFile(`email,status,joined\n${lines.join('\n')}`);
  expect(await countsOf(id)).toMatchObject({ rows: 3, existing: 0, refused: 3, opt_outs: 2, leaving: 1, left: 1 });
  expect(await problemsOf(id)).toEqual({ 2: 'opted_out', 3: 'opted_out', 4: 'opted_out' });
  expect(await readerOf(reader)).toMatchObject({ status: 'unsubscribed' });
});

it('deletes the records for taking back opt-outs once the import can’t be undone', async () => {
  const { deps } = server;
  await importFile('email,status\nforgotten@example.org,unsubscribed');
  const hash = emailHash(deps, 'forgotten@example.org');
  const recorded = () => deps.db.readerImportOptOut.count({ where: { email_hash: hash } });
  await continueImports(deps);
  expect(await recorded()).toBe(1);
  server.clock.set(new Date(deps.now().getTime() + 24 * HOUR_MS));
  await continueImports(deps);
  expect(await recorded()).toBe(0);
  expect(await suppressionFor('forgotten@example.org')).toMatchObject({ reason: 'unsubscribed' });
});

it('leaves out readers without a known genre until someone chooses their categories', async () => {
  const rows = ['n1@example.org,Mystery', 'n2@example.org,Steampunk', 'n3@example.org,'];
  const id = await upload(Buffer.from(`email,genres\n${rows.join('\n')}`));
  expect((await stored(id)).mapping).toMatchObject({ category_ids: [] });
  await check(id, { category_ids: [] });
  expect(await countsOf(id)).toMatchObject({ ask: 1, refused: 2 });
  expect(await problemsOf(id)).toMatchObject({ 3: 'no_category', 4: 'no_category' });
  const found = Object.values((await stored(id)).genres as object).map(({ genre }) => genre);
  expect(found).toEqual(['Mystery', 'Steampunk']);
  await check(id, { category_ids: [2, 3] });
  expect(await countsOf(id)).toMatchObject({ ask: 3, refused: 0 });
  // Another file with the same header has other readers.
  const again = await upload(Buffer.from(`email,genres\n${rows[1]}`));
  expect((await stored(again)).mapping).toMatchObject({ category_ids: [] });
});

it('accepts an address on a later line whose genre is known', async () => {
  const rows = [
    'late@example.org,Steampunk',
    'late@example.org,',
    'late@example.org,Mystery',
    'late@example.org,Mystery',
  ];
  const id = await upload(Buffer.from(`email,genres\n${rows.join('\n')}`));
  await check(id, { category_ids: [] });
  expect(await countsOf(id)).toMatchObject({ rows: 4, ask: 1, refused: 3 });
  expect(await problemsOf(id)).toMatchObject({ 2: 'no_category', 3: 'no_category', 5: 'duplicate' });
});

it('creates readers whom an undo removed after the check', async () => {
  const first = await importFile('email,joined,source\nback@example.org,2024-01-01,f\nagain@example.org,2024-01-01,f');
  await importFile('email,joined,source\nkept@example.org,2024-01-01,f');
  const rows = [
    'back@example.org,2024-01-02,f',
    'again@example.org,,',
    'kept@example.org,2024-01-02,f',
    'n@example.org,,',
  ];
  const id = await upload(Buffer.from(`email,joined,source\n${rows.join('\n')}`));
  await check(id);
  expect(await countsOf(id)).toMatchObject({ existing: 3, ask: 1 });
  await undoImport(server.deps, { id: first, user_id });
  await server.settle();
  await expect(undoImport(server.deps, { id: first, user_id })).rejects.toThrow('This import was already undone.');
  await startImport(server.deps, { id, user_id, daily_emails: 500 });
  await server.settle();
  expect(await countsOf(id)).toMatchObject({ handled: 4, existing: 1, confirmed: 1, asked: 2, refused: 0 });
  expect(await readerOf('back@example.org')).toMatchObject({ status: 'active', imported: { import_id: id } });
  expect(await readerOf('again@example.org')).toMatchObject({ status: 'pending' });
});

it('prefers the file’s own dates to the order that was remembered for its header', async () => {
  const orderOf = async (...dates: string[]) => {
    const id = await upload(
      Buffer.from(`email,joined,order\n${dates.map((date) => `a@example.org,${date},`).join('\n')}`),
    );
    await check(id);
    return ((await stored(id)).mapping as ImportMapping).day_first;
  };
  expect(await orderOf('2023-05-04')).toBe(false);
  expect(await orderOf('04/05/2023', '25/05/2023')).toBe(true);
  expect(await orderOf('04/05/2023')).toBe(true);
  expect(await orderOf('04/05/2023', '05/25/2023')).toBe(false);
});

it("doesn't ignore a genre just because it has no suggestion", () => {
  const mapping = { columns: [], day_first: false, consent_source: null, category_ids: [], genres: [] };
  const genres = [
    { genre: 'Steampunk', rows: 2, suggested_category_id: null },
    { genre: 'Whodunit', rows: 1, suggested_category_id: 1 },
  ];
  expect(withSuggestions(mapping, genres).genres).toEqual([{ genre: 'Whodunit', category_id: 1 }]);
});

it('keeps the choice for a genre whose capitals or accents differ from those of the file', () => {
  const chosen = { columns: [], day_first: false, consent_source: null, category_ids: [] };
  const mapping = { ...chosen, genres: [{ genre: 'clean romance', category_id: null }] };
  const genres = [{ genre: 'Clean Romance', rows: 2, suggested_category_id: 1 }];
  expect(withSuggestions(mapping, genres)).toEqual(mapping);
});

it('creates the most engaged readers first: by rating, then by the latest consent, then by line', async () => {
  const rows = [
    ...['r1,1,2024-05-01', 'r2,,2025-05-01', 'r3,5,2020-01-01', 'r4,5,2024-01-01', 'r5,n/a,2025-05-01', 'r6,4.5,'],
    ...['r7,,2025-06-01', 'r8,,', 'r9,5,2024-01-01'],
  ];
  const text = `email,MEMBER_RATING,joined,source\n${rows.map((row) => row.replace(',', '@example.org,')).join(',f\n')},f`;
  const id = await importFile(text);
  const found = await server.deps.db.importedReader.findMany({
    where: { import_id: id },
    select: { reader: { select: { email: true } } },
    orderBy: { reader_id: 'asc' },
  });
  const names = found.map(({ reader }) => reader.email!.split('@')[0]);
  expect(names).toEqual(['r4', 'r9', 'r3', 'r6', 'r1', 'r7', 'r2', 'r5', 'r8']);
  expect(await countsOf(id)).toMatchObject({ handled: 9, confirmed: 7, asked: 2 });
});

it('reaches full progress despite duplicates, invalid addresses, and rows without a category', async () => {
  const rows = [
    'one@example.org,Mystery',
    'ONE@example.org,Mystery',
    'no address,Mystery',
    'two@example.org,',
    'three@example.org,Mystery',
  ];
  const genres = [{ genre: 'Mystery', category_id: 1 }];
  const id = await importFile(`email,genres\n${rows.join('\n')}`, { genres, category_ids: [] });
  const counts = await countsOf(id);
  expect(counts).toMatchObject({ rows: 5, staged: 2, handled: 2, asked: 2 });
  const importing = { ...(await stored(id)), status: 'importing' as const };
  expect(progressOf(importing, counts)).toBe(1);
  expect(progressOf(importing, { ...counts, handled: 1 })).toBe(0.5);
});
