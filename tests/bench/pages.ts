/** Benchmarks b1 and b2: an uncached page of books, and a cached one. */
import { type BenchTarget, inTurns, perSecond, type Row, rate } from './harness.ts';

/**
 * More pages than the cache holds, so that none repeats before it is evicted: rounds continue where the last one ended.
 */
const PAGES = 3_000;
let asked = 0;
const anew = () => 1 + (asked++ % PAGES);

export async function measure({ product, controls }: BenchTarget): Promise<Row[]> {
  const [bare, made] = await inTurns(
    () => rate(() => `${controls}/page?page=${anew()}`),
    () => rate(() => `${product}/books?page=${anew()}`),
  );
  const [bytes, kept] = await inTurns(
    () => rate(() => `${controls}/kept`),
    () => rate(() => `${product}/books`),
  );
  return [
    {
      id: 'b1',
      what: 'page of 20 books rendered from scratch, against Prisma and renderToString of the bare cards',
      control: perSecond(bare),
      ours: perSecond(made),
      ratio: made / bare,
      goal: '≥ 15 ×',
      met: made >= 15 * bare,
    },
    {
      id: 'b2',
      what: 'the same page kept, against node:http with 30 kB of fixed bytes',
      control: perSecond(bytes),
      ours: perSecond(kept),
      ratio: kept / bytes,
      goal: '≥ 0.5 ×',
      met: kept >= 0.5 * bytes,
    },
  ];
}
