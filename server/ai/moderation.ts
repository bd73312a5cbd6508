/** Moderation of the notes and the model's output before the output is shown. */
import type { AiModel } from '#server/platform/deps.ts';

/** Categories that no genre needs. Violence is allowed, because many genres are about it. */
const REFUSED = [
  'sexual/minors',
  'hate',
  'hate/threatening',
  'harassment/threatening',
  'self-harm/instructions',
] as const;

/** True if no text is in a refused category, or if moderation is off. Throws if the provider fails. */
export async function isAcceptable(
  { openai, moderationModel }: Pick<AiModel, 'openai' | 'moderationModel'>,
  texts: string[],
  signal: AbortSignal,
): Promise<boolean> {
  if (!moderationModel) return true;
  const { results } = await openai.moderations.create({ model: moderationModel, input: texts }, { signal });
  if (results.length !== texts.length)
    throw new Error('The moderation API returned a different number of results than texts.');
  return !results.some(({ categories }) => REFUSED.some((name) => categories[name]));
}
