/** Email fault tests in a small size; `npm run faults -- mail` runs them at full size. */
import { expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { killsTrial, killsWithoutGuard } from './mail-kills.ts';
import { leavingTrial, leavingWithoutGuard } from './mail-leaving.ts';
import { wireTrial } from './mail-wire.ts';
import { sendersTrial, sendersWithoutLease, violationsOf } from './senders.ts';

const SEED = 20261121;
const LONG = { timeout: 240_000 };
/** Small, because process starts take most of the time: one per kill, and one that completes the work. */
const SMALL = { mails: 400, kills: 2, seed: SEED };

async function withTestDatabase(work: (databaseUrl: string) => Promise<void>) {
  const database = await createTestDatabase();
  await work(database.url).finally(() => database.drop());
}

// Concurrent, because each of these two needs one core.
it.concurrent('over SMTP, a killed sender emails nobody twice and lists every uncertain email', LONG, () =>
  withTestDatabase(async (databaseUrl) => {
    const trial = { databaseUrl, transport: 'smtp' as const, ...SMALL };
    const { violations, tally } = await killsTrial(trial);
    expect(violations).toEqual([]);
    expect(tally.uncertain).toBeGreaterThan(0);
    expect(await killsWithoutGuard(trial)).toBe('red');
  }),
);

it.concurrent('with idempotency keys, every reader gets the newsletter once', LONG, () =>
  withTestDatabase(async (databaseUrl) => {
    const trial = { databaseUrl, transport: 'http' as const, ...SMALL, kills: 1 };
    const { violations, tally } = await killsTrial(trial);
    expect(violations).toEqual([]);
    expect(tally.uncertainPerKill).toBeGreaterThan(0);
    expect(tally.uncertain).toBe(0);
    expect(await killsWithoutGuard(trial)).toBe('red');
  }),
);

it('two senders, of which one is killed and one stopped past its lease, email nobody twice and lose nobody', LONG, () =>
  withTestDatabase(async (databaseUrl) => {
    const trial = { databaseUrl, emails: 3_000, seed: SEED };
    const outcome = await sendersTrial(trial);
    expect(violationsOf(outcome)).toEqual([]);
    expect(outcome.uncertain).toBeGreaterThan(0);
    expect(await sendersWithoutLease(trial)).toBe('red');
  }),
);

it('every email signs both list headers, supports one-click unsubscribing, and is small', LONG, () =>
  withTestDatabase(async (databaseUrl) => {
    expect(await wireTrial(databaseUrl, 40)).toEqual({ violations: [], control: 'red' });
  }),
);

it('readers who unsubscribe get nothing a second later, and scanners unsubscribe nobody', LONG, () =>
  withTestDatabase(async (databaseUrl) => {
    const trial = { databaseUrl, links: 200, seed: SEED };
    expect(await leavingTrial(trial)).toEqual([]);
    expect(await leavingWithoutGuard(trial)).toBe('red');
  }),
);
