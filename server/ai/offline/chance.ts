import { createHash } from 'node:crypto';
import { seededRandom } from '#server/platform/random.ts';

/** Deterministic random choices, seeded by the input. */
export type Chance = {
  /** 0 ≤ number < sides. */
  below(sides: number): number;
  pick<T>(list: readonly T[]): T;
  /** Up to `count` different members. */
  sample<T>(list: readonly T[], count: number): T[];
  shuffle<T>(list: readonly T[]): T[];
};

/** Random source seeded by a hash of the input, so that similar inputs get different numbers. */
export function seededChance(input: unknown): Chance {
  const seed = createHash('sha256').update(JSON.stringify(input)).digest().readInt32LE();
  const { between, pick, shuffle } = seededRandom(seed);
  return {
    below: (sides) => between(0, sides - 1),
    pick,
    sample: (list, count) => shuffle(list).slice(0, count),
    shuffle,
  };
}
