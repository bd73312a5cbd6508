/** Slot fault tests in small runs; `npm run faults -- slots` makes ten thousand attempts and two thousand sequences. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { type Cluster, openCluster } from '../cluster.ts';
import { raceForSlots, raceWithoutGuard } from './slots-race.ts';
import { slotReleaseTrial, slotReleaseWithoutGuard } from './slots-release.ts';

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

it('books 25 top spots once and fills 25 category days correctly, with 150 requests to two servers', LONG, async () => {
  const { violations, statuses } = await raceForSlots(cluster, { attempts: 150, seed: SEED });
  expect(violations).toEqual([]);
  expect(statuses[201]).toBe(25);
});

it('frees a slot after every kind of release, and when a server dies', LONG, async () => {
  const { violations, releases } = await slotReleaseTrial(cluster, { sequences: 24, seed: SEED });
  expect(violations).toEqual([]);
  expect(Object.keys(releases)).toHaveLength(6);
});

it('keeps top spots occupied if add-ons are never released (control)', LONG, async () => {
  expect(await slotReleaseWithoutGuard(cluster, { sequences: 8, seed: SEED })).toBe('red');
});

it('books slots twice without the index and the count (control)', LONG, async () => {
  expect(await raceWithoutGuard(cluster, { attempts: 300, seed: SEED })).toBe('red');
});
