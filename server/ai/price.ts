/** Call prices in US cents, rounded up to millionths of a cent, which the database adds exactly. */

/** US cents per million tokens. */
export type Price = { input: number; output: number };

/** List prices of the provider. Prices of other models, and changed prices, come from the configuration. */
const LIST_PRICES: Record<string, Price> = {
  'gpt-4.1': { input: 200, output: 800 },
  'gpt-4.1-mini': { input: 40, output: 160 },
  'gpt-4.1-nano': { input: 10, output: 40 },
  'gpt-4o': { input: 250, output: 1000 },
  'gpt-4o-mini': { input: 15, output: 60 },
};

/** Throws, with a message for the operator, if the model's price is unknown. */
export function priceOf(model: string, configured: { input?: number | undefined; output?: number | undefined }): Price {
  const input = configured.input ?? LIST_PRICES[model]?.input;
  const output = configured.output ?? LIST_PRICES[model]?.output;
  if (input !== undefined && output !== undefined) return { input, output };
  throw new Error(
    `Deckle cannot start:\n  OPENAI_MODEL: the price of ${model} is unknown. Set OPENAI_INPUT_CENTS_PER_MILLION and OPENAI_OUTPUT_CENTS_PER_MILLION.`,
  );
}

export const costCents = (price: Price, tokens: { input: number; output: number }) =>
  Math.ceil(tokens.input * price.input + tokens.output * price.output) / 1_000_000;

/** Overhead added to each message, and once for the start of the answer. */
const TOKENS_PER_MESSAGE = 16;

/** Upper bound of a call's cost: no token is shorter than a byte. */
export const mostCents = (price: Price, messages: readonly { content: string }[], maxTokens: number) =>
  costCents(price, {
    input: messages.reduce(
      (sum, { content }) => sum + Buffer.byteLength(content) + TOKENS_PER_MESSAGE,
      TOKENS_PER_MESSAGE,
    ),
    output: maxTokens,
  });
