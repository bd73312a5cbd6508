import type { Request, Response } from 'express';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type * as z from 'zod';
import { implement } from '#server/api/implement.ts';
import type { Deps, Limits } from '#server/platform/deps.ts';
import { invalid } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { consume } from '#server/platform/http/rate-limits.ts';
import type { AI_INPUTS, AiInputs, TriesLeft } from '#shared/ai.ts';
import type { AiTool } from '#shared/ai-tools.ts';
import { aiApi } from '#shared/api/ai.ts';
import { isModelEnabled, usageToday } from './budget.ts';
import { refusalOf } from './offline/refusals.ts';
import { draftRefusal } from './offline/suggest.ts';
import { disconnectSignal, sendResponse } from './response.ts';
import { deletePrompt, listPrompts, presentSavedPrompt, savePrompt } from './saved-prompts.ts';
import { answerPrompt } from './staff-prompt.ts';
import { streamSuggestions } from './suggestions.ts';

type AiCall<T extends AiTool> = {
  body: z.output<(typeof AI_INPUTS)[T]>;
  network: string;
  req: Request;
  res: Response;
};

export function aiRoutes(deps: Deps) {
  const suggest =
    <T extends AiTool>(tool: T) =>
    async ({ body: input, network, req, res }: AiCall<T>) => {
      const refusal =
        refusalOf(tool, input as AiInputs[T]) ??
        (isModelEnabled(deps) ? null : draftRefusal(tool, input as AiInputs[T]));
      if (refusal) throw invalid(refusal);
      const signal = disconnectSignal(res);
      const { remaining, headers } = await consumeTry(deps.limits, network);
      res.set(headers);
      await sendResponse(deps, req, res, streamSuggestions(deps, { tool, input, remaining, network, signal }), signal);
    };

  return implement(aiApi, {
    description: suggest('description'),
    pen_name: suggest('pen_name'),
    character: suggest('character'),
    title: suggest('title'),
    plot: suggest('plot'),

    prompt: async ({ body: { prompt }, actor: { id: user_id }, req, res }) => {
      const signal = disconnectSignal(res);
      res.set(await consumePrompt(deps.limits, user_id));
      await sendResponse(deps, req, res, answerPrompt(deps, { prompt, user_id, signal }), signal);
    },
    usage: async () => ({ usage: await usageToday(deps) }),
    listPrompts: async ({ actor, query }) => {
      const { rows, total } = await listPrompts(deps, actor.id, query);
      return { prompts: rows.map(presentSavedPrompt), meta: metaOf(query, total) };
    },
    savePrompt: async ({ actor, body }) => ({ prompt: presentSavedPrompt(await savePrompt(deps, actor.id, body)) }),
    deletePrompt: ({ id, actor }) => deletePrompt(deps, actor.id, id),
  });
}

type Headers = Record<string, string>;

/** Consumes a try of the network's hourly and daily limits, or throws 429. */
async function consumeTry(limits: Limits, network: string): Promise<{ remaining: TriesLeft; headers: Headers }> {
  const hour = await consume(limits.aiHour, network);
  const day = await consume(limits.aiDay, network);
  const isDayUsedFirst = day.remainingPoints <= hour.remainingPoints;
  const headers = isDayUsedFirst ? headersOf(limits.aiDay.points, day) : headersOf(limits.aiHour.points, hour);
  const remaining = { hour: Math.min(hour.remainingPoints, day.remainingPoints), day: day.remainingPoints };
  return { remaining, headers };
}

/** Consumes a try of the account's limit; staff are counted by account because an office shares one address. */
async function consumePrompt(limits: Limits, user_id: number): Promise<Headers> {
  const hour = await consume(limits.aiPrompts, String(user_id));
  return headersOf(limits.aiPrompts.points, hour);
}

const headersOf = (limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes): Headers => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remainingPoints),
  'RateLimit-Reset': String(Math.ceil(msBeforeNext / 1000)),
});
