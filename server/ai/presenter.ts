import type { AiPrompt } from '#prisma';
import type { SavedPrompt } from '#shared/ai.ts';

export const presentSavedPrompt = ({ id, name, prompt, created_at }: AiPrompt): SavedPrompt => ({
  id,
  name,
  prompt,
  created_at: created_at.toISOString(),
});
