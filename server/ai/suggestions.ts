/** A request to a public tool: the model's answer within the budget, otherwise the offline generator's. */
import type { AiModel, Deps } from '#server/platform/deps.ts';
import { unavailable } from '#server/platform/errors.ts';
import { mac } from '#server/platform/signed.ts';
import type { AiEvent, AiInputs, AiSource, TriesLeft } from '#shared/ai.ts';
import type { AiTool } from '#shared/ai-tools.ts';
import { isLive, type Reservation, reserve } from './budget.ts';
import { completion, type Outcome } from './completion.ts';
import { suggest } from './offline/suggest.ts';
import { optionStream, optionsIn } from './options.ts';
import { mostCents } from './price.ts';
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
 * Streams suggestions. Without a key, or when the day's budget is used up, the offline generator answers and says so.
 */
export async function* suggestions(deps: Deps, question: Question): Events {
  const { ai } = deps;
  if (!ai || !isLive(deps)) return yield* offline(question);
  const { tool, input, address } = question;
  const order = { messages: messagesFor(tool, input), maxTokens: maxTokensFor(tool, input.count) };
  const ip_hash = new Uint8Array(mac(deps.config.appSecret, 'ip', address));
  const cents = mostCents(ai.price, order.messages, order.maxTokens);
  const reservation = await reserve(deps, cents, { tool, model: ai.name, ip_hash });
  yield* reservation ? live(deps, ai, question, { ...order, reservation }) : offline(question);
}

type LiveOrder = Pick<Parameters<typeof completion>[2], 'messages' | 'maxTokens'> & { reservation: Reservation };

async function* live(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  ai: AiModel,
  question: Question,
  order: LiveOrder,
): Events {
  const { tool, input, signal } = question;
  const outcome: Outcome = { isCut: false, cents: 0 };
  const { take, end } = optionStream();
  let whole = '';
  for await (const text of completion(deps, ai, { ...order, signal }, outcome)) {
    if (!text) yield begin(question, 'live', ai.name);
    whole += text;
    for (const piece of take(text)) yield { event: 'text', data: piece };
  }
  for (const piece of end()) yield { event: 'text', data: piece };
  const options = optionsIn(whole, { tool, count: input.count, isCut: outcome.isCut });
  if (!options.length) throw unavailable('The AI service returned no suggestions. Please try again.');
  yield finish(question, 'live', ai.name, options);
}

async function* offline(question: Question): Events {
  const options = suggest(question.tool, question.input);
  yield begin(question, 'offline', null);
  for (const [option, text] of options.entries()) yield { event: 'text', data: { option, text } };
  yield finish(question, 'offline', null, options);
}

const begin = ({ remaining }: Question, source: AiSource, model: string | null): AiEvent => ({
  event: 'start',
  data: { source, model, remaining },
});

const finish = ({ tool, remaining }: Question, source: AiSource, model: string | null, options: string[]): AiEvent => ({
  event: 'done',
  data: { tool, source, model, options, remaining },
});
