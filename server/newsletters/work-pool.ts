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
export function workPool<T, R>(width: number, work: (item: T) => Promise<R>): WorkPool<T, R> {
  const waiting: T[] = [];
  const finished: R[] = [];
  let underWay = 0;
  let looked = () => {};

  const begin = () => {
    while (underWay < width && waiting.length) void run(waiting.shift()!);
  };
  const run = async (item: T) => {
    underWay++;
    finished.push(await work(item));
    underWay--;
    begin();
    looked();
  };
  return {
    add: (items) => {
      waiting.push(...items);
      begin();
    },
    drainResults: () => finished.splice(0),
    drainPending: () => waiting.splice(0),
    size: () => waiting.length + underWay + finished.length,
    isIdle: () => underWay === 0 && waiting.length === 0,
    waitFor: (enough) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, MAX_WAIT_MS);
        looked = () => {
          if (finished.length >= enough || underWay === 0) done();
        };
        looked();
        function done() {
          clearTimeout(timer);
          looked = () => {};
          resolve();
        }
      }),
  };
}
