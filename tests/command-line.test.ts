/** Operator commands either do their work or print an explanation. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runningPostgresUrl, startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { MIGRATIONS_FOLDER, migrate } from '#server/platform/migrations.ts';
import { mac } from '#server/platform/signed.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { OPERATOR } from '#server/testing/operator.ts';
import { readPassword } from '../scripts/command-line.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function run(
  command: string,
  { input = '', settings = {} }: { input?: string; settings?: Record<string, string> } = {},
) {
  const [script, ...args] = command.split(' ');
  return start([`scripts/${script}.ts`, ...args], { input, ...settings });
}

function start(args: string[], { input = '', ...settings }: Record<string, string> = {}) {
  const installation = { DECKLE_DEMO: '0', DECKLE_SANDBOX: '1', APP_SECRET: 'a secret of the tests, long enough' };
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: database.url, ...installation, ...settings };
  const flags = ['--disable-warning=ExperimentalWarning', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { input, env, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}`.trim() };
}

it.each([
  ['backup /backups/today', 'npm run backup -- --to FOLDER'],
  ['backup', 'npm run backup -- --to FOLDER'],
  ['size --readers many --promotions 60', 'npm run size -- --readers NUMBER'],
  ['restore --to /backups/today', 'npm run restore -- --from FOLDER'],
  ['migrate --new Two-words', 'npm run migrate -- --new NAME'],
  ['migrate --resolve 20261122000000_init', 'npm run migrate -- --resolve NAME applied|rolled-back'],
  ['doctor --repair', 'npm run doctor -- --rebuild'],
  ['create-user --email nora --name Nora', 'npm run user:create -- --email ADDRESS'],
  ['create-user --email nora@example.test', 'npm run user:create -- --email ADDRESS'],
  ['create-user --email nora@example.test --name Nora --role owner', 'npm run user:create -- --email ADDRESS'],
  ['import-readers list.csv', 'npm run readers:import -- FILE'],
  ['import-readers --id 7 --user nora@example.test --undo yes --start yes', 'npm run readers:import -- FILE'],
  ['import-readers list.csv --user nora@example.test --daily-emails 20', 'npm run readers:import -- FILE'],
  ['import-readers list.csv --user nora@example.test --daily-emails 0 --start yes', 'npm run readers:import -- FILE'],
])('%s prints its usage', (command, usage) => {
  const { status, output } = run(command);
  expect(status).toBe(1);
  expect(output).toContain(usage);
  expect(output).not.toMatch(/^\s+at /m);
});

it.each([
  [
    '',
    /^DATABASE_URL isn’t set\. Set it to the URL of your installation’s database, such as postgres:.* and try again\.$/,
  ],
  ['localhost', /^DATABASE_URL isn’t a URL\. Write it like postgres:\S+$/],
  ['postgres://a:b@127.0.0.1:1/c', /^Can’t connect to the database at 127\.0\.0\.1:1 \(ECONNREFUSED\)\. .*$/],
  ['postgres', /^The database in DATABASE_URL isn’t Deckle’s\. .*$/],
  ['nowhere', /^The database at \S+ refused the connection \(database "nowhere" does not exist\): .*$/],
])('says in one line that DATABASE_URL “%s” is wrong', { timeout: 60_000 }, (url, line) => {
  const DATABASE_URL = ['postgres', 'nowhere'].includes(url)
    ? database.url.replace(/\/[^/?]+(?=\?|$)/, `/${url}`)
    : url;
  const refused = run('import-readers list.csv --user nora@example.test', { settings: { DATABASE_URL } });
  expect(refused).toEqual({ status: 1, output: expect.stringMatching(line) });
});

const READERS_RANGE = '--readers must be a whole number from 1 to 100,000,000.';
const TOO_LARGE = ' More than that is too much for one Postgres: see “The limits of one Postgres” in docs/scaling.md.';

it.each([
  ['--readers 0 --promotions 60', READERS_RANGE],
  ['--readers -5 --promotions 60', READERS_RANGE],
  ['--readers 1e6 --promotions 60', READERS_RANGE],
  ['--promotions 60', READERS_RANGE],
  ['--readers 10000000000 --promotions 60', READERS_RANGE + TOO_LARGE],
  ['--readers 1000 --promotions 100001', `--promotions must be a whole number from 1 to 100,000.${TOO_LARGE}`],
])('size %s says which numbers it accepts', (options, message) => {
  const usage = 'npm run size -- --readers NUMBER --promotions PER_DAY';
  expect(run(`size ${options}`)).toEqual({ status: 1, output: `${message}\n${usage}` });
});

it('compose:check names a profile that doesn’t exist', () => {
  const { status, output } = run('compose-check --profile swarm');
  expect(status).toBe(1);
  expect(output).toContain('There’s no profile swarm.');
});

it('compose:check exits with 2 if Docker isn’t available', () => {
  expect(start(['scripts/compose-check.ts'], { PATH: '' })).toEqual({
    status: 2,
    output: 'Not run: a Docker Engine is missing. Nothing was checked.',
  });
});

describe('a password', () => {
  /** Types `lines` into a terminal and returns what the command read and showed. */
  async function type(...lines: string[]) {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const output = new PassThrough();
    let shown = '';
    output.on('data', (chunk) => {
      shown += chunk;
      if (/: $/.test(shown)) input.write(`${lines.shift()}\r`);
    });
    return { password: await readPassword(input, output), shown };
  }

  it('is asked for twice and never shown on a terminal', async () => {
    const password = 'a long enough password';
    expect(await type(password, password)).toEqual({ password, shown: 'Password: \nConfirm password: \n' });
  });

  it('is refused if the second one differs', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('exit');
    });
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(type('a long enough password', 'a long enough passwort')).rejects.toThrow('exit');
    expect(exit).toHaveBeenCalledWith(1);
    expect(error).toHaveBeenCalledWith('The passwords don’t match, so no account was created. Run the command again.');
    vi.restoreAllMocks();
  });
});

it('explains why a backup can’t be written to a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-backup-'));
  expect(run(`backup --to ${folder}`)).toEqual({
    status: 1,
    output: `${folder} already exists. Choose a new folder.`,
  });
  expect(run(`backup --to ${folder}/missing/today`)).toEqual({
    status: 1,
    output: `${folder}/missing doesn’t exist. Create it first.`,
  });
  rmSync(folder, { recursive: true });
});

it('creates a staff account once, with a sufficiently long password', { timeout: 60_000 }, () => {
  const command = 'create-user --email Nora@example.test --name Nora --role admin';
  expect(run(command, { input: 'too short\n' }).output).toContain('15 characters');
  expect(run(command, { input: 'a long enough password\n' })).toEqual({
    status: 0,
    output: 'nora@example.test can sign in at /users/sign-in.',
  });
  expect(run(command, { input: 'another long password\n' })).toEqual({
    status: 1,
    output: 'nora@example.test already has an account.',
  });
});

it('a dry run leaves out a reader whom an older version erased', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-import-'));
  try {
    const [email, uid, secret] = ['erased@example.org', 'importer@example.test', 'a secret of the tests, long enough'];
    run(`create-user --email ${uid} --name Ida --role admin`, { input: 'a long enough password\n' });
    const hash = mac(secret, 'suppression', email).toString('hex');
    const day = join(folder, 'blobs/opt-outs/2026-01-02');
    mkdirSync(day, { recursive: true });
    writeFileSync(join(day, `2026-01-02T101112.000Z-erased-${hash}`), '1');
    const list = join(folder, 'list.csv');
    writeFileSync(list, `email,joined,source\n${email},2024-01-01,f\nstays@example.org,2024-01-01,f\n`);
    const { output } = run(`import-readers ${list} --user ${uid} --categories mystery`, {
      settings: { DECKLE_DATA_DIR: folder },
    });
    expect(output).toContain('line 2: erased');
    expect(output).toContain('1 confirm');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('npm run readers:import', () => {
  const UID = 'importer@example.test';
  const folder = mkdtempSync(join(tmpdir(), 'deckle-import-'));
  const list = join(folder, 'list.csv');
  const importReaders = (args: string) =>
    start(['scripts/import-readers.ts', ...args.match(/"[^"]*"|\S+/g)!.map((one) => one.replaceAll('"', ''))], {
      DECKLE_DATA_DIR: folder,
    });
  const idIn = (output: string) => /^This is import (\d+)\./.exec(output)![1];
  const runSql = (sql: string) => database.during(({ pool }) => pool.query(sql));
  beforeAll(() => {
    run(`create-user --email ${UID} --name Ida --role admin`, { input: 'a long enough password\n' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('continues an import by the number that it prints first', { timeout: 60_000 }, async () => {
    writeFileSync(list, 'email,joined\nwaits@example.org,2024-01-01\n');
    const first = importReaders(`${list} --user ${UID} --categories all`).output;
    expect(first).toContain('Categories of readers without a known genre: all general ones');
    expect(first).toContain('1 ask');
    const id = idIn(first);
    // As if it had been killed after the upload.
    await runSql(`update reader_imports set status = 'uploaded', counts = '{}' where id = ${id}`);
    expect(importReaders(`--id ${id} --user ${UID}`).output).toContain('1 ask');
    const again = importReaders(`--id ${id} --user ${UID} --source Form --start yes`);
    expect(again.output).toContain('1 confirmed');
    expect(importReaders(`--id ${id} --user ${UID} --source Form`)).toEqual({
      status: 1,
      output: `Import ${id} is done, so its columns, genres, and consent can’t change anymore.`,
    });
  });

  it('continues an upload that was killed, with the same file only', { timeout: 120_000 }, async () => {
    const rows = `email,note\n${'x'.repeat(1_000)}\n`.repeat(1_500);
    const resumed = join(folder, 'resumed.csv');
    writeFileSync(resumed, rows);
    const first = importReaders(`${resumed} --user ${UID}`);
    const id = idIn(first.output);
    const counted = /\d+ invalid_address/.exec(first.output)![0];
    // As if it had been killed after the first of two parts.
    await runSql(`delete from reader_import_parts where import_id = ${id} and number = 1`);
    const [part] = (
      await runSql(`select encode(sha256(bytes), 'hex') as digest from reader_import_parts where import_id = ${id}`)
    ).rows;
    await runSql(`update reader_imports set status = 'uploading', received = 1048576, digest = null, counts = '{}',
      upload_digest = '${part.digest}' where id = ${id}`);
    expect(importReaders(`--id ${id} --user ${UID}`)).toEqual({
      status: 1,
      output: `The upload of import ${id} wasn’t completed. Add the file to the command to continue it.`,
    });
    // Another file of the same length.
    writeFileSync(resumed, rows.replace('note', 'Note'));
    const another = importReaders(`${resumed} --id ${id} --user ${UID}`);
    expect(another).toEqual({ status: 1, output: expect.stringContaining(`isn’t the file of import ${id}`) });
    writeFileSync(resumed, rows);
    const continued = importReaders(`${resumed} --id ${id} --user ${UID}`);
    expect(continued.output).toContain(counted);
    expect(continued.output).toContain(createHash('sha256').update(rows).digest('hex'));
    expect(importReaders(`${resumed} --id ${id} --user ${UID}`).output).toContain(
      `The file of import ${id} was already uploaded.`,
    );
    writeFileSync(list, rows);
    for (const other of [list, folder])
      expect(importReaders(`${other} --id ${id} --user ${UID} --start yes`)).toEqual({
        status: 1,
        output: `${other} isn’t the file of import ${id}, or has changed since. Leave out --id to import it from the start.`,
      });
    expect(importReaders(`${list}.missing --id ${id} --user ${UID}`).output).toMatch(/missing can’t be read: [^\n]+$/);
    writeFileSync(resumed, rows.replace('note', 'Note'));
    expect(importReaders(`${resumed} --id ${id} --user ${UID}`)).toEqual(another);
  });

  it('refuses a spreadsheet and a folder with an explanation', { timeout: 60_000 }, async () => {
    const spreadsheet = join(folder, 'list.xlsx');
    writeFileSync(spreadsheet, Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]));
    const { status, output } = importReaders(`${spreadsheet} --user ${UID}`);
    expect(status).toBe(1);
    expect(output.split('\n').at(-1)).toMatch(
      /^(File: )?This isn’t a CSV file\. Save it as CSV in UTF-8, and upload it again\.$/,
    );
    expect(importReaders(`${folder} --user ${UID}`)).toEqual({
      status: 1,
      output: `${folder} isn’t a file. Name the CSV file to import.`,
    });
    const { rows } = await runSql(`select 1 from reader_imports where status = 'uploading'`);
    expect(rows).toEqual([]);
  });

  it('names the choice that isn’t possible', { timeout: 60_000 }, () => {
    writeFileSync(list, 'email,joined\nlong@example.org,2024-01-01\n');
    const [source, genre] = ['s'.repeat(201), 'g'.repeat(61)];
    const id = idIn(importReaders(`${list} --user ${UID} --source ${source}`).output);
    const refusals = [`--source ${source}`, `--genres ${genre}=mystery`, '--columns email=ignore'].map(
      (choice) => importReaders(`--id ${id} --user ${UID} ${choice}`).output,
    );
    expect(refusals).toEqual([
      '--source is too long (at most 200 characters).',
      `--genres “${genre}” is too long (at most 60 characters).`,
      expect.stringMatching(/^Import \d+ has no column that is clearly the email address\. Name it with --columns/),
    ]);
  });

  it('says what stopped the work, and continues it', { timeout: 120_000 }, async () => {
    writeFileSync(list, 'email,joined,source\nslow@example.org,2024-01-01,f\n');
    const checked = importReaders(`${list} --user ${UID} --categories all`);
    const id = idIn(checked.output);
    await runSql(`
      create function too_slow() returns trigger language plpgsql as
        $$ begin raise exception 'canceling statement due to statement timeout'; end $$;
      create trigger too_slow before delete on reader_import_rows for each statement execute function too_slow();`);
    const clearing = importReaders(`--id ${id} --user ${UID} --categories mystery`);
    expect(clearing).toEqual({
      status: 1,
      output: expect.stringMatching(
        new RegExp(
          `^Import ${id} is clearing, but the work stopped: .*timeout.* Continue it with: npm run .* --id ${id} `,
        ),
      ),
    });
    await runSql('drop trigger too_slow on reader_import_rows');
    expect(importReaders(`--id ${id} --user ${UID}`).output).toContain('1 confirm');
    await runSql(
      'create trigger too_slow before delete on reader_import_rows for each statement execute function too_slow()',
    );
    const cleanUp = importReaders(`--id ${id} --user ${UID} --start yes`);
    expect(cleanUp.status).toBe(1);
    expect(cleanUp.output).toMatch(/Import \d+ is done, but the work stopped: .*timeout.* within a minute\.$/);
    expect(cleanUp.output).not.toMatch(/^\s+at /m);
    await runSql('drop function too_slow cascade');
    expect((await runSql(`select 1 from readers where email = 'slow@example.org'`)).rowCount).toBe(1);
  });

  it('says that nothing would change, with and without --start', { timeout: 120_000 }, () => {
    writeFileSync(list, 'email,joined,source\n');
    const { status, output } = importReaders(`${list} --user ${UID} --categories all`);
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringMatching(/\n +0 rows\nNothing would change\.$/),
    });
    const started = importReaders(`--id ${idIn(output)} --user ${UID} --start yes`);
    expect(started).toEqual({
      status: 0,
      output: expect.stringMatching(/: checked\..*\n +0 rows\nNothing would change\.$/),
    });
  });

  it('suggests categories in the dry run, takes other choices, and undoes the import', {
    timeout: 120_000,
  }, async () => {
    const text = 'Mail,When,Where,Tags\na@example.org,1/2/2024,Fair,Cozy mysteries\nb@example.org,,,Steampunk\n';
    writeFileSync(list, text);
    const dry = importReaders(`${list} --user ${UID} --columns "When=consented_on, 3=consent_source"`);
    expect(dry.output).toMatch(/^ {2}When +consented_on$/m);
    expect(dry.output).toMatch(/^ {2}Where +consent_source$/m);
    expect(dry.output).toMatch(/^ {2}Cozy mysteries \(1\) +Cozy Mystery$/m);
    expect(dry.output).toMatch(/^ {2}Steampunk \(1\) +no category$/m);
    expect(dry.output).toContain('Categories of readers without a known genre: none, so we’ll leave those readers out');
    expect(dry.output).toMatch(/line 3: no_category\n/);
    expect(dry.output).not.toMatch(/line 2:/);
    const id = idIn(dry.output);

    const ignoring = importReaders(`--id ${id} --user ${UID} --genres "cozy mysteries=ignore"`);
    expect(ignoring.output).toMatch(/^ {2}Cozy mysteries \(1\) +no category$/m);

    const choices =
      '--genres "Cozy Mysteries=cozy-mystery, Steampunk=fantasy" --categories "romance, horror" --day-first yes';
    const chosen = importReaders(`--id ${id} --user ${UID} ${choices} --start yes --daily-emails 20`);
    expect(chosen.output).toMatch(/^ {2}Steampunk \(1\) +Fantasy$/m);
    expect(chosen.output).toContain('Categories of readers without a known genre: Romance, Horror');
    const found = await runSql(`
      select r.email::text, i.consented_on::text, array_agg(c.name) as categories, m.daily_emails
      from imported_readers i join readers r on r.id = i.reader_id join reader_imports m on m.id = i.import_id
        join reader_categories rc on rc.reader_id = r.id join categories c on c.id = rc.category_id
      where i.import_id = ${id} group by 1, 2, 4 order by 1`);
    expect(found.rows).toEqual([
      { email: 'a@example.org', consented_on: '2024-02-01', categories: ['Cozy Mystery'], daily_emails: 20 },
      { email: 'b@example.org', consented_on: null, categories: ['Fantasy'], daily_emails: 20 },
    ]);

    const undone = importReaders(`--id ${id} --user ${UID} --undo yes`);
    expect(undone.output).toContain(`Import ${id}: undone.`);
    expect(undone.output).toContain('2 removed');
    expect((await runSql(`select 1 from readers where email in ('a@example.org', 'b@example.org')`)).rows).toEqual([]);
    expect(importReaders(`--id ${id} --user ${UID} --undo yes`)).toEqual({
      status: 1,
      output: 'This import was already undone.',
    });
  });
});

describe('npm run migrate', () => {
  const NEWER = '29990101000000_newer';
  const REFUSAL = `The database has migrations that this version of Deckle doesn’t know: ${NEWER}.
A newer version made them. Start that version, or restore the backup you made before the upgrade.`;
  const REFUSED_START = `Deckle can’t start:\n${REFUSAL.replaceAll(/^/gm, '  ')}`;
  const record = (values: string) =>
    database.during(({ pool }) =>
      pool.query(
        `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at) values ${values}`,
      ),
    );
  const removeRecord = () =>
    database.during(({ pool }) => pool.query(`delete from _prisma_migrations where id = 'test'`));

  it('finds no changes if the migrations match the schema', { timeout: 60_000 }, () => {
    expect(run('migrate --new nothing')).toEqual({ status: 0, output: 'No changes: prisma/schema.prisma matches.' });
  });

  it('refuses an unfinished migration until it is resolved', { timeout: 60_000 }, async () => {
    await record(`('test', '', '${NEWER}', now(), null)`);
    expect(run('migrate')).toMatchObject({
      status: 1,
      output: expect.stringMatching(`^Migration ${NEWER} didn’t finish`),
    });
    expect(run(`migrate --resolve ${NEWER} rolled-back`)).toEqual({
      status: 0,
      output: `${NEWER} is recorded as rolled-back.`,
    });
    expect(run('migrate')).toEqual({ status: 0, output: 'The database is up to date.' });
    await removeRecord();
  });

  it('refuses a database of a newer version with an explanation, like the server', { timeout: 60_000 }, async () => {
    await record(`('test', '', '${NEWER}', now(), now())`);
    expect(run('migrate')).toEqual({ status: 1, output: REFUSAL });
    expect(start(['server/index.ts'])).toEqual({ status: 1, output: REFUSED_START });
    expect(run('doctor').output).toContain(`from a newer version: ${NEWER}`);
    await removeRecord();
  });

  it('stops the embedded database when the server refuses to start', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'deckle-newer-'));
    const directory = join(folder, 'data/postgres');
    const embedded = await startEmbeddedPostgres(directory, { fsync: 'off' });
    cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
    mkdirSync(join(folder, NEWER));
    writeFileSync(join(folder, NEWER, 'migration.sql'), 'create table newer ();');
    await migrate(embedded.url('postgres'), { folder });
    await embedded.stop();

    const demo = { DATABASE_URL: '', DECKLE_DEMO: '', DECKLE_DATA_DIR: join(folder, 'data') };
    expect(start(['server/index.ts'], demo).output).toBe(REFUSED_START);
    expect(runningPostgresUrl(directory, 'postgres')).toBeUndefined();
    for (const path of [folder, embedded.directory]) rmSync(path, { recursive: true, force: true });
  });
});

const REAL_USE = {
  DECKLE_SANDBOX: '0',
  APP_URL: 'https://deckle.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  ...OPERATOR,
};

it.each<[string, Record<string, string>, string]>([
  ['live keys in the sandbox', { ...REAL_USE, DECKLE_SANDBOX: '1', APP_URL: '' }, 'with live Stripe keys'],
  ['live keys in the demo', { ...REAL_USE, DECKLE_DEMO: '1', APP_URL: '' }, 'with live Stripe keys'],
  ['a sandbox at a public address', { APP_URL: 'https://deckle.example' }, 'a public address'],
  ['a sandbox that others can reach', { HOST: '0.0.0.0' }, 'other machines can reach HOST'],
  ['mixed keys', { ...REAL_USE, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'copy both from the same mode'],
  ['a site without TLS', { ...REAL_USE, APP_URL: 'http://deckle.example' }, 'would travel unencrypted'],
  ['a short secret', { APP_SECRET: 'short' }, 'APP_SECRET has only 5 characters'],
  ['a public demo without a demo', { ...REAL_USE, PUBLIC_DEMO: '1' }, 'PUBLIC_DEMO is on'],
])('doctor fails on %s', { timeout: 60_000 }, (_problem, settings, message) => {
  const { status, output } = run('doctor', { settings });
  expect(status).toBe(1);
  expect(output).toContain(message);
  expect(output).not.toMatch(/^\s+at /m);
});

it('doctor fails on a database of the demo, or of another Stripe mode', { timeout: 60_000 }, async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into settings (key, value) values ('stripe_mode', '"test"')`);
  expect(run('doctor').output).toMatch(/^✗ owner +This database was used with Stripe’s test mode, /m);
  await client.query(`insert into settings (key, value) values ('demo_data', 'true')`);
  const { status, output } = run('doctor');
  expect([status, output]).toEqual([1, expect.stringMatching(/^✗ owner +The database holds the demo’s data/m)]);
  await client.query(`delete from settings where key in ('stripe_mode', 'demo_data')`);
  expect(run('doctor').output).toMatch(/^✓ owner /m);
  await client.end();
});

it('refuses to write demo data if the demo is off', { timeout: 60_000 }, () => {
  expect(run('seed-demo')).toEqual({
    status: 1,
    output: 'The demo is off, and Deckle won’t use demo data without it: set DECKLE_DEMO=1.',
  });
});
