/** A model call within a reservation: streams the text and always settles the budget. */

import type { AiModel, Deps } from '#server/platform/deps.ts';
import { AppError, unavailable } from '#server/platform/errors.ts';
import { type Reservation, settle, type Use } from './budget.ts';
import { isApiError, isConnectionError } from './openai.ts';
import { OPTIONS_SCHEMA } from './options.ts';
import { costCents } from './price.ts';
import type { Message } from './prompts.ts';

export type CompletionRequest = {
  messages: Message[];
  maxTokens: number;
  /** Answers with the JSON of the options. */
  isStructured?: boolean;
  reservation: Reservation;
  signal: AbortSignal;
};
/** Filled in when the text has ended. */
export type CompletionResult = { isCut: boolean; cents: number };

const TEXTS = {
  late: 'The AI service didn’t respond in time. Please try again.',
  cut: 'The AI service stopped midway. Please try again.',
  failed: 'The AI service isn’t available right now. Please try again in a few minutes.',
};

/**
 * Yields '' once the model has started to answer, then the text. Throws 503 when it fails or takes too long, even
 * midway. Stopping the iteration or aborting the signal stops the model.
 */
export async function* completion(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  ai: AiModel,
  order: CompletionRequest,
  outcome: CompletionResult,
): AsyncGenerator<string, void> {
  const { reservation, signal } = order;
  const deadline = AbortSignal.timeout(ai.timeoutMs);
  let use: Use | undefined;
  outcome.cents = reservation.cents;
  let stream: Awaited<ReturnType<typeof startCompletion>> | undefined;
  try {
    stream = await startCompletion(ai, order, AbortSignal.any([signal, deadline]));
    yield '';
    let pieces = 0;
    let reason: string | null = null;
    for await (const { choices, usage } of stream) {
      const [choice] = choices;
      use = tokensOf(usage) ?? use;
      if (choice?.finish_reason) reason = choice.finish_reason;
      if (choice?.delta?.refusal) throw new Error('refused');
      const text = choice?.delta?.content;
      if (!text) continue;
      // For servers that ignore the token cap: each piece has at least one token.
      if (++pieces > order.maxTokens) break;
      yield text;
    }
    if (signal.aborted || deadline.aborted || !(reason || pieces > order.maxTokens)) throw new Error('not finished');
    outcome.isCut = reason !== 'stop';
  } catch (error) {
    if (wasRefused(error)) outcome.cents = 0;
    throw refusalOf(deps, error, { isLate: deadline.aborted, isGone: signal.aborted });
  } finally {
    stream?.controller.abort();
    if (use) outcome.cents = costCents(ai.price, use);
    await settleReservation(deps, reservation, outcome.cents, use);
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
function tokensOf(usage: { prompt_tokens: unknown; completion_tokens: unknown } | null | undefined): Use | null {
  const counts = [usage?.prompt_tokens, usage?.completion_tokens];
  if (!counts.every((count) => Number.isInteger(count) && Number(count) >= 0 && Number(count) <= MAX_TOKENS))
    return null;
  return { input: Number(counts[0]), output: Number(counts[1]) };
}

/**
 * True if the provider answered with an error instead of text, which costs nothing. A gateway's error says nothing
 * about the provider behind it.
 */
const wasRefused = (error: unknown) =>
  isApiError(error) && typeof error.status === 'number' && ![502, 504].includes(error.status);

/** Logs only the kind of error: the provider's message may contain the key or the account. */
function refusalOf(
  { log }: Pick<Deps, 'log'>,
  error: unknown,
  { isLate, isGone }: { isLate: boolean; isGone: boolean },
): AppError {
  if (error instanceof AppError) return error;
  const { status, code, type } = (error ?? {}) as Record<string, unknown>;
  if (!isGone) log.warn({ status, code, type, is_late: isLate }, 'AI request failed');
  if (isLate) return unavailable(TEXTS.late);
  const neverBegan = isConnectionError(error) || (isApiError(error) && status);
  return unavailable(neverBegan ? TEXTS.failed : TEXTS.cut);
}

/** Settles the reservation. If the database doesn't answer, the sweep settles it later. */
async function settleReservation(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  reservation: Reservation,
  cents: number,
  use?: Use,
) {
  await settle(deps, reservation, cents, use).catch((error) =>
    deps.log.error({ err: error, ai_request: reservation.id }, 'AI reservation not settled; the next sweep will retry'),
  );
}
