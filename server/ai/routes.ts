import type { Request, Response } from 'express';
import type * as z from 'zod';
import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import type { AI_INPUTS } from '#shared/ai.ts';
import type { AiTool } from '#shared/ai-tools.ts';
import { aiApi } from '#shared/api/ai.ts';
import { answerWith, goneSignal } from './answer.ts';
import { usageToday } from './budget.ts';
import { presentSavedPrompt } from './presenter.ts';
import { deletePrompt, listPrompts, savePrompt } from './saved-prompts.ts';
import { answerPrompt } from './staff-prompt.ts';
import { suggestions } from './suggestions.ts';
import { takePrompt, takeTry } from './tries.ts';

type Asked<T extends AiTool> = { body: z.output<(typeof AI_INPUTS)[T]>; network: string; req: Request; res: Response };

export function aiRoutes(deps: Deps) {
  const suggest =
    <T extends AiTool>(tool: T) =>
    async ({ body: input, network: address, req, res }: Asked<T>) => {
      const signal = goneSignal(res);
      const { remaining, headers } = await takeTry(deps.limits, address);
      res.set(headers);
      await answerWith(req, res, suggestions(deps, { tool, input, remaining, address, signal }), signal);
    };

  return implement(aiApi, {
    description: suggest('description'),
    pen_name: suggest('pen_name'),
    character: suggest('character'),
    title: suggest('title'),
    plot: suggest('plot'),

    prompt: async ({ body: { prompt }, by: { id: user_id }, req, res }) => {
      const signal = goneSignal(res);
      res.set(await takePrompt(deps.limits, user_id));
      await answerWith(req, res, answerPrompt(deps, { prompt, user_id, signal }), signal);
    },
    usage: async () => ({ usage: await usageToday(deps) }),
    listPrompts: async ({ by, query }) => {
      const { rows, total } = await listPrompts(deps, by.id, query);
      return { prompts: rows.map(presentSavedPrompt), meta: metaOf(query, total) };
    },
    savePrompt: async ({ by, body }) => ({ prompt: presentSavedPrompt(await savePrompt(deps, by.id, body)) }),
    deletePrompt: ({ id, by }) => deletePrompt(deps, by.id, id),
  });
}
