/**
 * Batches work that costs almost the same for many items as for one. An item that arrives while a batch is running is in the next
 * one; otherwise it starts right away. `work` returns an answer for each item, in order; if it fails, its whole batch fails.
 */
export function inGroups<T, R>(work: (group: readonly T[]) => Promise<readonly R[]>, most: number) {
  const waiting: { one: T; resolve: (answer: R) => void; reject: (reason: unknown) => void }[] = [];
  let isAtWork = false;

  const goOn = async () => {
    isAtWork = true;
    while (waiting.length) {
      const group = waiting.splice(0, most);
      try {
        const answers = await work(group.map(({ one }) => one));
        for (const [index, { resolve }] of group.entries()) resolve(answers[index]!);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isAtWork = false;
  };

  return (one: T): Promise<R> =>
    new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject });
      if (!isAtWork) void goOn();
    });
}
