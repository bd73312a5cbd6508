/**
 * Fault tests of clicks: the labeled crowd at full size, and two kills. `npm run faults -- clicks` kills a hundred
 * times.
 */
import { expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { crowdTrial, crowdWithoutEvidence } from './clicks-crowd.ts';
import { clickKillsTrial, clickKillsWithoutGuard } from './clicks-kills.ts';

const SEED = 20261203;

it('excludes at least 99% of clicks by programs and bills 99% of people’s clicks once per promotion', () => {
  const { program_clicks, pairs, violations } = crowdTrial(50_000, SEED);
  expect(violations).toEqual([]);
  expect(program_clicks).toBeGreaterThan(20_000);
  expect(pairs).toBeGreaterThan(10_000);
  expect(crowdWithoutEvidence(50_000, SEED)).toBe('red');
});

it('loses no redirected click when the process is killed', { timeout: 120_000 }, async () => {
  const database = await createTestDatabase();
  try {
    const trial = { databaseUrl: database.url, kills: 2, seed: SEED };
    const { redirected, violations } = await clickKillsTrial(trial);
    expect(violations).toEqual([]);
    expect(redirected).toBeGreaterThan(1);
    expect(await clickKillsWithoutGuard({ ...trial, kills: 1 })).toBe('red');
  } finally {
    await database.drop();
  }
});
