import {
  AI_INPUTS,
  AiAnswer,
  AiUsageAnswer,
  PromptAnswer,
  PromptInput,
  SavedPromptAnswer,
  SavedPromptInput,
  SavedPromptList,
  SavedPromptListQuery,
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
    limited: true,
    answers: { 200: [AiAnswer, EVENTS] },
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
    limited: true,
    answers: { 200: [PromptAnswer, EVENTS] },
  },
  usage: {
    method: 'get',
    path: '/api/v1/ai/usage',
    summary: 'Get today’s AI spending and its limit',
    access: 'user',
    answers: { 200: AiUsageAnswer },
  },
  listPrompts: {
    method: 'get',
    path: '/api/v1/ai/prompts',
    summary: 'List your saved prompts',
    access: 'user',
    query: SavedPromptListQuery,
    answers: { 200: SavedPromptList },
  },
  savePrompt: {
    method: 'post',
    path: '/api/v1/ai/prompts',
    summary: 'Save a prompt',
    access: 'user',
    body: SavedPromptInput,
    example: { name: 'Subject lines', prompt: 'Suggest three subject lines for a weekend of free mysteries.' },
    answers: { 201: SavedPromptAnswer },
  },
  deletePrompt: {
    method: 'delete',
    path: '/api/v1/ai/prompts/{id}',
    summary: 'Delete a saved prompt',
    access: 'user',
    answers: { 204: null },
  },
} satisfies Api;
