/**
 * Rate limit counters in Postgres, shared by all processes. They fail closed: without a counter, the request is
 * refused.
 */
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { MAX_AI_PROMPTS_PER_HOUR, MAX_AI_TRIES } from '#shared/ai-tools.ts';
import { MAX_API_KEY_REQUESTS_PER_MINUTE } from '#shared/api-scopes.ts';
import { MAX_LIST_EMAILS_PER_DAY } from '#shared/reader-list.ts';
import type { Database, Pool, Tx } from '../database.ts';
import type { Limits } from '../deps.ts';
import { tooMany } from '../errors.ts';
import { sha256 } from '../signed.ts';

/** In seconds, like all durations of the limiters. */
const HOUR_SECONDS = 3600;
/** For counters that never refuse: `consume` returns their value, from which the caller calculates a pause. */
const UNLIMITED = 1_000_000;

/** `[owner, part]`: one of several counters of an owner, which can be cleared together. */
type Key = string | readonly [owner: string, part: string];

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
    signInFailures: limit('sign_in_ip', 100, HOUR_SECONDS / 4),
    accountFromNetwork: limit('sign_in_pair', 10, HOUR_SECONDS / 4),
    accountFailures: limit('sign_in_account', UNLIMITED, 24 * HOUR_SECONDS),
    accountPauses: limit('sign_in_pause', 1, 1),
    knownBrowsers: limit('sign_in_device', 10, HOUR_SECONDS / 4),
    proofs: limit('proof', 10, HOUR_SECONDS / 4),
    forgot: limit('forgot', 30, HOUR_SECONDS),
    forgotFromNetwork: limit('forgot_ip', 100, HOUR_SECONDS),
    apiKeys: limit('api_key', MAX_API_KEY_REQUESTS_PER_MINUTE, 60),
    signUps: limit('sign_up', 300, HOUR_SECONDS),
    verifications: limit('verification', 6, HOUR_SECONDS),
    readerSignUps: limit('reader_sign_up', 300, HOUR_SECONDS),
    listRequests: limit('list_request', MAX_LIST_EMAILS_PER_DAY, 24 * HOUR_SECONDS),
    charges: limit('charge', 60, HOUR_SECONDS),
    webhooks: limit('webhook', 120, HOUR_SECONDS),
    cards: limit('card', 20, HOUR_SECONDS),
    cardsFromNetwork: limit('card_ip', 300, HOUR_SECONDS),
    pictures: limit('picture', 30, HOUR_SECONDS),
    salesReports: limit('sales_report', 60, HOUR_SECONDS),
    storeLookups: limit('store_lookup', 120, HOUR_SECONDS),
    discountGuesses: limit('discount', 60, HOUR_SECONDS),
    contact: limit('contact', 20, HOUR_SECONDS),
    referralVisits: limit('referral_visit', 60, HOUR_SECONDS),
    aiHour: limit('ai_hour', MAX_AI_TRIES.hour, HOUR_SECONDS),
    aiDay: limit('ai_day', MAX_AI_TRIES.day, 24 * HOUR_SECONDS),
    aiPrompts: limit('ai_prompts', MAX_AI_PROMPTS_PER_HOUR, HOUR_SECONDS),
  };
}

/**
 * Consumes one point and returns the limiter's state, or throws 429 with Retry-After; `message` replaces the error text.
 * `seconds` overrides the limiter's duration.
 */
export async function consume(
  limiter: RateLimiterAbstract,
  key: Key,
  { seconds, message }: { seconds?: number; message?: string } = {},
) {
  try {
    return await limiter.consume(keyOf(key), 1, seconds === undefined ? {} : { customDuration: seconds });
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext / 1000, message);
    throw refusal;
  }
}

/** Refunds one point. */
export const releasePoint = (limiter: RateLimiterAbstract, key: Key) => limiter.reward(keyOf(key), 1);

export const resetLimit = (limiter: RateLimiterAbstract, key: Key) => limiter.delete(keyOf(key));

/** Clears all counters of one owner; true if there were any. */
export async function clearOwnerLimits(tx: Tx, limiters: readonly RateLimiterAbstract[], owner: string) {
  const prefixes = limiters.map(({ keyPrefix }) => `${keyPrefix}:${keyOf(owner)}`);
  const counts = await tx.$executeRaw`
    delete from rate_limits using unnest(${prefixes}::text[]) as prefix where starts_with(key, prefix) and points > 0`;
  return counts > 0;
}

/** For each limiter, the highest of the owner's counts that haven't lapsed. */
export async function ownerCounts(
  db: Pick<Database, '$queryRaw'>,
  limiters: readonly RateLimiterAbstract[],
  owner: string,
): Promise<number[]> {
  const prefixes = limiters.map(({ keyPrefix }) => `${keyPrefix}:${keyOf(owner)}`);
  const counts = await db.$queryRaw<{ points: number }[]>`
    select coalesce(max(points), 0)::int as points from unnest(${prefixes}::text[]) with ordinality as p (prefix, at)
      left join rate_limits on starts_with(key, prefix) and (expire is null or expire > extract(epoch from now()) * 1000)
    group by at order by at`;
  return counts.map(({ points }) => points);
}

/**
 * Hashed, because keys contain user input of any length and any characters, which must not be readable in the table.
 */
const keyOf = (key: Key) => [key].flat().map(digest).join(':');
const digest = (part: string) => sha256(part).toString('base64url');
