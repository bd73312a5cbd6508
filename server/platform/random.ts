/** Pseudo-random numbers that repeat for the same seed, for demo data, fuzzing, and suggestions; never for secrets. */
export type Random = ReturnType<typeof seededRandom>;

/** mulberry32: 32 bits of state, uniform enough for picking. */
export function seededRandom(seed: number) {
  let state = seed;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1));
  const pick = <T>(list: readonly T[]) => list[between(0, list.length - 1)]!;
  return {
    /** 0 ≤ x < 1 */
    fraction,
    /** An integer, both ends included. */
    between,
    chance: (probability: number) => fraction() < probability,
    pick,
    /** Draws `count` different members, favoring heavier ones. */
    draw: <T>(list: readonly T[], count: number, weight: (item: T) => number) =>
      list
        .map((item) => ({ item, key: fraction() ** (1 / weight(item)) }))
        .sort((a, b) => b.key - a.key)
        .slice(0, count)
        .map(({ item }) => item),
    shuffle: <T>(list: readonly T[]) =>
      list
        .map((item) => ({ item, key: fraction() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}
