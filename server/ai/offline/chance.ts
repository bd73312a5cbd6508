import { createHash } from 'node:crypto';
import { seededRandom } from '#server/platform/random.ts';

/** Deterministic random choices, seeded by the question. */
export type Chance = {
  /** 0 ≤ number < sides. */
  below(sides: number): number;
  one<T>(from: readonly T[]): T;
  /** Up to `count` different members. */
  some<T>(from: readonly T[], count: number): T[];
  /** Picks a member that the neighboring options of the same answer don't get. */
  deal<T>(from: readonly T[]): T;
};

/** Random source for option `at` of the answer to `question`; `attempt` counts rejected earlier tries. */
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
