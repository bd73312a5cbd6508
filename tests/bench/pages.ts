/** Benchmarks b1 and b2: an uncached page of books, and a cached one. */
import { type BenchTarget, formatRate, measureAlternately, measureRate, type Row } from './harness.ts';

/**
 * Number of pages: more than the cache holds, so that each is evicted before it repeats. A round continues where the
 * last one ended.
 */
const PAGES = 3_000;
let requested = 0;
const nextPage = () => 1 + (requested++ % PAGES);

export async function measure({ product, controls }: BenchTarget): Promise<Row[]> {
  const [bare, rendered] = await measureAlternately(
    () => measureRate(() => `${controls}/page?page=${nextPage()}`),
    () => measureRate(() => `${product}/books?page=${nextPage()}`),
  );
  const [bytes, cached] = await measureAlternately(
    () => measureRate(() => `${controls}/fixed`),
    () => measureRate(() => `${product}/books`),
  );
  return [
    {
      id: 'b1',
      description: 'page of 20 books rendered from scratch, against Prisma and renderToString of the bare cards',
      control: formatRate(bare),
      result: formatRate(rendered),
      ratio: rendered / bare,
      goal: '≥ 15 ×',
      isMet: rendered >= 15 * bare,
    },
    {
      id: 'b2',
      description: 'the same page cached, against node:http with 30 kB of fixed bytes',
      control: formatRate(bytes),
      result: formatRate(cached),
      ratio: cached / bytes,
      goal: '≥ 0.5 ×',
      isMet: cached >= 0.5 * bytes,
    },
  ];
}
