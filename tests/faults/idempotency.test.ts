/**
 * Idempotency keys under kills in a small run; `npm run faults -- idempotency` sends a thousand requests with keys, and
 * a thousand without.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { type Cluster, openCluster } from '../cluster.ts';
import { repeatUnderKills } from './idempotency.ts';

const LONG = { timeout: 300_000 };
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let cluster: Cluster;
beforeAll(async () => {
  database = await createTestDatabase();
  cluster = openCluster(database.url);
}, LONG.timeout);
afterAll(async () => {
  await cluster?.close();
  await database.drop();
});

it('adds each book once when the server is killed at random moments', LONG, async () => {
  const { violations, kills } = await repeatUnderKills(cluster, { requests: 120, seed: 1 });
  expect(violations).toEqual([]);
  expect(kills).toBeGreaterThan(0);
});
