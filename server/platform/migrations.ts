/**
 * Prisma's own schema engine, as WebAssembly: no engine binary has to be downloaded, and `_prisma_migrations` is kept as
 * `prisma migrate deploy` would keep it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { StartRefusal } from './start-failure.ts';

const SCHEMA = 'prisma/schema.prisma';
const FOLDER = 'prisma/migrations';
const filters = { externalTables: [], externalEnums: [] };
/** Any number; the lock lets one of several starting processes migrate while the others wait. */
const LOCK = 4_237_001;

/** Applies what is missing and answers the names of what it applied. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [LOCK]);
    if (await isCurrent(lock)) return [];
    if (!(await mayMigrate(lock))) throw new StartRefusal([NOT_THE_OWNER]);
    return await withSchemaEngine(databaseUrl, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: migrationsList(),
        filters,
      } as never);
      return appliedMigrationNames;
    });
  } finally {
    await lock.end();
  }
}

/** Writes a migration: the difference between the last migration's schema and the present one. Answers its folder, or null. */
export async function createMigration(databaseUrl: string, name: string, stamp: string): Promise<string | null> {
  const previous = migrationNames()
    .filter((migration) => existsSync(join(FOLDER, migration, 'schema.prisma')))
    .at(-1);
  const from = previous ? datamodel(join(FOLDER, previous, 'schema.prisma')) : { tag: 'empty' };
  const script = await scriptBetween(databaseUrl, from);
  if (!script || /^-- This is an empty migration/.test(script)) return null;
  const folder = join(FOLDER, `${stamp}_${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), script);
  writeFileSync(join(folder, 'schema.prisma'), readFileSync(SCHEMA));
  return folder;
}

/** The SQL that makes an empty database match the schema file, without the raw parts. */
export const schemaScript = (databaseUrl: string) => scriptBetween(databaseUrl, { tag: 'empty' });

/** From that state to the schema file; the database lends only its connection. */
const scriptBetween = (databaseUrl: string, from: object) =>
  withSchemaEngine(databaseUrl, async (engine) => {
    const question = { from, to: datamodel(SCHEMA), script: true, exitCode: null, shadowDatabaseUrl: null, filters };
    const { stdout } = (await engine.diff(question as never)) as unknown as { stdout: string };
    return stdout;
  });

async function isCurrent(client: pg.Client) {
  const { rows } = await client.query(`select to_regclass('_prisma_migrations') is not null as known`);
  if (!rows[0].known) return false;
  const done = await client.query('select migration_name from _prisma_migrations where finished_at is not null');
  const applied = new Set(done.rows.map((row) => row.migration_name));
  return migrationNames().every((name) => applied.has(name));
}

const NOT_THE_OWNER =
  'The database isn’t migrated, and the role in DATABASE_URL doesn’t own it: start the worker first, or run npm run migrate as the owner.';

async function mayMigrate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select has_schema_privilege('public', 'create') as may`);
  return rows[0].may;
}

const migrationNames = () =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .filter((name) => existsSync(join(FOLDER, name, 'migration.sql')))
        .sort()
    : [];

const migrationsList = () => ({
  baseDir: FOLDER,
  lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
  shadowDbInitScript: '',
  migrationDirectories: migrationNames().map((path) => ({
    path,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok', value: readFileSync(join(FOLDER, path, 'migration.sql'), 'utf8') },
    },
  })),
});

const datamodel = (path: string) => ({
  tag: 'schemaDatamodel',
  files: [{ path: 'schema.prisma', content: readFileSync(path, 'utf8') }],
});

/** Loaded late: the engine's 3 MB of WebAssembly cost more than the whole of a warm start. */
async function withSchemaEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const { bindMigrationAwareSqlAdapterFactory } = await import('@prisma/driver-adapter-utils');
  const { SchemaEngine } = await import('@prisma/schema-engine-wasm');
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  // Separate options: with a connection string the engine would take the main database for its shadow.
  const adapter = new WholeScripts({
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    ssl: sslOf(databaseUrl),
  });
  const engine = await SchemaEngine.new(
    { datamodels: [[SCHEMA, readFileSync(SCHEMA, 'utf8')]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter) as never,
  );
  try {
    return await work(engine);
  } finally {
    await adapter.disconnect();
  }
}

/** What `sslmode` and its companions in the address ask for. */
const sslOf = (connectionString: string) => new pg.Client({ connectionString }).ssl;

/** The adapter cuts scripts at every semicolon, also inside functions and comments. Postgres takes them whole, as one transaction. */
class WholeScripts extends PrismaPg {
  #opened: pg.Pool[] = [];

  override async connect() {
    const adapter = await super.connect();
    const { client } = adapter as unknown as { client: pg.Pool };
    this.#opened.push(client);
    adapter.executeScript = async (script) => {
      await client.query(script);
    };
    return adapter;
  }

  /** The engine leaves its connections open. */
  async disconnect() {
    await Promise.all(this.#opened.map((pool) => pool.end()));
  }
}
