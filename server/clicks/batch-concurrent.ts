/**
 * Batches concurrent calls, for work that costs almost the same for many items as for one. The first item starts right
 * away; items that arrive while a batch is running form the next one. `work` returns a result for each item, in order;
 * if it fails, all items of the batch fail.
 */
export function batchConcurrent<T, R>(work: (batch: readonly T[]) => Promise<readonly R[]>, maxBatch: number) {
  const pending: { item: T; resolve: (result: R) => void; reject: (reason: unknown) => void }[] = [];
  let isRunning = false;

  const runPending = async () => {
    isRunning = true;
    while (pending.length) {
      const batch = pending.splice(0, maxBatch);
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  };

  return (item: T): Promise<R> =>
    new Promise((resolve, reject) => {
      pending.push({ item, resolve, reject });
      if (!isRunning) void runPending();
    });
}
