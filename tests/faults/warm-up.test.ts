/** Both trials of a warm-up in a small size; `npm run faults -- warm-up` runs them at full size. */
import { expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { warmUpUnderKills } from './warm-up-kills.ts';
import { monthTrial, monthWithout } from './warm-up-month.ts';

const SMALL = { readers: 400, seed: 20261124 };

it('reaches the whole list in a month, within every cap, and stops at a complaint spike', {
  timeout: 300_000,
}, async () => {
  const database = await createTestDatabase();
  try {
    const trial = { databaseUrl: database.url, ...SMALL };
    expect((await monthTrial(trial)).violations).toEqual([]);
    const withoutStop = await monthWithout('stop', { ...trial, readers: 2 * SMALL.readers });
    expect(withoutStop).toMatchObject({ control: 'red', guarded: [], others: [] });
    expect(withoutStop.expected).toEqual([
      expect.stringMatching(/^day 8, gmail: \d+ emails after the complaint that passed the limit$/),
    ]);
    const withoutCap = await monthWithout('cap', trial);
    expect(withoutCap).toMatchObject({ control: 'red', guarded: [] });
    expect(withoutCap.expected).toContainEqual(expect.stringMatching(/^day 1, gmail: \d+ emails, the cap is 18$/));
  } finally {
    await database.drop();
  }
});

it('keeps to every cap and counts every reader when the sender is killed', { timeout: 120_000 }, async () => {
  const database = await createTestDatabase();
  try {
    const trial = { databaseUrl: database.url, readers: 800, kills: 2, seed: 20261124 };
    const { violations, tally } = await warmUpUnderKills(trial);
    expect(violations).toEqual([]);
    expect(tally.kills).toBeGreaterThan(0);
    expect((await warmUpUnderKills({ ...trial, isGuarded: false })).violations).not.toEqual([]);
  } finally {
    await database.drop();
  }
});
