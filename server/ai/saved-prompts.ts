/** Prompts that a member of staff keeps for themselves. */
import type * as z from 'zod';
import { isUniqueViolation } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, missing } from '#server/platform/errors.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import type { SavedPromptInput, SavedPromptListQuery } from '#shared/ai.ts';

export async function listPrompts({ db }: Deps, user_id: number, query: z.infer<typeof SavedPromptListQuery>) {
  const where = { user_id };
  const orderBy = [{ [query.sort_col]: query.sort_dir }, { id: 'asc' as const }];
  const [rows, total] = await Promise.all([
    db.aiPrompt.findMany({ where, orderBy, ...pageOf(query) }),
    db.aiPrompt.count({ where }),
  ]);
  return { rows, total };
}

export async function savePrompt({ db, now }: Deps, user_id: number, input: SavedPromptInput) {
  try {
    return await db.aiPrompt.create({ data: { ...input, user_id, created_at: now() } });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid({ name: ['has already been taken'] });
    throw error;
  }
}

export async function deletePrompt({ db }: Deps, user_id: number, id: number) {
  const { count } = await db.aiPrompt.deleteMany({ where: { id, user_id } });
  if (!count) throw missing();
}
