/** How often somebody may ask. Counted before anything is generated; without the counter there is no answer. */
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits } from '#server/platform/deps.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import type { TriesLeft } from '#shared/ai.ts';

export type Tries = { remaining: TriesLeft; headers: Record<string, string> };

/** Takes one of the hour's and the day's tries of an address, or refuses with 429. */
export async function takeTry(limits: Limits, address: string): Promise<Tries> {
  const hour = await take(limits.aiHour, address);
  const day = await take(limits.aiDay, address);
  const remaining = { hour: Math.min(hour.remainingPoints, day.remainingPoints), day: day.remainingPoints };
  return { remaining, headers: headersOf(limits.aiHour.points, remaining.hour, hour) };
}

/** Staff are counted by account: an office shares one address. */
export async function takePrompt(limits: Limits, user_id: number): Promise<Record<string, string>> {
  const hour = await take(limits.aiPrompts, String(user_id));
  return headersOf(limits.aiPrompts.points, hour.remainingPoints, hour);
}

const headersOf = (limit: number, remaining: number, { msBeforeNext }: RateLimiterRes) => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(Math.ceil(msBeforeNext / 1000)),
});
