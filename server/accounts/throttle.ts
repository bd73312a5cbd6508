/**
 * Limits password guesses without locking the owner out. One limit counts wrong attempts from one network, and another
 * those for one account from one network. A third counts all wrong attempts for an account, and only slows attempts
 * down, more with each one. A browser that signed in before has its own count instead.
 * See docs/decisions/0057-throttle-guesses-by-network.md.
 */
import type { Request } from 'express';
import { accountKey } from '#server/auth/accounts.ts';
import { requestNetwork } from '#server/auth/guards.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { clearOwnerLimits, consume, ownerCounts, releasePoint, resetLimit } from '#server/platform/http/rate-limits.ts';
import type { Role } from '#shared/auth.ts';
import { findKnownBrowser } from './device.ts';

/** Wrong passwords and codes per account and day, except from known browsers, before attempts are slowed down. */
const MAX_UNTHROTTLED = 30;
const MAX_PAUSE_SECONDS = 900;

/** Seconds until the next attempt after this many wrong ones: none, then 1, 2, 4, … up to 15 minutes. */
export const pauseSecondsAfter = (wrong: number) =>
  wrong <= MAX_UNTHROTTLED ? 0 : Math.min(2 ** (wrong - MAX_UNTHROTTLED - 1), MAX_PAUSE_SECONDS);

/**
 * Runs the attempt if the limits allow it. It is counted before the password is checked, so that simultaneous guesses
 * are counted too; a success undoes that.
 */
export async function withThrottle<T>(
  deps: Pick<Deps, 'db' | 'config' | 'limits'>,
  req: Request,
  { role, email }: { role: Role; email: string },
  attempt: () => Promise<T>,
): Promise<T> {
  const account = accountKey(role, email);
  const device = await findKnownBrowser(deps, req, role, email);
  const points = device
    ? await consumeDevicePoint(deps, account, device)
    : await consumeNetworkPoint(deps, req, account);
  try {
    const result = await attempt();
    await points.forgive();
    return result;
  } catch (error) {
    if (isCodeRequired(error)) await points.release();
    throw error;
  }
}

/** True if the password was right and the code is missing, which isn't a wrong guess. */
const isCodeRequired = (error: unknown) =>
  error instanceof AppError && 'code' in error.body && error.body.code === 'otp_required';

type Points = {
  /** Call after a success. */
  forgive(): Promise<unknown>;
  /** Call after an attempt that wasn't a guess. */
  release(): Promise<unknown>;
};

async function consumeDevicePoint({ limits }: Pick<Deps, 'limits'>, account: string, device: string): Promise<Points> {
  const key = [account, device] as const;
  await consume(limits.knownBrowsers, key);
  return {
    forgive: () => resetLimit(limits.knownBrowsers, key),
    release: () => releasePoint(limits.knownBrowsers, key),
  };
}

async function consumeNetworkPoint({ limits }: Pick<Deps, 'limits'>, req: Request, account: string): Promise<Points> {
  const network = requestNetwork(req);
  const pair = [account, network] as const;
  const releaseAll = () =>
    Promise.all([
      releasePoint(limits.signInFailures, network),
      releasePoint(limits.accountFromNetwork, pair),
      releasePoint(limits.accountFailures, account),
    ]);
  await consume(limits.signInFailures, network);
  try {
    await consume(limits.accountFromNetwork, pair);
  } catch (refusal) {
    // The password isn't checked, so this isn't a guess. Others in the network can still sign in.
    await releasePoint(limits.signInFailures, network);
    throw refusal;
  }
  const { consumedPoints } = await consume(limits.accountFailures, account);
  const seconds = pauseSecondsAfter(consumedPoints);
  try {
    if (seconds) await consume(limits.accountPauses, account, { seconds });
  } catch (refusal) {
    await releaseAll();
    throw refusal;
  }
  // Runs even after a right password without a code, so that the code can be entered right away.
  const release = async () => {
    await releaseAll();
    if (seconds) await resetLimit(limits.accountPauses, account);
  };
  return {
    // Others' wrong guesses stay counted: the owner's sign-in must not reset an attacker's limit.
    forgive: async () => {
      await release();
      await resetLimit(limits.accountFromNetwork, pair);
    },
    release,
  };
}

/** For staff: clears all wrong attempts for the account, from any network. Returns true if there were any. */
export async function clearThrottle({ limits }: Pick<Deps, 'limits'>, tx: Tx, account: string) {
  const { accountFromNetwork, accountFailures, accountPauses, knownBrowsers, proofs } = limits;
  return clearOwnerLimits(tx, [accountFromNetwork, accountFailures, accountPauses, knownBrowsers, proofs], account);
}

/**
 * Wrong attempts in the current 24-hour window, except from known browsers. `is_throttled` is true if the account's
 * limits would refuse the next attempt in some network or browser, or the attempt would start a pause.
 */
export async function loadThrottle({ db, limits }: Pick<Deps, 'db' | 'limits'>, account: string) {
  const { accountFailures, ...paired } = limits;
  const pairs = [paired.accountFromNetwork, paired.knownBrowsers];
  const [wrong_attempts = 0, ...counts] = await ownerCounts(db, [accountFailures, ...pairs], account);
  const isFull = counts.some((points, index) => points >= pairs[index]!.points);
  return { wrong_attempts, is_throttled: isFull || pauseSecondsAfter(wrong_attempts + 1) > 0 };
}
