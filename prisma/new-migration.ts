/**
 * Writes migrations with Prisma's own schema engine as WebAssembly, so that no engine binary has to be downloaded. See
 * docs/decisions/0066-migrations-in-our-own-code.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum, type SqlQuery } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import type pg from 'pg';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '#server/platform/migrations.ts';
import { RAW_TABLES } from './raw-tables.ts';

const SCHEMA = 'prisma/schema.prisma';
const filters = { externalTables: RAW_TABLES.map((name) => `public.${name}`), externalEnums: [] };

type NewMigration = {
  name: string;
  now: Date;
  /** Shadow database: empty, and overwritten. */
  scratchUrl: string;
  schema?: string;
  folder?: string;
};

/**
 * Writes the difference between the migrations and the schema as the next migration. Returns its folder, or
 * null if nothing changed.
 */
export async function createMigration(options: NewMigration): Promise<string | null> {
  const { name, now, scratchUrl, schema = SCHEMA, folder = MIGRATIONS_FOLDER } = options;
  await migrate(scratchUrl, { folder });
  const script = await diff(scratchUrl, schema, 'schemaDatasource');
  if (/^(-- This is an empty migration\.)?\s*$/.test(script)) return null;
  const path = join(folder, `${nextTimestamp(folder, now)}_${name}`);
  mkdirSync(path);
  writeFileSync(join(path, 'migration.sql'), script);
  return path;
}

/** SQL that makes an empty database match schema.prisma, without the objects that only the migrations create. */
export const schemaScript = (scratchUrl: string) => diff(scratchUrl, SCHEMA, 'empty');

/** SQL that migrates the database, or an empty one, to the schema. */
const diff = (databaseUrl: string, schema: string, from: 'schemaDatasource' | 'empty') =>
  withSchemaEngine(databaseUrl, async (engine) => {
    const files = [{ path: SCHEMA, content: readFileSync(schema, 'utf8') }];
    const params = {
      from: from === 'empty' ? { tag: from } : { tag: from, files, configDir: 'prisma' },
      to: { tag: 'schemaDatamodel', files, configDir: 'prisma' },
      script: true,
      exitCode: null,
      shadowDatabaseUrl: null,
      filters,
    };
    const { stdout } = await engine.diff(params as never);
    return stdout ?? '';
  });

/**
 * Timestamp of the next migration: now in UTC, but always later than the last one, because migrations run in name
 * order.
 */
function nextTimestamp(folder: string, now: Date): string {
  const last = Number(readMigrations(folder).at(-1)?.name.slice(0, 14) ?? 0);
  return String(Math.max(Number(now.toISOString().replace(/\D/g, '').slice(0, 14)), last + 1));
}

export async function withSchemaEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  // Separate options: given a connection string, the engine would use the main database as its shadow.
  const adapter = new EngineAdapter({
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
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

/** Postgres's one-byte type "char", which its catalog uses and the adapter can't read. */
const INTERNAL_CHAR_OID = 18;
const TEXT_OID = 25;
type Result = { fields: { dataTypeID: number }[] };
type Internals = { client: pg.Pool; performIO(query: SqlQuery): Promise<Result> };

/** Prisma's adapter plus support for the internal "char" type, which Postgres's catalog uses. */
class EngineAdapter extends PrismaPg {
  #pools: pg.Pool[] = [];

  override async connect() {
    const adapter = await super.connect();
    const internals = adapter as unknown as Internals;
    this.#pools.push(internals.client);
    const { queryRaw } = adapter;
    adapter.queryRaw = async (query) => {
      const result = await internals.performIO(query);
      const chars = result.fields.map((field) => field.dataTypeID === INTERNAL_CHAR_OID);
      result.fields = result.fields.map((field, i) => (chars[i] ? { ...field, dataTypeID: TEXT_OID } : field));
      const resultSet = await queryRaw.call({ performIO: async () => result } as never, query);
      const columnTypes = resultSet.columnTypes.map((type, i) => (chars[i] ? ColumnTypeEnum.Character : type));
      return { ...resultSet, columnTypes };
    };
    return adapter;
  }

  /** Closes the connections that the engine leaves open. */
  async disconnect() {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }
}
