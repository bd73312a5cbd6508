/**
 * Idempotency keys as Stripe defines them: the first status and body are saved once execution has begun and given again,
 * also a 500; the same key with other parameters is refused; while the first request runs, the second gets 409.
 * Keys are forgotten after 24 hours, and then the same key executes anew.
 */
import { keyInUse, keyUsedForOtherEndpoint, keyUsedForOtherParams, refused } from './errors.ts';
import { sha256 } from './ids.ts';
import type { Plain } from './objects.ts';
import type { SavedAnswer, State } from './state.ts';

const KEPT_SECONDS = 24 * 3600;

type Asked = { key: string | null; path: string; fingerprint: string };

export type Idempotency = {
  /** The saved answer, or undefined when the request is to be executed; then the key is in flight until `leave`. */
  enter(asked: Asked): SavedAnswer | undefined;
  leave(asked: Asked): void;
};

export function createIdempotency(state: State, now: () => Date): Idempotency {
  const inFlight = new Set<string>();
  return {
    enter: ({ key, path, fingerprint }) => {
      if (key === null) return undefined;
      if (key.length > 255) throw refused('Idempotency keys can be up to 255 characters long.');
      const saved = state.find('answers', key);
      if (saved && saved.saved_at + KEPT_SECONDS > now().getTime() / 1000) {
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

/** Equal for equal parameters in any order; made from the parameters without card data, so that no number can be guessed from it. */
export const fingerprintOfParams = (params: Plain) => sha256(JSON.stringify(sorted(params)));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, inner]) => [name, sorted(inner)]);
}
