/** A request to a public tool: the model's answer within the budget, otherwise a keyless draft. */
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { mac } from '#server/platform/signed.ts';
import type { AiEvent, AiInputs, AiSource, TriesLeft } from '#shared/ai.ts';
import { type AiTool, MIN_AI_OPTIONS } from '#shared/ai-tools.ts';
import { isModelEnabled, reserve } from './budget.ts';
import { completion } from './completion.ts';
import { isAcceptable } from './moderation.ts';
import { suggest } from './offline/suggest.ts';
import { optionsIn } from './options.ts';
import { maxCostCents } from './price.ts';
import { maxTokensFor, messagesFor } from './prompts.ts';

export type Question<T extends AiTool = AiTool> = {
  tool: T;
  input: AiInputs[T];
  remaining: TriesLeft;
  address: string;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
};
type Events = AsyncGenerator<AiEvent, void>;

/**
 * Yields the model's suggestions. Without a key, when the day's budget is used up, and when the model fails in any way,
 * the keyless drafts answer instead.
 */
export async function* suggestions(deps: Deps, question: Question): Events {
  const options = await liveOptions(deps, question);
  // Nobody is left to answer.
  if (question.signal.aborted) return;
  yield* options
    ? events(question, 'live', deps.ai!.name, options)
    : events(question, 'offline', null, suggest(question.tool, question.input));
}

/** The model's checked options, or null. Nothing is shown before the moderation has seen all of it. */
async function liveOptions(deps: Deps, { tool, input, address, signal }: Question): Promise<string[] | null> {
  const { ai } = deps;
  if (!ai || !isModelEnabled(deps)) return null;
  const messages = messagesFor(tool, input);
  const maxTokens = maxTokensFor(tool, input.count) + ai.reasoningTokens;
  const ip_hash = new Uint8Array(mac(deps.config.appSecret, 'ip', address));
  const cents = maxCostCents(ai.price, messages, maxTokens);
  const reservation = await reserve(deps, cents, { tool, model: ai.name, ip_hash });
  if (!reservation) return null;
  try {
    let text = '';
    const order = { messages, maxTokens, reservation, signal, isStructured: true };
    for await (const piece of completion(deps, ai, order, { isCut: false, cents: 0 })) text += piece;
    const options = optionsIn(text, input.count);
    if (options.length < MIN_AI_OPTIONS) return logged(deps, 'too few options');
    const checked = [messages.at(-1)!.content, options.join('\n\n')];
    const within = AbortSignal.any([signal, AbortSignal.timeout(ai.timeoutMs)]);
    return (await isAcceptable(ai, checked, within)) ? options : logged(deps, 'moderated');
  } catch (error) {
    // A failed call is logged where it failed.
    return error instanceof AppError ? null : logged(deps, 'moderation failed');
  }
}

function logged({ log }: Pick<Deps, 'log'>, reason: string): null {
  log.warn({ reason }, 'AI answer not used');
  return null;
}

async function* events(question: Question, source: AiSource, model: string | null, options: string[]): Events {
  yield begin(question, source, model);
  for (const [option, text] of options.entries()) yield { event: 'text', data: { option, text } };
  yield finish(question, source, model, options);
}

const begin = ({ remaining }: Question, source: AiSource, model: string | null): AiEvent => ({
  event: 'start',
  data: { source, model, remaining },
});

const finish = ({ tool, remaining }: Question, source: AiSource, model: string | null, options: string[]): AiEvent => ({
  event: 'done',
  data: { tool, source, model, options, remaining },
});
