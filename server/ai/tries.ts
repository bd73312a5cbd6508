/** How often somebody may ask. Counted before anything is generated; without the counter there is no answer. */
import { isIPv6 } from 'node:net';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits } from '#server/platform/deps.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import type { TriesLeft } from '#shared/ai.ts';

export type Tries = { remaining: TriesLeft; headers: Record<string, string> };

/** Takes one of the hour's and the day's tries of an address, or refuses with 429. */
export async function takeTry(limits: Limits, address: string): Promise<Tries> {
  const network = networkOf(address);
  const hour = await take(limits.aiHour, network);
  const day = await take(limits.aiDay, network);
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

/** One household has one IPv4 address, but 2^64 addresses of IPv6: there its network counts. */
function networkOf(address: string): string {
  const [plain = address] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped || !isIPv6(plain)) return mapped ?? plain;
  const [before = '', after] = plain.split('::');
  const head = before ? before.split(':') : [];
  const tail = after ? after.split(':') : [];
  const groups = after === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
