/** Times of repeated work, for the load tests. */

export async function measure(work: () => Promise<unknown>, runs: number): Promise<number[]> {
  const times: number[] = [];
  // The first run isn't timed, because it also loads code and makes the database's query plans.
  for (let run = 0; run <= runs; run++) {
    const startedAt = performance.now();
    await work();
    if (run) times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b);
}

export const formatTimes = (times: readonly number[]) => {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!.toFixed(1);
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms`;
};
