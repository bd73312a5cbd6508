import { createHash } from 'node:crypto';

/** Chance that is the same for the same beginnings. */
export type Chance = {
  /** 0 ≤ number < sides. */
  below(sides: number): number;
  one<T>(from: readonly T[]): T;
  /** Several, each at most once. */
  some<T>(from: readonly T[], count: number): T[];
  /** One that the neighbours in the same answer do not get. */
  deal<T>(from: readonly T[]): T;
};

/** For the option at `at` of the answer to `question`; `attempt` after others did not do. */
export function chanceOf(question: unknown, at = 0, attempt = 0): Chance {
  const own = countOn([question, at, attempt]);
  const deal = <T>(from: readonly T[]) =>
    countOn([question, from]).some(from, from.length)[(at + attempt) % from.length]!;
  return { ...own, deal };
}

/** The small fast counter "sfc32", begun from a hash, so that near seeds are far apart. */
function countOn(beginnings: readonly unknown[]): Omit<Chance, 'deal'> {
  const hash = createHash('sha256').update(JSON.stringify(beginnings)).digest();
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => hash.readUInt32LE(at)) as [number, number, number, number];
  const below = (sides: number) => {
    const mixed = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + mixed) | 0;
    return (mixed >>> 0) % sides;
  };
  const one = <T>(from: readonly T[]) => from[below(from.length)]!;
  const some = <T>(from: readonly T[], count: number) => {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]!);
  };
  return { below, one, some };
}
