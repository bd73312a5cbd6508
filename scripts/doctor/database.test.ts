/** The doctor's findings about healthy and unhealthy databases. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Deps } from '#server/platform/deps.ts';
import { MigrationError, migrate } from '#server/platform/migrations.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { checkDatabase, checkMigrations } from './database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('the checks of version and collation', () => {
  it('pass in a database like the embedded one', async () => {
    expect(await checkDatabase(depsWith(pool))).toEqual({
      verdict: 'good',
      message: expect.stringMatching(/^Postgres 1[78], builtin C.UTF-8, UTF8$/),
    });
  });

  it.each([
    [16, 'bad', 'Postgres 16 is older than 17. Install 17 or newer and restore a backup into it.'],
    [17, 'good', 'Postgres 17, builtin C.UTF-8, UTF8'],
  ])('rate Postgres %i as %s', async (version, verdict, message) => {
    const fakePool = { query: async () => ({ rows: [{ version, collation: 'builtin C.UTF-8, UTF8' }] }) };
    expect(await checkDatabase(depsWith(fakePool as never))).toEqual({ verdict, message });
  });

  it.each([
    ['libc C, UTF8', `encoding 'UTF8' locale_provider libc locale 'C'`],
    ['builtin C, UTF8', `encoding 'UTF8' locale_provider builtin locale 'C'`],
    ['icu en-US, UTF8', `encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'en-US'`],
    ['libc C, LATIN1', `encoding 'LATIN1' locale_provider libc locale 'C'`],
  ])('fail with %s, suggest a fix, and keep migrations from starting', async (collation, options) => {
    const name = `collation_${process.pid}`;
    await pool.query(`create database ${name} template template0 ${options}`);
    const url = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).toString();
    const other = new pg.Pool({ connectionString: url });
    const problem = `The database’s collation is ${collation}, not builtin C.UTF-8, UTF8: search and uniqueness checks would ignore case in only some languages. Create a new database with “create database … template template0 encoding 'UTF8' locale 'C' locale_provider builtin builtin_locale 'C.UTF-8'” and restore a backup into it.`;
    expect(await checkDatabase(depsWith(other))).toEqual({ verdict: 'bad', message: problem });
    await expect(migrate(url)).rejects.toThrow(new MigrationError(problem));
    const { rows } = await other.query(`select to_regclass('_prisma_migrations') as table`);
    expect(rows).toEqual([{ table: null }]);
    await other.end();
    await pool.query(`drop database ${name}`);
  });
});

it('fails on a database of a development version', async () => {
  await pool.query(`update _prisma_migrations set migration_name = '20261121000001_init'`);
  const { verdict, message } = await checkMigrations(depsWith(pool));
  await pool.query(`update _prisma_migrations set migration_name = '20261122000000_init'`);
  expect(verdict).toBe('bad');
  expect(message).toContain('This database was made by a development version before 0.1.0');
});

const depsWith = (pool: Deps['pool']) => ({ pool }) as Deps;
