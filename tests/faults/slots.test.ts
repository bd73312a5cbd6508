/** Promises S1 and S2 small: `npm run faults -- slots` makes ten thousand attempts and two thousand sequences. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { freeWithoutGuard, slotsAreFree } from './slots-free.ts';
import { raceForSlots, raceWithoutGuard } from './slots-race.ts';

const SEED = 20261121;
const TIMEOUT = 240_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const trial = () => ({ databaseUrl: database.url, processes: 2, seed: SEED });

it('500 attempts through two servers book each of fifty slots once', { timeout: TIMEOUT }, async () => {
  const { violations, answers } = await raceForSlots({ ...trial(), attempts: 500 });
  expect(violations).toEqual([]);
  expect(answers[201]).toBe(25);
});

it('they would book some twice without the index and the count (control)', { timeout: TIMEOUT }, async () => {
  expect(await raceWithoutGuard({ ...trial(), attempts: 500 })).toBe('red');
});

it('a slot is free again after every kind of end, also when a server dies with it', { timeout: TIMEOUT }, async () => {
  const { violations, ends } = await slotsAreFree({ ...trial(), sequences: 48 });
  expect(violations).toEqual([]);
  expect(Object.keys(ends)).toHaveLength(6);
});

it('it would not be if nothing were let go (control)', { timeout: TIMEOUT }, async () => {
  expect(await freeWithoutGuard({ ...trial(), sequences: 16 })).toBe('red');
});
