import { createHash } from 'node:crypto';
import { seededRandom } from '#server/platform/random.ts';

/** Deterministic random choices, seeded by the question. */
export type Chance = {
  /** 0 ≤ number < sides. */
  below(sides: number): number;
  one<T>(from: readonly T[]): T;
  /** Up to `count` different members. */
  some<T>(from: readonly T[], count: number): T[];
  shuffle<T>(from: readonly T[]): T[];
};

/** Random source for the answer to `question`. Seeded by a hash, so that similar questions get different numbers. */
export function chanceOf(question: unknown): Chance {
  const seed = createHash('sha256').update(JSON.stringify(question)).digest().readInt32LE();
  const { between, pick, shuffle } = seededRandom(seed);
  return {
    below: (sides) => between(0, sides - 1),
    one: pick,
    some: (from, count) => shuffle(from).slice(0, count),
    shuffle,
  };
}
