/**
 * Idempotency keys as Stripe defines them: the first status and body after execution has started are saved, even a 500,
 * and returned again. The same key with other parameters is refused. While the first request is running, a second one
 * gets 409. A key expires after 24 hours and can then execute again.
 */
import { invalidRequest, keyInUse, keyUsedForOtherEndpoint, keyUsedForOtherParams } from './errors.ts';
import { sha256Hex } from './ids.ts';
import type { Plain } from './objects.ts';
import type { SavedResponse, State } from './state.ts';

const STORED_SECONDS = 24 * 3600;

type KeyedRequest = { key: string | null; path: string; fingerprint: string };

export type Idempotency = {
  /** Returns the saved response, or undefined if the request must be executed; its key is then in use until `leave`. */
  enter(request: KeyedRequest): SavedResponse | undefined;
  leave(request: KeyedRequest): void;
};

export function createIdempotency(state: State, now: () => Date): Idempotency {
  const inFlight = new Set<string>();
  return {
    enter: ({ key, path, fingerprint }) => {
      if (key === null) return undefined;
      if (key.length > 255) throw invalidRequest('Idempotency keys can be up to 255 characters long.');
      const saved = state.find('answers', key);
      if (saved && saved.saved_at + STORED_SECONDS > now().getTime() / 1000) {
        if (saved.path !== path) throw keyUsedForOtherEndpoint(key, saved.path, path);
        if (saved.fingerprint !== fingerprint) throw keyUsedForOtherParams(key);
        return saved;
      }
      if (inFlight.has(key)) throw keyInUse(key);
      inFlight.add(key);
      return undefined;
    },
    leave: ({ key }) => {
      if (key !== null) inFlight.delete(key);
    },
  };
}

/** Hash of the parameters, whatever their order. They must be masked, so that no card number can be guessed from it. */
export const fingerprintOfParams = (params: Plain) => sha256Hex(JSON.stringify(sortKeys(params)));

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, inner]) => [name, sortKeys(inner)]);
}
