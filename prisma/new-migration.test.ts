/**
 * `npm run migrate -- --new` writes a migration with the change in the schema and nothing else. Also checks the names
 * and contents of all migrations' folders.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS_FOLDER, migrate } from '#server/platform/migrations.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { createMigration } from './new-migration.ts';

const NOW = new Date('2026-11-01T12:00:00Z');

describe('a new migration', () => {
  let scratch: Awaited<ReturnType<typeof createTestDatabase>>;
  let directory: string;
  let folder: string;
  let schema: string;
  beforeEach(async () => {
    scratch = await createTestDatabase('empty');
    directory = mkdtempSync(join(tmpdir(), 'deckle-new-migration-'));
    folder = join(directory, 'migrations');
    schema = join(directory, 'schema.prisma');
    cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
    cpSync('prisma/schema.prisma', schema);
  });
  afterEach(async () => {
    await scratch.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  const create = (name: string, now = NOW) => createMigration({ name, now, scratchUrl: scratch.url, schema, folder });
  const changeSchema = (from: string, to: string) => {
    const text = readFileSync(schema, 'utf8');
    expect(text).toContain(from);
    writeFileSync(schema, text.replace(from, to));
  };

  it("isn't written if nothing has changed", async () => {
    expect(await create('nothing')).toBeNull();
    expect(readdirSync(folder)).toEqual(readdirSync(MIGRATIONS_FOLDER));
  });

  it('adds exactly the new column, and applies to a database with rows', async () => {
    changeSchema('model Category {\n', 'model Category {\n  shelf_code String @default("none")\n');
    const path = await create('shelf_codes');
    expect(readFileSync(join(path!, 'migration.sql'), 'utf8').trim()).toBe(
      `-- AlterTable\nALTER TABLE "categories" ADD COLUMN     "shelf_code" TEXT NOT NULL DEFAULT 'none';`,
    );

    const full = await createTestDatabase('reference');
    try {
      expect(await migrate(full.url, { folder })).toEqual([path!.split('/').at(-1)]);
      const { rows } = await full.during(({ pool }) =>
        pool.query(
          'select count(*)::int as rows, count(*) filter (where shelf_code = $1)::int as filled from categories',
          ['none'],
        ),
      );
      expect(rows[0].rows).toBeGreaterThan(0);
      expect(rows[0].filled).toBe(rows[0].rows);
    } finally {
      await full.drop();
    }
  });

  it('sorts after the last one, whose timestamp may be ahead of the clock', async () => {
    const last = readdirSync(folder).at(-1)!;
    changeSchema('model Category {\n', 'model Category {\n  shelf_code String?\n');
    const path = (await create('shelf_codes'))!;
    expect(path.split('/').at(-1)! > last).toBe(true);
    expect(path).toMatch(/\/\d{14}_shelf_codes$/);
  });

  it('has the UTC time in its name', async () => {
    changeSchema('model Category {\n', 'model Category {\n  shelf_code String?\n');
    expect(await create('shelf_codes', new Date('2031-02-03T04:05:06.789Z'))).toBe(
      join(folder, '20310203040506_shelf_codes'),
    );
  });
});

describe("a migration's folder", () => {
  it.each(readdirSync(MIGRATIONS_FOLDER))('%s contains only its SQL', (name) => {
    expect(name).toMatch(/^\d{14}_[a-z0-9_]+$/);
    expect(readdirSync(join(MIGRATIONS_FOLDER, name))).toEqual(['migration.sql']);
  });
});

it('gives each migration its own timestamp, except those that were merged at the same time', () => {
  const stamps = readdirSync(MIGRATIONS_FOLDER).map((name) => name.slice(0, 14));
  const repeated = stamps.filter((stamp, index) => stamps.indexOf(stamp) !== index);
  expect(repeated).toEqual(['20261123070000', '20261123070000', '20261123080000']);
});
