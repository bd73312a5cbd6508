/** Failures on demand, so that callers can be tried against every way in which a call may end. */

/**
 * - `timeout_before`, `reset_before`, `error_409`, `rate_limit_429`, `status_500_before`: nothing is executed, nothing saved.
 * - `delay`: the key is taken, then it waits `delayMs` (without it: until `clear()`), then it goes on as ever.
 * - `timeout_after`, `reset_after`: executed and saved for the key, the answer never arrives.
 * - `status_500`: executed, the effects stand, but a 500 is answered and saved for the key.
 * - `status_500_undone`: execution began and came to nothing; the 500 is saved for the key.
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
  /** A path as text is exact, with `*` at its end a beginning. */
  match: { method?: string; path: RegExp | string };
  kind: FaultKind;
  /** How many requests it hits; 1 when left out. */
  times?: number;
  delayMs?: number;
};

type ListedFault = Fault & { times: number; hits: number };

export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  list(): ListedFault[];
};

/** `take` finds what shall befall a request; `wait` is the delay's. */
export type FaultDesk = Faults & {
  take(method: string, path: string): Fault | undefined;
  wait(fault: Fault): Promise<void>;
  /** Requests that are still delayed are never executed. */
  abandon(): void;
};

export function createFaults(): FaultDesk {
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
