/**
 * Suggestions of a public tool: the model's within the budget, otherwise keyless drafts. See
 * docs/decisions/0093-drafts-without-a-model.md.
 */
import type { AiModel, Deps } from '#server/platform/deps.ts';
import { AppError, invalid } from '#server/platform/errors.ts';
import { mac } from '#server/platform/signed.ts';
import type { AiEvent, AiInputs, AiSource, TriesLeft } from '#shared/ai.ts';
import { type AiTool, MIN_AI_OPTIONS } from '#shared/ai-tools.ts';
import { isModelEnabled, reserveBudget } from './budget.ts';
import { streamCompletion } from './completion.ts';
import { draftRefusal, suggest } from './offline/suggest.ts';
import { optionsIn } from './options.ts';
import { maxCostCents } from './price.ts';
import { maxTokensFor, messagesFor } from './prompts.ts';

export type SuggestionRequest<T extends AiTool = AiTool> = {
  tool: T;
  input: AiInputs[T];
  remaining: TriesLeft;
  network: string;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
};
type Events = AsyncGenerator<AiEvent, void>;

/**
 * Yields the model's suggestions, or keyless drafts if there is no key, the day's budget is used up, the model fails,
 * or its suggestions can't be used. Throws 422 if the notes aren't enough for drafts.
 */
export async function* streamSuggestions(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'config' | 'ai'>,
  request: SuggestionRequest,
): Events {
  const options = await liveOptions(deps, request);
  // The client has disconnected.
  if (request.signal.aborted) return;
  if (options) return yield* events(request, 'live', deps.ai!.name, options);
  const refusal = draftRefusal(request.tool, request.input);
  if (refusal) throw invalid(refusal);
  yield* events(request, 'offline', null, suggest(request.tool, request.input));
}

/** The model's options, or null. Nothing is shown before all options are moderated, unless moderation is off. */
async function liveOptions(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'config' | 'ai'>,
  { tool, input, network, signal }: SuggestionRequest,
): Promise<string[] | null> {
  const { ai } = deps;
  if (!ai || !isModelEnabled(deps)) return null;
  const messages = messagesFor(tool, input);
  const maxTokens = maxTokensFor(tool, input.count) + ai.reasoningTokens;
  const ip_hash = new Uint8Array(mac(deps.config.appSecret, 'ip', network));
  const cents = maxCostCents(ai.price, messages, maxTokens);
  const reservation = await reserveBudget(deps, cents, { tool, model: ai.name, ip_hash });
  if (!reservation) return null;
  // A single deadline for completion and moderation, because the browser waits only 35 s for the response.
  const deadline = AbortSignal.timeout(ai.timeoutMs);
  try {
    let text = '';
    const completionRequest = { messages, maxTokens, reservation, signal, isStructured: true };
    for await (const piece of streamCompletion(deps, ai, completionRequest, { isTruncated: false, cents: 0 }))
      text += piece;
    const options = optionsIn(text, input.count);
    if (options.length < MIN_AI_OPTIONS) return discard(deps, 'too few options');
    const checked = [messages.at(-1)!.content, options.join('\n\n')];
    return (await isAcceptable(ai, checked, AbortSignal.any([signal, deadline])))
      ? options
      : discard(deps, 'moderated');
  } catch (error) {
    // `streamCompletion` has already logged its own failures.
    return error instanceof AppError ? null : discard(deps, 'moderation failed');
  }
}

function discard({ log }: Pick<Deps, 'log'>, reason: string): null {
  log.warn({ reason }, 'AI suggestions not used');
  return null;
}

async function* events(request: SuggestionRequest, source: AiSource, model: string | null, options: string[]): Events {
  yield startEvent(request, source, model);
  for (const [option, text] of options.entries()) yield { event: 'text', data: { option, text } };
  yield doneEvent(request, source, model, options);
}

const startEvent = ({ remaining }: SuggestionRequest, source: AiSource, model: string | null): AiEvent => ({
  event: 'start',
  data: { source, model, remaining },
});

const doneEvent = (
  { tool, remaining }: SuggestionRequest,
  source: AiSource,
  model: string | null,
  options: string[],
): AiEvent => ({
  event: 'done',
  data: { tool, source, model, options, remaining },
});

/** Moderation categories that no genre needs. Violence is allowed, because many genres are about it. */
const REFUSED_CATEGORIES = [
  'sexual/minors',
  'hate',
  'hate/threatening',
  'harassment/threatening',
  'self-harm/instructions',
] as const;

/**
 * True if neither the notes nor the model's output is in a refused category, or if moderation is off. Throws if the
 * provider fails.
 */
async function isAcceptable(
  { openai, moderationModel }: Pick<AiModel, 'openai' | 'moderationModel'>,
  texts: string[],
  signal: AbortSignal,
): Promise<boolean> {
  if (!moderationModel) return true;
  const { results } = await openai.moderations.create({ model: moderationModel, input: texts }, { signal });
  if (results.length !== texts.length)
    throw new Error('The moderation API returned a different number of results than texts.');
  return !results.some(({ categories }) => REFUSED_CATEGORIES.some((name) => categories[name]));
}
