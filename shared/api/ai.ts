import {
  AI_INPUTS,
  AiResponse,
  AiUsageResponse,
  PromptInput,
  PromptResponse,
  SavedPromptInput,
  SavedPromptList,
  SavedPromptListQuery,
  SavedPromptResponse,
} from '#shared/ai.ts';
import type { AiTool } from '#shared/ai-tools.ts';
import type { Api } from './operation.ts';

const EVENTS = 'text/event-stream';

const SUMMARIES: Record<AiTool, string> = {
  description: 'Suggest book descriptions',
  pen_name: 'Suggest pen names',
  character: 'Suggest characters',
  title: 'Suggest titles',
  plot: 'Suggest plots',
};
const EXAMPLES: Record<AiTool, object> = {
  description: { genre: 'mystery', title: 'The Salt Ledger', hero: 'Mara Quill, a retired ferry pilot' },
  pen_name: { genre: 'fantasy', origin: 'scottish', form: 'initials' },
  character: { genre: 'historical', role: 'antagonist' },
  title: { genre: 'horror', keywords: 'lighthouse, fog' },
  plot: { genre: 'romance', hero: 'a piano tuner who cannot sleep' },
};

const suggest = <T extends AiTool>(tool: T) =>
  ({
    method: 'post',
    path: `/api/v1/ai/${tool}`,
    summary: `${SUMMARIES[tool]}; server-sent events, or JSON with Accept: application/json`,
    access: 'public',
    body: AI_INPUTS[tool],
    example: EXAMPLES[tool],
    rateLimited: true,
    responses: { 200: [AiResponse, EVENTS] },
  }) as const;

export const aiApi = {
  description: suggest('description'),
  pen_name: suggest('pen_name'),
  character: suggest('character'),
  title: suggest('title'),
  plot: suggest('plot'),
  prompt: {
    method: 'post',
    path: '/api/v1/ai/prompt',
    summary: 'Send a prompt to the model; server-sent events, or JSON with Accept: application/json',
    access: 'user',
    body: PromptInput,
    example: { prompt: 'Suggest three subject lines for a weekend of free mysteries.' },
    rateLimited: true,
    responses: { 200: [PromptResponse, EVENTS] },
  },
  usage: {
    method: 'get',
    path: '/api/v1/ai/usage',
    summary: 'Get today’s AI spending and its limit',
    access: 'user',
    responses: { 200: AiUsageResponse },
  },
  listPrompts: {
    method: 'get',
    path: '/api/v1/ai/prompts',
    summary: 'List your saved prompts',
    access: 'user',
    query: SavedPromptListQuery,
    responses: { 200: SavedPromptList },
  },
  savePrompt: {
    method: 'post',
    path: '/api/v1/ai/prompts',
    summary: 'Save a prompt',
    access: 'user',
    body: SavedPromptInput,
    example: { name: 'Subject lines', prompt: 'Suggest three subject lines for a weekend of free mysteries.' },
    responses: { 201: SavedPromptResponse },
  },
  deletePrompt: {
    method: 'delete',
    path: '/api/v1/ai/prompts/{id}',
    summary: 'Delete a saved prompt',
    access: 'user',
    responses: { 204: null },
  },
} satisfies Api;
