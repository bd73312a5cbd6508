/** Saved prompts of staff, each listed only for the account that saved it; administrators see all in the audit log. */
import type * as z from 'zod';
import type { AiPrompt } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import type { SavedPrompt, SavedPromptInput, SavedPromptListQuery } from '#shared/ai.ts';

export async function listPrompts(
  { db }: Pick<Deps, 'db'>,
  user_id: number,
  query: z.infer<typeof SavedPromptListQuery>,
) {
  const where = { user_id };
  const orderBy = [{ [query.sort_col]: query.sort_dir }, { id: 'asc' as const }];
  const [rows, total] = await Promise.all([
    db.aiPrompt.findMany({ where, orderBy, ...pageOf(query) }),
    db.aiPrompt.count({ where }),
  ]);
  return { rows, total };
}

export async function savePrompt({ db, now }: Pick<Deps, 'db' | 'now'>, user_id: number, input: SavedPromptInput) {
  try {
    return await db.$transaction(async (tx) => {
      const after = await tx.aiPrompt.create({ data: { ...input, user_id, created_at: now() } });
      await audit(tx, now(), { user_id, action: 'create', entity: 'ai_prompt', entity_id: after.id, after });
      return after;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid({ name: ['has already been taken'] });
    throw error;
  }
}

export const deletePrompt = ({ db, now }: Pick<Deps, 'db' | 'now'>, user_id: number, id: number) =>
  db.$transaction(async (tx) => {
    const before = await tx.aiPrompt.findFirst({ where: { id, user_id } });
    const { count } = await tx.aiPrompt.deleteMany({ where: { id, user_id } });
    if (!before || !count) throw notFound();
    await audit(tx, now(), { user_id, action: 'delete', entity: 'ai_prompt', entity_id: id, before });
  });

export const presentSavedPrompt = ({ id, name, prompt, created_at }: AiPrompt): SavedPrompt => ({
  id,
  name,
  prompt,
  created_at: created_at.toISOString(),
});
