/** Prices of model calls in US cents, rounded up to millionths of a cent, which the database adds exactly. */
import models from './models.json' with { type: 'json' };

/** US cents per million tokens. */
export type Price = { input: number; output: number };

/**
 * A model in models.json. Its list price and retirement date each have a source, and the year or month of that source.
 * We aren't notified of new prices: operators compare the file with their provider's list. `effort` is the reasoning
 * effort to request: the default model supports `none`, but not `minimal`.
 */
export type KnownModel = { input?: number; output?: number; retires?: string; effort?: string };
export const knownModel = (name: string): KnownModel => (models as Record<string, KnownModel>)[name] ?? {};

/** Assumed for a model without a known price, so that the budget isn't exceeded. */
export const SAFE_PRICE: Price = { input: 1500, output: 12_000 };

/** The configured price, or the list price, or the safe maximum. */
export function priceOf(
  model: string,
  configured: { input?: number | undefined; output?: number | undefined },
): Price & { isAssumed: boolean } {
  const input = configured.input ?? knownModel(model).input;
  const output = configured.output ?? knownModel(model).output;
  const isAssumed = input === undefined || output === undefined;
  return { input: input ?? SAFE_PRICE.input, output: output ?? SAFE_PRICE.output, isAssumed };
}

export const costCents = (price: Price, tokens: { input: number; output: number }) =>
  Math.ceil(tokens.input * price.input + tokens.output * price.output) / 1_000_000;

/** Overhead added to each message, and once for the start of the output. */
const TOKENS_PER_MESSAGE = 16;
/** Tokens of the output's JSON schema, which is part of the input. */
const SCHEMA_TOKENS = 120;

/** Upper bound of a call's cost: no token is shorter than a byte. */
export const maxCostCents = (price: Price, messages: readonly { content: string }[], maxTokens: number) =>
  costCents(price, {
    input: messages.reduce(
      (sum, { content }) => sum + Buffer.byteLength(content) + TOKENS_PER_MESSAGE,
      TOKENS_PER_MESSAGE + SCHEMA_TOKENS,
    ),
    output: maxTokens,
  });
