/** Injected failures and delays of requests. */

/**
 * - `timeout_before`, `reset_before`, `error_409`, `rate_limit_429`, `status_500_before`: nothing is executed or saved.
 * - `delay`: the key is in use while the request waits `delayMs` (or until `clear()`); then it continues normally.
 * - `timeout_after`, `reset_after`: executed and saved for the key, but the response never arrives.
 * - `status_500`: executed with its effects, but a 500 is returned and saved for the key.
 * - `status_500_undone`: execution started without effect; the 500 is saved for the key.
 */
type FaultKind =
  | 'timeout_before'
  | 'timeout_after'
  | 'reset_before'
  | 'reset_after'
  | 'status_500'
  | 'status_500_before'
  | 'status_500_undone'
  | 'error_409'
  | 'rate_limit_429'
  | 'delay';

export type Fault = {
  /** A string path must match exactly, or as a prefix if it ends in `*`. */
  match: { method?: string; path: RegExp | string };
  kind: FaultKind;
  /** Number of requests it affects; defaults to 1. */
  times?: number;
  delayMs?: number;
};

type ListedFault = Fault & { times: number; hits: number };

export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  list(): ListedFault[];
};

/** `take` finds a request's fault and counts the hit; `wait` runs a delay. */
export type FaultController = Faults & {
  take(method: string, path: string): Fault | undefined;
  wait(fault: Fault): Promise<void>;
  /** Drops delayed requests without executing them. */
  abandon(): void;
};

export function createFaults(): FaultController {
  let faults: ListedFault[] = [];
  const waiting = new Set<() => void>();
  const timers = new Set<NodeJS.Timeout>();
  return {
    add: (fault) => {
      faults.push({ ...fault, times: fault.times ?? 1, hits: 0 });
    },
    clear: () => {
      faults = [];
      for (const resume of waiting) resume();
    },
    list: () => faults.map((fault) => ({ ...fault })),
    take: (method, path) => {
      const fault = faults.find(({ hits, times, match }) => hits < times && matches(match, method, path));
      if (fault) fault.hits += 1;
      return fault;
    },
    wait: ({ delayMs }) =>
      new Promise((resolve) => {
        const timer = delayMs === undefined ? undefined : setTimeout(resume, delayMs);
        if (timer) timers.add(timer);
        function resume() {
          clearTimeout(timer);
          waiting.delete(resume);
          resolve();
        }
        waiting.add(resume);
      }),
    abandon: () => {
      for (const timer of timers) clearTimeout(timer);
      waiting.clear();
    },
  };
}

function matches(match: Fault['match'], method: string, path: string) {
  if (match.method && match.method.toUpperCase() !== method) return false;
  const pattern = match.path;
  if (pattern instanceof RegExp) return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(path);
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
