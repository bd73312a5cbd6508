/** Runs tasks with bounded concurrency and collects their results until the caller takes them. */
export type WorkPool<T, R> = {
  add(items: readonly T[]): void;
  /** Returns each result once. */
  takeFinished(): R[];
  /** Removes and returns tasks that haven't started. */
  takeWaiting(): T[];
  /** Number of tasks whose result hasn't been taken. */
  open(): number;
  isIdle(): boolean;
  /** Resolves when this many results are ready or nothing is running, after a second at the latest. */
  until(enough: number): Promise<void>;
};

const LONGEST_WAIT_MS = 1_000;

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
    takeFinished: () => finished.splice(0),
    takeWaiting: () => waiting.splice(0),
    open: () => waiting.length + underWay + finished.length,
    isIdle: () => underWay === 0 && waiting.length === 0,
    until: (enough) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, LONGEST_WAIT_MS);
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
