import { type Request, type Response, Router } from 'express';
import { addressOf, requireUser, sessionOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import { AI_INPUTS, PromptInput, SavedPromptInput, SavedPromptListQuery } from '#shared/ai.ts';
import type { AiTool } from '#shared/ai-tools.ts';
import { answerWith, goneSignal } from './answer.ts';
import { usageToday } from './budget.ts';
import { presentSavedPrompt } from './presenter.ts';
import { deletePrompt, listPrompts, savePrompt } from './saved-prompts.ts';
import { answerPrompt } from './staff-prompt.ts';
import { suggestions } from './suggestions.ts';
import { takePrompt, takeTry } from './tries.ts';

export function aiRoutes(deps: Deps): Router {
  const router = Router();
  const tool = (tool: AiTool) => async (req: Request, res: Response) => {
    const input = AI_INPUTS[tool].parse(bodyOf(req));
    const signal = goneSignal(res);
    const { remaining, headers } = await takeTry(deps.limits, addressOf(req));
    res.set(headers);
    const question = { tool, input, remaining, address: addressOf(req), signal };
    await answerWith(req, res, suggestions(deps, question), signal);
  };
  router.post('/description', tool('description'));
  router.post('/pen_name', tool('pen_name'));
  router.post('/character', tool('character'));
  router.post('/title', tool('title'));
  router.post('/plot', tool('plot'));

  router.post('/prompt', requireUser, async (req, res) => {
    const { prompt } = PromptInput.parse(bodyOf(req));
    const { id: user_id } = sessionOf(res);
    const signal = goneSignal(res);
    res.set(await takePrompt(deps.limits, user_id));
    await answerWith(req, res, answerPrompt(deps, { prompt, user_id, signal }), signal);
  });
  router.get('/usage', requireUser, async (_req, res) => {
    res.json({ usage: await usageToday(deps) });
  });
  router.get('/prompts', requireUser, async (req, res) => {
    const query = SavedPromptListQuery.parse(req.query);
    const { rows, total } = await listPrompts(deps, sessionOf(res).id, query);
    res.json({ prompts: rows.map(presentSavedPrompt), meta: metaOf(query, total) });
  });
  router.post('/prompts', requireUser, async (req, res) => {
    const saved = await savePrompt(deps, sessionOf(res).id, SavedPromptInput.parse(bodyOf(req)));
    res.status(201).json({ prompt: presentSavedPrompt(saved) });
  });
  router.delete('/prompts/:id', requireUser, async (req, res) => {
    await deletePrompt(deps, sessionOf(res).id, idOf(req));
    res.status(204).end();
  });
  return router;
}
