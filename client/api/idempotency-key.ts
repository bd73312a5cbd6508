import { useState } from 'react';
import { RESPONSE_LOST } from '#shared/idempotency.ts';
import { ApiError } from './api-error.ts';

/** Unlike randomUUID, getRandomValues also works without HTTPS. */
export const createIdempotencyKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** True if a request's key can't be used anymore: the request has had an effect, but its response is lost. */
export const isResponseLost = (error: unknown) => error instanceof ApiError && error.body?.code === RESPONSE_LOST;

/**
 * Returns a function that sends an input with a key. Sending the same input again repeats the key, because the response
 * may have been lost. After a success or a 422, the input gets a new key: the server may have stored the refusal. If
 * the server has lost the response, the key stays, so that pressing again can't refund twice.
 */
export function createIdempotencyKeys() {
  const keys = new Map<string, string>();
  return async <T>(input: unknown, send: (key: string) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(input);
    const key = keys.get(text) ?? createIdempotencyKey();
    keys.set(text, key);
    try {
      const result = await send(key);
      keys.clear();
      return result;
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) keys.delete(text);
      throw error;
    }
  };
}

export const useIdempotencyKeys = () => useState(createIdempotencyKeys)[0];
