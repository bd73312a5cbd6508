/** Runs tasks with bounded concurrency and collects their results until the caller takes them. */
export type WorkPool<T, R> = {
  add(items: readonly T[]): void;
  /** Returns each result once. */
  drainResults(): R[];
  /** Removes and returns tasks that haven't started. */
  drainPending(): T[];
  /** Number of tasks whose result hasn't been taken. */
  size(): number;
  isIdle(): boolean;
  /** Resolves when this many results are ready or nothing is running, after a second at the latest. */
  waitFor(enough: number): Promise<void>;
};

const MAX_WAIT_MS = 1_000;

/** `work` must not throw. */
export function createWorkPool<T, R>(concurrency: number, work: (item: T) => Promise<R>): WorkPool<T, R> {
  const pending: T[] = [];
  const finished: R[] = [];
  let running = 0;
  let notify = () => {};

  const begin = () => {
    while (running < concurrency && pending.length) void run(pending.shift()!);
  };
  const run = async (item: T) => {
    running++;
    finished.push(await work(item));
    running--;
    begin();
    notify();
  };
  return {
    add: (items) => {
      pending.push(...items);
      begin();
    },
    drainResults: () => finished.splice(0),
    drainPending: () => pending.splice(0),
    size: () => pending.length + running + finished.length,
    isIdle: () => running === 0 && pending.length === 0,
    waitFor: (enough) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, MAX_WAIT_MS);
        notify = () => {
          if (finished.length >= enough || running === 0) done();
        };
        notify();
        function done() {
          clearTimeout(timer);
          notify = () => {};
          resolve();
        }
      }),
  };
}
