/** Client of the AI model; the only module that imports the openai package. */
import { createRequire } from 'node:module';
import type OpenAI from 'openai';
import type { APIConnectionError, APIError } from 'openai';
import type { Config } from '#server/platform/config.ts';
import type { AiModel } from '#server/platform/deps.ts';
import { lazy } from '#server/platform/memoize.ts';
import { priceOf } from './price.ts';

/** Loaded on the first call to the model. */
const openai = (): typeof OpenAI => require('openai');
const require = createRequire(import.meta.url);

export const isApiError = (error: unknown): error is APIError => error instanceof openai().APIError;
export const isConnectionError = (error: unknown): error is APIConnectionError =>
  error instanceof openai().APIConnectionError;

const TIMEOUT_MS = 30_000;
const PUBLIC_API = 'https://api.openai.com/v1';

/** Null without a key; the offline generator then answers. */
export function createAiModel(config: Config): AiModel | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL, OPENAI_MODEL: name } = config;
  if (!apiKey) return null;
  const price = priceOf(name, {
    input: config.OPENAI_INPUT_CENTS_PER_MILLION,
    output: config.OPENAI_OUTPUT_CENTS_PER_MILLION,
  });
  // Options omitted here would be read from the environment by the package.
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
    timeoutMs: TIMEOUT_MS,
    get openai() {
      return client();
    },
  };
}
