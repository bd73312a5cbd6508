/** Promises M8, at its full size, and E1 small: `npm run faults -- clicks` kills a hundred times. */
import { expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { crowdTrial, crowdWithoutEvidence } from './clicks-crowd.ts';
import { answeredFirst, clickKillsTrial } from './clicks-kills.ts';

const SEED = 20261203;

it('M8: of a labelled crowd of 50,000 clicks 99 of 100 machines are caught and 99 of 100 people kept', () => {
  const { machines, people, violations } = crowdTrial(50_000, SEED);
  expect(violations).toEqual([]);
  expect(machines).toBeGreaterThan(20_000);
  expect(people).toBeGreaterThan(10_000);
  expect(crowdWithoutEvidence(50_000, SEED)).toBe('red');
});

it('E1: a killed process loses no click that it has answered', { timeout: 120_000 }, async () => {
  const database = await createTestDatabase();
  try {
    const trial = { databaseUrl: database.url, kills: 2, seed: SEED };
    const { answered, violations } = await clickKillsTrial(trial);
    expect(violations).toEqual([]);
    expect(answered).toBeGreaterThan(1);
    expect(await answeredFirst({ ...trial, kills: 1 })).toBe('red');
  } finally {
    await database.drop();
  }
});
