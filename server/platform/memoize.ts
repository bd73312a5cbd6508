/**
 * Memoization, and sharing of running calls, within this process. Bounded memos evict the least recently used result.
 * See docs/decisions/0006-load-packages-at-first-use.md.
 */
import { LRUCache } from 'lru-cache';

type Key = string | number;
/** Excludes null and undefined, which a cache can't distinguish from a missing entry. */
type Result = NonNullable<unknown>;

/** Calls `make` on first use, so that rarely needed things cost neither startup time nor memory. */
export function lazy<T>(make: () => T): () => T {
  let result: { value: T } | null = null;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}

/** Calls `make` once per key. Without `max`, no result is evicted. */
export function memoize<In, Out extends Result>(
  make: (input: In) => Out,
  { key, max }: { key: (input: In) => Key; max?: number },
): (input: In) => Out {
  const results = max ? new LRUCache<Key, Out>({ max }) : new Map<Key, Out>();
  return (input) => {
    const name = key(input);
    const stored = results.get(name);
    if (stored !== undefined) return stored;
    const result = make(input);
    results.set(name, result);
    return result;
  };
}

/** Like `memoize` without `max`, for promises: after a failure, the next caller tries again. */
export function memoizeSuccess<In, Out>(
  make: (input: In) => Promise<Out>,
  { key }: { key: (input: In) => Key },
): (input: In) => Promise<Out> {
  const results = new Map<Key, Promise<Out>>();
  return (input) => {
    const name = key(input);
    const stored = results.get(name);
    if (stored) return stored;
    const result = make(input);
    results.set(name, result);
    result.catch(() => results.delete(name));
    return result;
  };
}

/** Calls `make` once per object. The result is collected with the object. */
export function memoizeByObject<In extends object, Out extends Result>(make: (input: In) => Out): (input: In) => Out {
  const results = new WeakMap<In, Out>();
  return (input) => {
    const stored = results.get(input);
    if (stored !== undefined) return stored;
    const result = make(input);
    results.set(input, result);
    return result;
  };
}

/** Shares the result of a running call with the same key. Nothing is stored. */
export function singleFlight<In, Out>(
  work: (input: In) => Promise<Out>,
  key: (input: In) => Key,
): (input: In) => Promise<Out> {
  const running = new Map<Key, Promise<Out>>();
  return (input) => {
    const name = key(input);
    const shared = running.get(name) ?? work(input).finally(() => running.delete(name));
    running.set(name, shared);
    return shared;
  };
}

/**
 * Like `singleFlight`, for work that must start after the call: calls during a run share the next one with the same
 * key. So no result is older than its call.
 */
export function shareNextRun<In, Out>(
  work: (input: In) => Promise<Out>,
  key: (input: In) => Key,
): (input: In) => Promise<Out> {
  const running = new Map<Key, Promise<Out>>();
  const next = new Map<Key, Promise<Out>>();
  const start = (input: In, name: Key) => {
    const run = work(input).finally(() => running.get(name) === run && running.delete(name));
    running.set(name, run);
    return run;
  };
  return (input) => {
    const name = key(input);
    const current = running.get(name);
    if (!current) return start(input, name);
    const startNext = () => {
      next.delete(name);
      return start(input, name);
    };
    const shared = next.get(name) ?? current.then(startNext, startNext);
    next.set(name, shared);
    return shared;
  };
}

type Lifetime<In, Out> = {
  key: (input: In) => Key;
  max: number;
  ttlMs: number;
  now: () => Date;
  /** Results it rejects aren't stored, and neither are failures. */
  shouldStore?: (result: Out) => boolean;
};

/** Stores each key's result for `ttlMs`, and computes it once for concurrent calls. */
export function memoizeFor<In, Out extends Result>(
  make: (input: In) => Promise<Out>,
  { key, max, ttlMs, now, shouldStore = () => true }: Lifetime<In, Out>,
): ((input: In) => Promise<Out>) & { has(input: In): boolean } {
  const results = new LRUCache<Key, { value: Out; expiresAt: number }>({ max });
  const refresh = singleFlight(async (input: In) => {
    const value = await make(input);
    if (shouldStore(value)) results.set(key(input), { value, expiresAt: now().getTime() + ttlMs });
    return value;
  }, key);
  const findFresh = (input: In) => {
    const entry = results.get(key(input));
    return entry && entry.expiresAt > now().getTime() ? entry : null;
  };
  return Object.assign(async (input: In) => findFresh(input)?.value ?? refresh(input), {
    has: (input: In) => findFresh(input) !== null,
  });
}
