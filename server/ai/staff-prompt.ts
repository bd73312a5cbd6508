/** Staff prompt tool: free-form prompts to the model, paid from the authors' AI budget, without keyless drafts. */
import type { Deps } from '#server/platform/deps.ts';
import { unavailable } from '#server/platform/errors.ts';
import type { AiEvent } from '#shared/ai.ts';
import { isModelEnabled, reserveBudget, usageToday } from './budget.ts';
import { type CompletionResult, streamCompletion } from './completion.ts';
import { maxCostCents } from './price.ts';
import { MAX_STAFF_TOKENS, staffMessages } from './prompts.ts';

const MESSAGES = {
  noModel: 'No AI model is set up on this site. Ask the operator to set OPENAI_API_KEY.',
  noBudget: 'AI is turned off: this site’s daily budget is 0.',
  budgetSpent: 'Today’s AI budget is used up. It resets at midnight Pacific Time.',
};

export async function* answerPrompt(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'config' | 'ai'>,
  { prompt, user_id, signal }: { prompt: string; user_id: number; signal: AbortSignal },
): AsyncGenerator<AiEvent, void> {
  const { ai } = deps;
  if (!ai) throw unavailable(MESSAGES.noModel);
  if (!isModelEnabled(deps)) throw unavailable(MESSAGES.noBudget);
  const request = { messages: staffMessages(prompt), maxTokens: MAX_STAFF_TOKENS + ai.reasoningTokens, signal };
  const cents = maxCostCents(ai.price, request.messages, request.maxTokens);
  const reservation = await reserveBudget(deps, cents, { tool: 'prompt', model: ai.name, user_id });
  if (!reservation) throw unavailable(MESSAGES.budgetSpent);

  const result: CompletionResult = { isTruncated: false, cents: 0 };
  let text = '';
  for await (const piece of streamCompletion(deps, ai, { ...request, reservation }, result)) {
    text += piece;
    if (piece) yield { event: 'text', data: { option: 0, text: piece } };
    else yield { event: 'start', data: { source: 'live', model: ai.name, remaining: null } };
  }
  const usage = await usageToday(deps);
  yield { event: 'done', data: { text, model: ai.name, is_cut: result.isTruncated, cost_cents: result.cents, usage } };
}
