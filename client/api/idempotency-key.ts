import { useState } from 'react';
import { ApiError } from './api-error.ts';

/** Unlike randomUUID, random values exist without HTTPS, too. */
export const createIdempotencyKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * Returns a function that sends an input with a key. Until one succeeds, the same input repeats its key, because the
 * response may have been lost. After a 422 it gets a new one, because the server may have stored the refusal.
 */
export function useIdempotencyKeys() {
  const [keys] = useState(() => new Map<string, string>());
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
