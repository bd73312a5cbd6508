/** Chance that can be repeated: the same seed, the same throws. */
export type Dice = {
  chance(share: number): boolean;
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
};

/** mulberry32: small, and even enough for picking. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return { chance: (share) => next() < share, between, pick: (from) => from[between(0, from.length - 1)]! };
}
