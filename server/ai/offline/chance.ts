import { createHash } from 'node:crypto';
import { seededRandom } from '#server/platform/random.ts';

/** Chance that is the same for the same beginnings. */
export type Chance = {
  /** 0 ≤ number < sides. */
  below(sides: number): number;
  one<T>(from: readonly T[]): T;
  /** Several, each at most once. */
  some<T>(from: readonly T[], count: number): T[];
  /** Picks a member that the neighboring options of the same answer don't get. */
  deal<T>(from: readonly T[]): T;
};

/** For the option at `at` of the answer to `question`; `attempt` after others did not do. */
export function chanceOf(question: unknown, at = 0, attempt = 0): Chance {
  const { between, pick, shuffle } = randomOf([question, at, attempt]);
  return {
    below: (sides) => between(0, sides - 1),
    one: pick,
    some: (from, count) => shuffle(from).slice(0, count),
    deal: (from) => randomOf([question, from]).shuffle(from)[(at + attempt) % from.length]!,
  };
}

/** Seeded by a hash, so that similar questions get different numbers. */
const randomOf = (seeds: readonly unknown[]) =>
  seededRandom(createHash('sha256').update(JSON.stringify(seeds)).digest().readInt32LE());
