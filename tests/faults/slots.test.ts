/** Promises S1 and S2 small: `npm run faults -- slots` makes ten thousand attempts and two thousand sequences. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { type Crew, dismiss, hireCrew } from './slots-crew.ts';
import { freeWithoutGuard, slotsAreFree } from './slots-free.ts';
import { raceForSlots, raceWithoutGuard } from './slots-race.ts';

const SEED = 20261121;
const LONG = { timeout: 300_000 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let crew: Crew;
beforeAll(async () => {
  database = await createTestDatabase();
  crew = await hireCrew(database.url, 2);
}, LONG.timeout);
afterAll(async () => {
  await dismiss(crew);
  await database.drop();
});

it('150 attempts through two servers book each of fifty slots once', LONG, async () => {
  const { violations, answers } = await raceForSlots(crew, { attempts: 150, seed: SEED });
  expect(violations).toEqual([]);
  expect(answers[201]).toBe(25);
});

it('a slot is free again after every kind of end, also when a server dies with it', LONG, async () => {
  const { violations, ends } = await slotsAreFree(crew, { sequences: 24, seed: SEED });
  expect(violations).toEqual([]);
  expect(Object.keys(ends)).toHaveLength(6);
});

it('it would not be if nothing were let go (control)', LONG, async () => {
  expect(await freeWithoutGuard(crew, { sequences: 8, seed: SEED })).toBe('red');
});

it('slots would be booked twice without the index and the count (control)', LONG, async () => {
  expect(await raceWithoutGuard(crew, { attempts: 300, seed: SEED })).toBe('red');
});
