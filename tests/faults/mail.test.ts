/** Email fault tests in small runs; `npm run faults -- mail` runs them at full size. */
import { expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { killsTrial, killsWithoutGuard } from './mail-kills.ts';
import { unsubscribeTrial, unsubscribeWithoutGuard } from './mail-unsubscribes.ts';
import { wireTrial } from './mail-wire.ts';
import { sendersTrial, sendersWithoutLease, senderViolations } from './senders.ts';

const SEED = 20261121;
const LONG = { timeout: 240_000 };
/** Few kills, because starting processes takes most of the time. */
const SMALL = { emails: 400, kills: 2, seed: SEED };

async function withTestDatabase(work: (databaseUrl: string) => Promise<void>) {
  const database = await createTestDatabase();
  await work(database.url).finally(() => database.drop());
}

// Concurrent, because each of these two needs one core.
it.concurrent('emails nobody twice over SMTP and lists every uncertain email when the sender is killed', LONG, () =>
  withTestDatabase(async (databaseUrl) => {
    const trial = { databaseUrl, transport: 'smtp' as const, ...SMALL };
    const { violations, tally } = await killsTrial(trial);
    expect(violations).toEqual([]);
    expect(tally.uncertain).toBeGreaterThan(0);
    expect(await killsWithoutGuard(trial)).toBe('red');
  }),
);

it.concurrent('emails every reader once with idempotency keys when the sender is killed', LONG, () =>
  withTestDatabase(async (databaseUrl) => {
    const trial = { databaseUrl, transport: 'http' as const, ...SMALL, kills: 1 };
    const { violations, tally } = await killsTrial(trial);
    expect(violations).toEqual([]);
    expect(tally.maxUncertainPerKill).toBeGreaterThan(0);
    expect(tally.uncertain).toBe(0);
    expect(await killsWithoutGuard(trial)).toBe('red');
  }),
);

it('emails nobody twice and lists uncertain emails when one sender is killed and one paused past its lease', LONG, () =>
  withTestDatabase(async (databaseUrl) => {
    const trial = { databaseUrl, emails: 3_000, seed: SEED };
    const outcome = await sendersTrial(trial);
    expect(senderViolations(outcome)).toEqual([]);
    expect(outcome.uncertain).toBeGreaterThan(0);
    expect(await sendersWithoutLease(trial)).toBe('red');
  }),
);

it('sends small emails with signed list headers and one-click unsubscribing', LONG, () =>
  withTestDatabase(async (databaseUrl) => {
    expect(await wireTrial(databaseUrl, 40)).toEqual({ violations: [], control: 'red' });
  }),
);

it('stops within a second of an unsubscribe, and scanners that open every opt-out link unsubscribe nobody', LONG, () =>
  withTestDatabase(async (databaseUrl) => {
    const trial = { databaseUrl, links: 400, seed: SEED };
    const { violations, opened, control } = await unsubscribeTrial(trial);
    expect(violations).toEqual([]);
    expect(control).toBe('red');
    expect(opened).toBeGreaterThanOrEqual(400);
    expect(await unsubscribeWithoutGuard(trial)).toBe('red');
  }),
);
