/** Migrations, mostly against a real Postgres: failures, kills, waiting, resolving, and what Prisma's tools read. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { withSchemaEngine } from '../../prisma/new-migration.ts';
import { MIGRATION_LOCK, MigrationError, migrate, readMigrations, resolveMigration } from './migrations.ts';

/** Key of another advisory lock, with which the test blocks a migration. */
const GATE = 4711;
const WAIT_AT_GATE = `set local lock_timeout = 0; select pg_advisory_xact_lock(${GATE});`;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase('empty');
  client = await connect();
  folder = mkdtempSync(join(tmpdir(), 'deckle-migrations-'));
});
afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a migration in a transaction', () => {
  it('keeps none of its changes when it fails, reports why, and is retried after the fix', async () => {
    write('1_fine', 'create table fine ();');
    write('2_wrong', 'create table half ();\n\nalter table missing add column x int;');

    expect(await refusal(migrate(database.url, { folder }))).toBe(
      `Migration 2_wrong failed: relation "missing" does not exist (42P01).
None of its changes were kept. Fix the cause and start Deckle again. If the migration’s changes are already in the database, run: npm run migrate -- --resolve 2_wrong applied`,
    );
    expect(await tables()).toEqual(['_prisma_migrations', 'fine']);
    expect(await rows()).toEqual([
      { name: '1_fine', state: 'finished', logs: null },
      { name: '2_wrong', state: 'rolled back', logs: 'relation "missing" does not exist (42P01).' },
    ]);

    write('2_wrong', 'create table half ();');
    expect(await migrate(database.url, { folder })).toEqual(['2_wrong']);
    expect(await tables()).toEqual(['_prisma_migrations', 'fine', 'half']);
  });

  it('reports the line of an error in its file', async () => {
    write('1_wrong', 'create table half ();\n-- Ünïcode\nselect oops;');
    expect(await refusal(migrate(database.url, { folder }))).toContain(
      '1_wrong failed: line 3: column "oops" does not exist (42703).',
    );
  });

  it('keeps one failure row across retries', async () => {
    write('1_wrong', 'select oops');
    for (let i = 0; i < 3; i++) await refusal(migrate(database.url, { folder }));
    expect(await rows()).toHaveLength(1);
  });

  it('fails instead of waiting long for a table, and is retried when the table is free', async () => {
    await client.query('create table busy ()');
    await client.query('begin; lock table busy');
    write('1_waits', "set local lock_timeout = '20ms'; alter table busy add column x int;");
    expect(await refusal(migrate(database.url, { folder }))).toContain(
      'Another session is using the table. Start Deckle again when it has finished.',
    );
    await client.query('commit');
    expect(await migrate(database.url, { folder })).toEqual(['1_waits']);
  });

  it('has a lock timeout of 5 seconds, and no statement timeout even if the database sets one', async () => {
    await client.query(`alter database ${client.database} set statement_timeout = '7s'`);
    write(
      '1_shows',
      `create table timeouts as select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
    );
    await migrate(database.url, { folder });
    expect((await client.query('select * from timeouts')).rows).toEqual([{ lock: '5s', statement: '0' }]);
  });

  it('is refused if it begins or ends a transaction', async () => {
    write('1_commits', 'create table half ();\nCOMMIT;\nselect oops;');
    expect(await refusal(migrate(database.url, { folder }))).toBe(
      'Migration 1_commits begins or ends a transaction. Remove that statement: a migration runs in one transaction.',
    );
    expect(await tables()).toEqual([]);
  });
});

describe('a process killed during a migration', () => {
  it('leaves nothing behind; the next one waits until Postgres notices, then applies the migration', async () => {
    write('1_long', `create table long ();\n${WAIT_AT_GATE}`);
    await client.query('select pg_advisory_lock($1)', [GATE]);
    const child = migrateInChild();
    await expect.poll(() => countWaiting(GATE)).toBe(1);
    await kill(child);

    const messages: string[] = [];
    const retry = migrate(database.url, { folder, lockAttemptMs: 20, onWait: (message) => messages.push(message) });
    await expect.poll(() => messages.length).toBeGreaterThan(0);
    expect(messages[0]).toMatch(
      /^Waiting for another process to finish migrating the database: Postgres process \d+ \(“deckle migrations” from 127\.0\.0\.1\), busy since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/,
    );
    expect(await rows()).toEqual([]);
    await client.query('select pg_advisory_unlock($1)', [GATE]);
    expect(await retry).toEqual(['1_long']);
    expect(await rows()).toEqual([{ name: '1_long', state: 'finished', logs: null }]);
  });

  it('leaves nothing behind if it dies between the last statement and the completion mark', async () => {
    write('1_fine', 'create table fine ();');
    await migrate(database.url, { folder });
    write('2_killed', 'create table killed ();');
    const blocker = await connect();
    await blocker.query('begin; lock table _prisma_migrations in share mode');
    const child = migrateInChild();
    await expect
      .poll(() =>
        numberOf(`select count(*) from pg_locks where relation = '_prisma_migrations'::regclass and not granted`),
      )
      .toBe(1);
    await kill(child);
    await blocker.end();

    expect(await migrate(database.url, { folder })).toEqual(['2_killed']);
  });
});

describe('a connection lost during a migration', () => {
  it('is reported as an interruption, and the next run applies the migration', async () => {
    const postgres = new URL(database.url);
    const proxy = createServer((socket) => {
      const upstream = createConnection(Number(postgres.port), postgres.hostname);
      for (const end of [socket, upstream]) end.on('error', () => undefined);
      socket.pipe(upstream).pipe(socket);
      connections.push(socket, upstream);
    });
    const connections: Socket[] = [];
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const url = Object.assign(new URL(database.url), {
      port: String((proxy.address() as AddressInfo).port),
    }).toString();
    write('1_long', `create table long ();\n${WAIT_AT_GATE}`);
    await client.query('select pg_advisory_lock($1)', [GATE]);
    const interrupted = refusal(migrate(url, { folder }));
    await expect.poll(() => countWaiting(GATE)).toBe(1);
    for (const socket of connections) socket.destroy();
    expect(await interrupted).toBe(
      'Migration 1_long was interrupted: Connection terminated unexpectedly\nStart again.',
    );
    proxy.close();

    await client.query('select pg_advisory_unlock($1)', [GATE]);
    expect(await migrate(database.url, { folder })).toEqual(['1_long']);
  });
});

describe('a connection', () => {
  it.each([
    ['?sslmode=verify-full', true],
    ['', false],
  ])('requests TLS if DATABASE_URL ends in “%s”: %s', async (query, expected) => {
    /** First message of a connection that requests TLS: its length, and a code in place of the protocol version. */
    const TLS_REQUEST = '0000000804d2162f';
    const firstMessages: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (bytes) => {
        firstMessages.push(bytes.subarray(0, 8).toString('hex'));
        // Offers no TLS, so a client that requires it disconnects.
        socket.end('N');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `postgresql://deckle:secret@127.0.0.1:${(server.address() as AddressInfo).port}/deckle${query}`;
    await expect(migrate(url)).rejects.toThrow();
    expect(firstMessages.map((message) => message === TLS_REQUEST)).toEqual([expected]);
    server.close();
  });
});

describe('the migration lock', () => {
  it('stops waiting with a message that names its holder', async () => {
    await client.query(`set application_name = 'psql'`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    write('1_fine', 'create table fine ();');
    const messages: string[] = [];
    const waiting = { folder, lockAttemptMs: 10, maxLockAttempts: 3, onWait: (text: string) => messages.push(text) };
    expect(await refusal(migrate(database.url, waiting))).toMatch(
      /^Another process is still migrating the database: Postgres process \d+ \(“psql” from 127\.0\.0\.1\), busy since .+ UTC\.\nStart Deckle again/,
    );
    expect(messages).toHaveLength(2);
    expect(await tables()).toEqual([]);
  });

  it('lets one of four concurrent runs migrate while the others wait', async () => {
    write('1_fine', 'create table fine ();');
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, { folder })));
    expect(applied.flat()).toEqual(['1_fine']);
  });
});

describe('a migration without a transaction', () => {
  it('isn’t delayed by other processes that wait for it', async () => {
    write('1_index', '-- deckle: no transaction\ncreate index concurrently numbers_n on numbers (n);');
    const messages: string[] = [];
    const run = () => migrate(database.url, { folder, lockAttemptMs: 10_000, onWait: (text) => messages.push(text) });
    const writer = await connect();
    await writer.query('begin; insert into numbers values (1)');
    const first = run();
    await expect.poll(() => countRunning('create index')).toBe(1);
    const others = [run(), run()];
    await expect.poll(() => countRunning('pg_(try_)?advisory_xact_lock|rollback')).toBe(2);
    await writer.query('commit');
    await writer.end();
    expect(await Promise.all([first, ...others])).toEqual([['1_index'], [], []]);
    expect(messages).toEqual([]);
  });

  /** Number of migrating connections whose last statement matches. */
  const countRunning = async (pattern: string) => {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'deckle migrations' and query ~ $1`,
      [pattern],
    );
    return rows[0].count;
  };

  const INDEX = 'create unique index concurrently numbers_once on numbers (n);';
  beforeEach(() => client.query('create table numbers (n int); insert into numbers values (1), (1)'));

  it('is required for a statement that Postgres refuses in a transaction, as the error says', async () => {
    write('1_index', INDEX);
    expect(await refusal(migrate(database.url, { folder }))).toContain(
      'Move that statement to its own migration, and make “-- deckle: no transaction” its first line.',
    );
  });

  it("isn't retried until a person declares that none of it was applied", async () => {
    write('1_index', `-- deckle: no transaction\n${INDEX}`);
    const message = `Migration 1_index didn’t finish: could not create unique index "numbers_once" (23505). Key (n)=(1) is duplicated.
Part of it may be in the database. Check, and complete or undo it by hand. Then run
  npm run migrate -- --resolve 1_index applied       if all of its changes are in the database, or
  npm run migrate -- --resolve 1_index rolled-back   if none of them are. Deckle will then apply the migration at the next start.`;
    expect(await refusal(migrate(database.url, { folder }))).toBe(message);
    expect(await refusal(migrate(database.url, { folder }))).toBe(message);

    await client.query('drop index numbers_once; delete from numbers');
    await resolveMigration(database.url, '1_index', 'rolled-back', { folder });
    expect(await migrate(database.url, { folder })).toEqual(['1_index']);
    expect(await migrate(database.url, { folder })).toEqual([]);
  });

  it("isn't retried after a kill, and a person can declare that all of it was applied", async () => {
    await client.query('delete from numbers');
    write('1_index', `-- deckle: no transaction\n${INDEX}`);
    const writer = await connect();
    await writer.query('begin; insert into numbers values (2)');
    const child = migrateInChild();
    await expect
      .poll(() =>
        numberOf(
          `select count(*) from pg_stat_activity where query like '%numbers_once%' and wait_event_type = 'Lock'`,
        ),
      )
      .toBe(1);
    await kill(child);
    await writer.end();

    expect(await refusal(migrate(database.url, { folder }))).toContain('Migration 1_index didn’t finish.\n');
    await resolveMigration(database.url, '1_index', 'applied', { folder });
    expect(await migrate(database.url, { folder })).toEqual([]);
    expect(await rows()).toEqual([
      { name: '1_index', state: 'rolled back', logs: null },
      { name: '1_index', state: 'finished', logs: null },
    ]);
  });
});

describe('resolving', () => {
  beforeEach(() => write('1_fine', 'create table fine ();'));

  it('records as applied a migration whose changes were made by hand', async () => {
    await client.query('create table fine ()');
    await refusal(migrate(database.url, { folder }));
    await resolveMigration(database.url, '1_fine', 'applied', { folder });
    expect(await migrate(database.url, { folder })).toEqual([]);
    expect(await diagnosis()).toEqual({ history: null, failed: [], edited: [] });
  });

  it.each([
    ['1_fine', 'rolled-back', 'Migration 1_fine has no unfinished run. There is nothing to resolve.'],
    ['1_fien', 'applied', 'There is no migration 1_fien. Check its name.'],
  ] as const)('refuses %s as %s', async (name, as, message) => {
    expect(await refusal(resolveMigration(database.url, name, as, { folder }))).toBe(message);
    expect(await rows()).toEqual([]);
  });

  it.each(['applied', 'rolled-back'] as const)('refuses an applied migration as %s', async (as) => {
    await migrate(database.url, { folder });
    expect(await refusal(resolveMigration(database.url, '1_fine', as, { folder }))).toBe(
      'Migration 1_fine is already applied. There is nothing to resolve.',
    );
    expect(await rows()).toEqual([{ name: '1_fine', state: 'finished', logs: null }]);
  });
});

describe('a database of a newer version', () => {
  it('is refused and not changed', async () => {
    write('1_fine', 'create table fine ();');
    write('3_newer', 'create table newer ();');
    await migrate(database.url, { folder });
    rmSync(join(folder, '3_newer'), { recursive: true });
    write('2_older', 'create table older ();');
    expect(await refusal(migrate(database.url, { folder }))).toBe(
      `The database has migrations that this version of Deckle doesn’t know: 3_newer.
A newer version made them. Start that version, or restore the backup you made before the upgrade.`,
    );
    expect(await tables()).toEqual(['_prisma_migrations', 'fine', 'newer']);
  });
});

describe('a database of a development version before 0.1.0', () => {
  it('is refused and not changed, with instructions', async () => {
    write('20261121000001_init', 'create table early ();');
    write('20261123153002_wishes_to_confirm', 'create table late ();');
    await migrate(database.url, { folder });
    expect(await refusal(migrate(database.url))).toBe(
      `This database was made by a development version before 0.1.0, which can’t be upgraded.
Back up what you need, then start with an empty database. To empty the embedded one, stop Deckle and delete DECKLE_DATA_DIR/postgres;
in Docker, remove the volume deckle_postgres-data.`,
    );
    expect(await tables()).toEqual(['_prisma_migrations', 'early', 'late']);
  });
});

describe('the migration records', () => {
  it('are valid for Prisma, and show failed or pending migrations', async () => {
    write('1_fine', 'create table fine ();');
    await migrate(database.url, { folder });
    expect(await diagnosis()).toEqual({ history: null, failed: [], edited: [] });

    write('2_wrong', 'select oops');
    await refusal(migrate(database.url, { folder }));
    const behind = { diagnostic: 'databaseIsBehind', unappliedMigrationNames: ['2_wrong'] };
    expect(await diagnosis()).toEqual({ history: behind, failed: [], edited: [] });

    write('2_wrong', '-- deckle: no transaction\nselect oops');
    await refusal(migrate(database.url, { folder }));
    expect((await diagnosis()).failed).toEqual(['2_wrong']);
  });

  it("have the columns and the row that Prisma's engine writes", async () => {
    write('1_fine', 'create table fine ();');
    await migrate(database.url, { folder });
    const ours = await record();
    await client.query('drop table fine, _prisma_migrations');
    await withSchemaEngine(database.url, (engine) => engine.applyMigrations(migrationsInput() as never));
    expect(ours).toEqual(await record());
  });

  const record = async () => ({
    columns: (
      await client.query(`
        select column_name, data_type, character_maximum_length, is_nullable, column_default
        from information_schema.columns where table_name = '_prisma_migrations' order by 1`)
    ).rows,
    rows: (
      await client.query(`
        select length(id) as id, checksum, migration_name, logs, rolled_back_at, applied_steps_count,
          finished_at >= started_at as finished from _prisma_migrations`)
    ).rows,
  });
});

const connect = async () => {
  const connected = new pg.Client({ connectionString: database.url });
  await connected.connect();
  return connected;
};

function write(name: string, sql: string) {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}

/** The message of the expected refusal. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error) => {
      if (error instanceof MigrationError) return error.message;
      throw error;
    },
  );

function migrateInChild(): ChildProcess {
  const script = `const [url, folder] = process.argv.slice(1);
    await (await import('#server/platform/migrations.ts')).migrate(url, { folder });`;
  return spawn(process.execPath, ['--input-type=module', '-e', script, database.url, folder], { stdio: 'inherit' });
}

const kill = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

const numberOf = async (sql: string, values: unknown[] = []) => Number((await client.query(sql, values)).rows[0].count);

const countWaiting = (key: number) =>
  numberOf(
    `select count(*) from pg_locks where locktype = 'advisory' and objid = $1 and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    [key],
  );

const tables = async () =>
  (
    await client.query(
      `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
  ).rows.map(({ relname }) => relname);

async function rows() {
  if (!(await tables()).includes('_prisma_migrations')) return [];
  const { rows } = await client.query(
    `select migration_name as name, logs,
       case when finished_at is not null then 'finished' when rolled_back_at is not null then 'rolled back' else 'unfinished' end as state
     from _prisma_migrations order by started_at`,
  );
  return rows;
}

const migrationsInput = () => ({
  migrationsList: {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
    shadowDbInitScript: '',
    migrationDirectories: readMigrations(folder).map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  },
  filters: { externalTables: [], externalEnums: [] },
});

/** The findings of `prisma migrate status`. */
async function diagnosis() {
  const findings = await withSchemaEngine(database.url, (engine) =>
    engine.diagnoseMigrationHistory({ ...migrationsInput(), optInToShadowDatabase: false } as never),
  );
  return { history: findings.history, failed: findings.failedMigrationNames, edited: findings.editedMigrationNames };
}
