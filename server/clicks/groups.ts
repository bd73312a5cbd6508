/**
 * Work that costs almost the same for many as for one: whoever comes while a group is at work waits for the next one. Who
 * comes alone does not wait. `work` answers one by one, in the order it was asked; if it fails, it fails for its group.
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
