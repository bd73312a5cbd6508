import type { Deps } from '#server/platform/deps.ts';
import { consume, releasePoint } from '#server/platform/http/rate-limits.ts';

/**
 * Limits guesses at discount codes per account, because accounts are free. Valid codes aren't counted. 429 when there
 * were too many.
 */
export async function limitGuesses<T>(
  { limits }: Pick<Deps, 'limits'>,
  caller: string,
  checkCode: () => Promise<T>,
): Promise<T> {
  await consume(limits.discountGuesses, caller);
  const result = await checkCode();
  await releasePoint(limits.discountGuesses, caller);
  return result;
}
