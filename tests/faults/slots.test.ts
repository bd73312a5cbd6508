/** Slot fault tests in small runs; `npm run faults -- slots` makes ten thousand attempts and two thousand sequences. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { type Cluster, openCluster } from '../cluster.ts';
import { slotReleaseTrial, slotReleaseWithoutGuard } from './slots-free.ts';
import { raceForSlots, raceWithoutGuard } from './slots-race.ts';

const SEED = 20261121;
const LONG = { timeout: 300_000 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let cluster: Cluster;
beforeAll(async () => {
  database = await createTestDatabase();
  cluster = openCluster(database.url);
  for (let i = 0; i < 2; i++) cluster.servers.push(await cluster.start());
}, LONG.timeout);
afterAll(async () => {
  await cluster?.close();
  await database.drop();
});

it('150 attempts through two servers book each of fifty slots once', LONG, async () => {
  const { violations, statuses } = await raceForSlots(cluster, { attempts: 150, seed: SEED });
  expect(violations).toEqual([]);
  expect(statuses[201]).toBe(25);
});

it('a slot is free again after every kind of release, even when a server dies', LONG, async () => {
  const { violations, ends } = await slotReleaseTrial(cluster, { sequences: 24, seed: SEED });
  expect(violations).toEqual([]);
  expect(Object.keys(ends)).toHaveLength(6);
});

it('a slot stays occupied if nothing is released (control)', LONG, async () => {
  expect(await slotReleaseWithoutGuard(cluster, { sequences: 8, seed: SEED })).toBe('red');
});

it('slots are booked twice without the index and the count (control)', LONG, async () => {
  expect(await raceWithoutGuard(cluster, { attempts: 300, seed: SEED })).toBe('red');
});
