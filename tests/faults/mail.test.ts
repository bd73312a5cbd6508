/** The promises about mail at a small size; `npm run faults -- mail` makes them at full size. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { killsTrial, killsWithoutGuard } from './mail-kills.ts';
import { leavingTrial, leavingWithoutGuard } from './mail-leaving.ts';
import { wireTrial } from './mail-wire.ts';

const SEED = 20261121;
const LONG = { timeout: 240_000 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it('M1: over SMTP a killed sender writes to nobody twice, and every mail in doubt is listed', LONG, async () => {
  const trial = { databaseUrl: database.url, transport: 'smtp' as const, seed: SEED };
  const { violations, tally } = await killsTrial({ ...trial, mails: 2_000, kills: 3 });
  expect(violations).toEqual([]);
  expect(tally.doubts).toBeGreaterThan(0);
  expect(await killsWithoutGuard(trial)).toBe('red');
});

it('M1: with idempotency keys everybody gets it once', LONG, async () => {
  const trial = { databaseUrl: database.url, transport: 'http' as const, seed: SEED };
  const { violations, tally } = await killsTrial({ ...trial, mails: 2_000, kills: 3 });
  expect(violations).toEqual([]);
  expect(tally.doubts).toBe(0);
  expect(await killsWithoutGuard(trial)).toBe('red');
});

it('M5: every mail is signed over both list headers, is left in one click, and is small', LONG, async () => {
  expect(await wireTrial(database.url, 100)).toEqual({ violations: [], control: 'red' });
});

it('M6: who leaves gets nothing a second later, and scanners put nobody out', LONG, async () => {
  const trial = { databaseUrl: database.url, links: 500, seed: SEED };
  expect(await leavingTrial(trial)).toEqual([]);
  expect(await leavingWithoutGuard(trial)).toBe('red');
});
