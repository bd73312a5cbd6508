/**
 * Runs the work for each item in order. A failure is reported and doesn't block the others; the first error is thrown
 * at the end, so that the run counts as failed. See docs/decisions/0022-one-failure-never-stops-a-batch.md.
 */
export async function processEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  onError: (error: unknown, item: T) => void,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    await work(item).catch((error) => {
      onError(error, item);
      failures.push(error);
    });
  }
  if (failures.length) throw failures[0];
}
