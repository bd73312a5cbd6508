/** Importing a list under kills in a small run; `npm run faults -- import` imports 200,000 rows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { importUnderKills, importWithoutMark } from './import-kills.ts';

const LONG = { timeout: 240_000 };
const SMALL = { rows: 1_200, kills: 4, rowsPerBatch: 50, seed: 20261124 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('creates every reader once and undoes the import, even if import and undo are killed midway', LONG, async () => {
  const { violations, kills, undo } = await importUnderKills({ databaseUrl: database.url, ...SMALL });
  expect(violations).toEqual([]);
  expect(kills).toBeGreaterThan(2);
  expect(undo.kills).toBeGreaterThan(0);
  expect(undo.kept).toBeGreaterThan(100);
});

it('counts rows and kept readers twice without the resume mark (control)', LONG, async () => {
  expect(await importWithoutMark({ databaseUrl: database.url, ...SMALL })).toBe('red');
});
