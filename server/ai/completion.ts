/**
 * A model call within a reservation: streams the text and always settles the budget. See
 * docs/decisions/0094-models-are-settings.md.
 */

import type { AiModel, Deps } from '#server/platform/deps.ts';
import { AppError, unavailable } from '#server/platform/errors.ts';
import { type Reservation, settleBudget, type TokenUsage } from './budget.ts';
import { isApiError, isConnectionError } from './openai.ts';
import { OPTIONS_SCHEMA } from './options.ts';
import { costCents } from './price.ts';
import type { Message } from './prompts.ts';

export type CompletionRequest = {
  messages: Message[];
  maxTokens: number;
  /** True to request a JSON object with options. */
  isStructured?: boolean;
  reservation: Reservation;
  signal: AbortSignal;
};
/** Filled in by `streamCompletion`: `isTruncated` when the stream has ended, `cents` also if the call fails. */
export type CompletionResult = { isTruncated: boolean; cents: number };

const MESSAGES = {
  timeout: 'The AI service didn’t respond in time. Please try again.',
  interrupted: 'The AI service stopped midway. Please try again.',
  declined: 'The AI model declined this prompt. Reword it and try again.',
  misconfigured:
    'The AI service refused our key or model. Ask whoever runs the server to check OPENAI_API_KEY, OPENAI_MODEL, and OPENAI_BASE_URL.',
  unavailable: 'The AI service isn’t available right now. Please try again in a few minutes.',
};

/**
 * Yields '' once the model has started to respond, then the text. Throws 503 if it fails, takes too long, or is
 * aborted, even midway. Stopping the iteration or aborting the signal stops the model.
 */
export async function* streamCompletion(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  ai: AiModel,
  request: CompletionRequest,
  result: CompletionResult,
): AsyncGenerator<string, void> {
  const { reservation, signal } = request;
  const deadline = AbortSignal.timeout(ai.timeoutMs);
  let tokens: TokenUsage | undefined;
  result.cents = reservation.cents;
  let stream: Awaited<ReturnType<typeof startCompletion>> | undefined;
  try {
    stream = await startCompletion(ai, request, AbortSignal.any([signal, deadline]));
    yield '';
    let pieces = 0;
    let finishReason: string | null = null;
    for await (const { choices, usage } of stream) {
      const [choice] = choices;
      tokens = tokensOf(usage) ?? tokens;
      if (choice?.finish_reason) finishReason = choice.finish_reason;
      if (choice?.delta?.refusal) throw unavailable(MESSAGES.declined);
      const text = choice?.delta?.content;
      if (!text) continue;
      // Stops servers that ignore the token limit: each piece has at least one token.
      if (++pieces > request.maxTokens) break;
      yield text;
    }
    if (signal.aborted || deadline.aborted || !(finishReason || pieces > request.maxTokens))
      throw new Error('not finished');
    if (finishReason === 'content_filter') throw unavailable(MESSAGES.declined);
    result.isTruncated = finishReason !== 'stop';
  } catch (error) {
    if (wasRejected(error)) result.cents = 0;
    throw toAppError(deps, error, { isTimeout: deadline.aborted, isDisconnected: signal.aborted });
  } finally {
    stream?.controller.abort();
    if (tokens) result.cents = costCents(ai.price, tokens);
    await settleReservation(deps, reservation, result.cents, tokens);
  }
}

const startCompletion = (
  { openai, name, effort }: AiModel,
  { messages, maxTokens, isStructured }: CompletionRequest,
  signal: AbortSignal,
) =>
  openai.chat.completions.create(
    {
      model: name,
      messages,
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: maxTokens,
      ...(effort && { reasoning_effort: effort }),
      ...(isStructured && { response_format: OPTIONS_SCHEMA }),
    },
    { signal },
  );

/** Maximum of a Postgres `integer`. */
const MAX_TOKENS = 2 ** 31 - 1;

/** Reads the token counts, or returns null unless both values are valid. */
function tokensOf(usage: { prompt_tokens: unknown; completion_tokens: unknown } | null | undefined): TokenUsage | null {
  const counts = [usage?.prompt_tokens, usage?.completion_tokens];
  if (!counts.every((count) => Number.isInteger(count) && Number(count) >= 0 && Number(count) <= MAX_TOKENS))
    return null;
  return { input: Number(counts[0]), output: Number(counts[1]) };
}

/**
 * True if the provider rejected the request, which costs nothing. After a gateway's error, the provider may still have
 * done the work.
 */
const wasRejected = (error: unknown) =>
  isApiError(error) && typeof error.status === 'number' && ![502, 504].includes(error.status);

/**
 * Converts an error to a 503. Logs only its kind, because the provider's message may contain the key or the account.
 */
function toAppError(
  { log }: Pick<Deps, 'log'>,
  error: unknown,
  { isTimeout, isDisconnected }: { isTimeout: boolean; isDisconnected: boolean },
): AppError {
  const { status, code, type } = (error ?? {}) as Record<string, unknown>;
  if (!isDisconnected) log.warn({ status, code, type, is_late: isTimeout }, 'AI request failed');
  if (error instanceof AppError) return error;
  if (isApiError(error) && [401, 403, 404].includes(error.status!)) return unavailable(MESSAGES.misconfigured);
  if (isTimeout) return unavailable(MESSAGES.timeout);
  const hasNotStarted = isConnectionError(error) || (isApiError(error) && status);
  return unavailable(hasNotStarted ? MESSAGES.unavailable : MESSAGES.interrupted);
}

/** Settles the reservation. If the database doesn't answer, the sweep settles it later. */
async function settleReservation(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  reservation: Reservation,
  cents: number,
  tokens?: TokenUsage,
) {
  await settleBudget(deps, reservation, cents, tokens).catch((error) =>
    deps.log.error({ err: error, ai_request: reservation.id }, 'AI reservation not settled; the next sweep will retry'),
  );
}
