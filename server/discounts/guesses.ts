import type { Deps } from '#server/platform/deps.ts';
import { consume, releasePoint } from '#server/platform/http/rate-limits.ts';

/**
 * Rate-limits discount code guesses per account. An attempt counts if it throws, even with a valid code. Throws a 429
 * after too many.
 */
export async function limitGuesses<T>(
  { limits }: Pick<Deps, 'limits'>,
  caller: string,
  attempt: () => Promise<T>,
): Promise<T> {
  await consume(limits.discountGuesses, caller);
  const result = await attempt();
  await releasePoint(limits.discountGuesses, caller);
  return result;
}
