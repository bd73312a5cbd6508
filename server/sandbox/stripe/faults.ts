/** Injected failures, to test callers against every way in which a call may end. */

/**
 * - `timeout_before`, `reset_before`, `error_409`, `rate_limit_429`, `status_500_before`: nothing is executed or saved.
 * - `delay`: the key is taken, then it waits `delayMs` (or until `clear()`) and continues normally.
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

/** `take` finds a request's fault; `wait` runs a delay. */
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
      for (const goOn of waiting) goOn();
    },
    list: () => faults.map((fault) => ({ ...fault })),
    take: (method, path) => {
      const found = faults.find((fault) => fault.hits < fault.times && fits(fault.match, method, path));
      if (found) found.hits += 1;
      return found;
    },
    wait: ({ delayMs }) =>
      new Promise((resolve) => {
        const timer = delayMs === undefined ? undefined : setTimeout(goOn, delayMs);
        if (timer) timers.add(timer);
        function goOn() {
          clearTimeout(timer);
          waiting.delete(goOn);
          resolve();
        }
        waiting.add(goOn);
      }),
    abandon: () => {
      for (const timer of timers) clearTimeout(timer);
      waiting.clear();
    },
  };
}

function fits({ method, path: wanted }: Fault['match'], actual: string, path: string) {
  if (method && method.toUpperCase() !== actual) return false;
  if (wanted instanceof RegExp) return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(path);
  return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
}
