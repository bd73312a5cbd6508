/** The choice of recipients under kills in a small run; `npm run faults -- freeze` is larger. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { freezeUnderKills, freezeWithoutCursor } from './freeze-kills.ts';

const LONG = { timeout: 240_000 };
const SMALL = { ranges: 8, seed: 20261121 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('a freeze that is killed repeatedly chooses every reader once and ends', LONG, async () => {
  const { violations, kills } = await freezeUnderKills({ databaseUrl: database.url, ...SMALL });
  expect(violations).toEqual([]);
  expect(kills).toBeGreaterThan(1);
});

it('a freeze without its cursor never ends (control)', LONG, async () => {
  expect(await freezeWithoutCursor({ databaseUrl: database.url, ...SMALL })).toBe('red');
});
