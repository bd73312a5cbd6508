/** Benchmarks b1 and b2: an uncached page of books, and a cached one. */
import { type BenchTarget, inTurns, perSecond, type Row, rate } from './harness.ts';

/**
 * Number of pages: more than the cache holds, so that each is evicted before it repeats. A round continues where the
 * last one ended.
 */
const PAGES = 3_000;
let requested = 0;
const nextPage = () => 1 + (requested++ % PAGES);

export async function measure({ product, controls }: BenchTarget): Promise<Row[]> {
  const [bare, rendered] = await inTurns(
    () => rate(() => `${controls}/page?page=${nextPage()}`),
    () => rate(() => `${product}/books?page=${nextPage()}`),
  );
  const [bytes, cached] = await inTurns(
    () => rate(() => `${controls}/fixed`),
    () => rate(() => `${product}/books`),
  );
  return [
    {
      id: 'b1',
      what: 'page of 20 books rendered from scratch, against Prisma and renderToString of the bare cards',
      control: perSecond(bare),
      ours: perSecond(rendered),
      ratio: rendered / bare,
      goal: '≥ 15 ×',
      met: rendered >= 15 * bare,
    },
    {
      id: 'b2',
      what: 'the same page cached, against node:http with 30 kB of fixed bytes',
      control: perSecond(bytes),
      ours: perSecond(cached),
      ratio: cached / bytes,
      goal: '≥ 0.5 ×',
      met: cached >= 0.5 * bytes,
    },
  ];
}
