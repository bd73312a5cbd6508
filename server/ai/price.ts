/** Costs of calls in US cents: whole millionths of a cent, rounded up. The database adds them exactly. */

/** US cents per million tokens. */
export type Price = { input: number; output: number };

/** The makers' list prices. For other models, and where they have changed, they are configured. */
const LIST_PRICES: Record<string, Price> = {
  'gpt-4.1': { input: 200, output: 800 },
  'gpt-4.1-mini': { input: 40, output: 160 },
  'gpt-4.1-nano': { input: 10, output: 40 },
  'gpt-4o': { input: 250, output: 1000 },
  'gpt-4o-mini': { input: 15, output: 60 },
};

/** Throws, in words for whoever starts the server, when it is not known what the model costs. */
export function priceOf(model: string, configured: { input?: number | undefined; output?: number | undefined }): Price {
  const input = configured.input ?? LIST_PRICES[model]?.input;
  const output = configured.output ?? LIST_PRICES[model]?.output;
  if (input !== undefined && output !== undefined) return { input, output };
  throw new Error(
    `Deckle cannot start:\n  OPENAI_MODEL: what ${model} costs is not known. Set OPENAI_INPUT_CENTS_PER_MILLION and OPENAI_OUTPUT_CENTS_PER_MILLION.`,
  );
}

export const costCents = (price: Price, tokens: { input: number; output: number }) =>
  Math.ceil(tokens.input * price.input + tokens.output * price.output) / 1_000_000;

/** Around the text of each message, and once for the answer's beginning. */
const TOKENS_PER_MESSAGE = 16;

/** The most that a call can cost: no token is shorter than a byte. */
export const mostCents = (price: Price, messages: readonly { content: string }[], maxTokens: number) =>
  costCents(price, {
    input: messages.reduce(
      (sum, { content }) => sum + Buffer.byteLength(content) + TOKENS_PER_MESSAGE,
      TOKENS_PER_MESSAGE,
    ),
    output: maxTokens,
  });
