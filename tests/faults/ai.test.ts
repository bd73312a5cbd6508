/** AI spending under kills in a small run; `npm run faults -- ai` makes two thousand calls. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { spendWithoutGuard } from './ai.ts';
import { spendUnderKills } from './ai-spending.ts';

const SEED = 20261121;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('spends at most the daily budget through two servers when one is killed', { timeout: 120_000 }, async () => {
  const options = { calls: 120, processes: 2, concurrency: 40, kills: 1, seed: SEED };
  const { violations, ...facts } = await spendUnderKills({ databaseUrl: database.url, ...options });
  expect(violations).toEqual([]);
  expect(facts.live).toBeGreaterThan(0);
  expect(facts.offline).toBeGreaterThan(20);
  expect(facts.kills).toBe(1);
  expect(facts.usedCents).toBeGreaterThan(0);
});

it('spends more if the budget forgets reservations (control)', { timeout: 120_000 }, async () => {
  expect(await spendWithoutGuard(database.url, SEED)).toBe('red');
});
