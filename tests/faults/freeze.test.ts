/** Kills processes that choose a newsletter's recipients: a small run. `npm run faults -- freeze` kills far more. */
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

it('chooses every recipient once, and finishes, even if the freeze is killed repeatedly', LONG, async () => {
  const { violations, kills } = await freezeUnderKills({ databaseUrl: database.url, ...SMALL });
  expect(violations).toEqual([]);
  expect(kills).toBeGreaterThan(1);
});

it('finds violations without the cursor (control)', LONG, async () => {
  expect(await freezeWithoutCursor({ databaseUrl: database.url, ...SMALL })).toBe('red');
});
