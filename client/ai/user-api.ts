import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import { AiUsageAnswer, SavedPromptAnswer, type SavedPromptInput, SavedPromptList } from '#shared/ai.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';

const role = 'user';
export const USAGE = ['user', 'ai', 'usage'];
export const PROMPTS = ['user', 'ai', 'prompts'];

export const usageQuery = () =>
  queryOptions({
    queryKey: USAGE,
    queryFn: async () => (await call('/ai/usage', { role, schema: AiUsageAnswer })).usage,
  });

export const savedPromptsQuery = () =>
  queryOptions({
    queryKey: PROMPTS,
    queryFn: async () => {
      const query = { per: MAX_PER_PAGE, sort_col: 'name', sort_dir: 'asc' };
      return (await call('/ai/prompts', { role, query, schema: SavedPromptList })).prompts;
    },
  });

export const savePrompt = async (body: SavedPromptInput) =>
  (await call('/ai/prompts', { method: 'POST', role, body, schema: SavedPromptAnswer })).prompt;

export const deletePrompt = (id: number) => call(`/ai/prompts/${id}`, { method: 'DELETE', role });
