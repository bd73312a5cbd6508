/** A bounded number of things at once, and what came of them until somebody takes it. */
export type WorkPool<T, R> = {
  add(items: readonly T[]): void;
  /** What came of some, each once. */
  takeFinished(): R[];
  /** What was not begun, to be given back. */
  takeWaiting(): T[];
  /** Added, and its result not taken yet. */
  open(): number;
  isIdle(): boolean;
  /** Resolves when so many are finished or nothing is under way, at the latest after a second. */
  until(enough: number): Promise<void>;
};

const LONGEST_WAIT_MS = 1_000;

/** `work` answers for each thing; it must not throw. */
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
