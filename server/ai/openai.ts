/** Client of the AI model; the only module that loads the openai package. */
import { createRequire } from 'node:module';
import type OpenAI from 'openai';
import type { APIConnectionError, APIError } from 'openai';
import type { Config } from '#server/platform/config.ts';
import type { AiModel } from '#server/platform/deps.ts';
import type { Log } from '#server/platform/log.ts';
import { lazy } from '#server/platform/memoize.ts';
import { knownModel, priceOf } from './price.ts';

/** Loads the package on the first call to the model. */
const openai = (): typeof OpenAI => require('openai');
const require = createRequire(import.meta.url);

export const isApiError = (error: unknown): error is APIError => error instanceof openai().APIError;
export const isConnectionError = (error: unknown): error is APIConnectionError =>
  error instanceof openai().APIConnectionError;

const TIMEOUT_MS = 30_000;
const PUBLIC_API = 'https://api.openai.com/v1';

/** Creates the model, or returns null if there is no key. */
export function createAiModel(config: Config, log: Log): AiModel | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL, OPENAI_MODEL: name } = config;
  if (!apiKey) return null;
  const { isAssumed, ...price } = priceOf(name, {
    input: config.OPENAI_INPUT_CENTS_PER_MILLION,
    output: config.OPENAI_OUTPUT_CENTS_PER_MILLION,
  });
  if (isAssumed) log.warn({ model: name, ...price }, 'AI model without a price: a safe maximum is assumed');
  const effort = config.OPENAI_REASONING_EFFORT ?? (knownModel(name).effort as AiModel['effort']) ?? 'default';
  // Set explicitly even where null, because the package reads omitted options from the environment.
  const client = lazy(
    () =>
      new (openai())({
        apiKey,
        baseURL: OPENAI_BASE_URL ?? PUBLIC_API,
        organization: null,
        project: null,
        // A retry would be paid from a reservation made for one call.
        maxRetries: 0,
        logLevel: 'off',
      }),
  );
  return {
    name,
    price,
    effort: effort === 'default' ? null : effort,
    reasoningTokens: config.OPENAI_REASONING_TOKENS,
    moderationModel: config.OPENAI_MODERATION_MODEL === 'off' ? null : config.OPENAI_MODERATION_MODEL,
    timeoutMs: TIMEOUT_MS,
    get openai() {
      return client();
    },
  };
}
