import type { Deps } from '#server/platform/deps.ts';
import { consume, releasePoint } from '#server/platform/http/rate-limits.ts';

/**
 * Limits guesses at discount codes per account, because accounts are free. Valid codes aren't counted. 429 when there
 * were too many.
 */
export async function countedGuess<T>(
  { limits }: Pick<Deps, 'limits'>,
  guesser: string,
  work: () => Promise<T>,
): Promise<T> {
  await consume(limits.discountGuesses, guesser);
  const answer = await work();
  await releasePoint(limits.discountGuesses, guesser);
  return answer;
}
