/** The promises about mail at a small size; `npm run faults -- mail` makes them at full size. */
import { expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { killsTrial, killsWithoutGuard } from './mail-kills.ts';
import { leavingTrial, leavingWithoutGuard } from './mail-leaving.ts';
import { wireTrial } from './mail-wire.ts';

const SEED = 20261121;
const LONG = { timeout: 240_000 };
/** Most of the time is the start of processes: one to be killed each, and one that ends the work. */
const SMALL = { mails: 400, kills: 2, seed: SEED };

async function onOwnDatabase(work: (databaseUrl: string) => Promise<void>) {
  const database = await createTestDatabase();
  await work(database.url).finally(() => database.drop());
}

// The two need a core each.
it.concurrent('M1: over SMTP a killed sender writes to nobody twice, and every mail in doubt is listed', LONG, () =>
  onOwnDatabase(async (databaseUrl) => {
    const trial = { databaseUrl, transport: 'smtp' as const, ...SMALL };
    const { violations, tally } = await killsTrial(trial);
    expect(violations).toEqual([]);
    expect(tally.doubts).toBeGreaterThan(0);
    expect(await killsWithoutGuard(trial)).toBe('red');
  }),
);

it.concurrent('M1: with idempotency keys everybody gets it once', LONG, () =>
  onOwnDatabase(async (databaseUrl) => {
    const trial = { databaseUrl, transport: 'http' as const, ...SMALL, kills: 1 };
    const { violations, tally } = await killsTrial(trial);
    expect(violations).toEqual([]);
    expect(tally.doubtsPerKill).toBeGreaterThan(0);
    expect(tally.doubts).toBe(0);
    expect(await killsWithoutGuard(trial)).toBe('red');
  }),
);

it('M5: every mail is signed over both list headers, is left in one click, and is small', LONG, () =>
  onOwnDatabase(async (databaseUrl) => {
    expect(await wireTrial(databaseUrl, 40)).toEqual({ violations: [], control: 'red' });
  }),
);

it('M6: who leaves gets nothing a second later, and scanners put nobody out', LONG, () =>
  onOwnDatabase(async (databaseUrl) => {
    const trial = { databaseUrl, links: 200, seed: SEED };
    expect(await leavingTrial(trial)).toEqual([]);
    expect(await leavingWithoutGuard(trial)).toBe('red');
  }),
);
