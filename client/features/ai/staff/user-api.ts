import { queryOptions } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import type { SavedPromptInput } from '#shared/ai.ts';
import { aiApi } from '#shared/api/ai.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';

const ai = clientFor(aiApi, 'user');
export const USAGE = ['user', 'ai', 'usage'];
export const PROMPTS = ['user', 'ai', 'prompts'];

export const usageQuery = () => queryOptions({ queryKey: USAGE, queryFn: async () => (await ai.usage()).usage });

export const savedPromptsQuery = () =>
  queryOptions({
    queryKey: PROMPTS,
    queryFn: async () =>
      (await ai.listPrompts({ query: { per: MAX_PER_PAGE, sort_col: 'name', sort_dir: 'asc' } })).prompts,
  });

export const savePrompt = async (body: SavedPromptInput) => (await ai.savePrompt({ body })).prompt;
export const deletePrompt = (id: number) => ai.deletePrompt({ id });
