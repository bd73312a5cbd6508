/** Counters shared by all processes, in Postgres. Money, sign-in and sign-up fail closed: no counter, no answer. */
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Pool } from '../database.ts';
import type { Limits } from '../deps.ts';
import { tooMany } from '../errors.ts';

const HOUR = 3600;

export function createLimits(pool: Pool): Limits {
  const limit = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
    });
  return {
    signInFailures: limit('sign_in_ip', 100, HOUR / 4),
    accountFailures: limit('sign_in_account', 10, HOUR / 4),
    forgot: limit('forgot', 30, HOUR),
    signUps: limit('sign_up', 300, HOUR),
    readerSignUps: limit('reader_sign_up', 300, HOUR),
    charges: limit('charge', 60, HOUR),
  };
}

/** Takes one point, or refuses with 429 and the seconds to wait. */
export async function take(limiter: RateLimiterAbstract, key: string) {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext / 1000);
    throw refusal;
  }
}

/** Refuses if the key has used up its points, without taking one. */
export async function refuseIfSpent(limiter: RateLimiterAbstract & { points?: number }, key: string) {
  const used = await limiter.get(key);
  if (used && used.remainingPoints <= 0 && used.msBeforeNext > 0) throw tooMany(used.msBeforeNext / 1000);
}
