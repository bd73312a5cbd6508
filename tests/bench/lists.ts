/** Benchmarks a1 and a3 (docs/performance.md): the list of all books, 20 a page, and a page far from its start. */
import { type BenchTarget, formatRate, measureAlternately, measureRate, type Row } from './harness.ts';

export async function measure({ product, controls }: BenchTarget): Promise<Row[]> {
  const list = `${product}/api/v1/books?public=true`;
  const [bare, result] = await measureAlternately(
    () => measureRate(() => `${controls}/books`),
    () => measureRate(() => list),
  );
  const [first, far] = await measureAlternately(
    () => measureRate(() => list),
    () => measureRate(() => `${list}&page=1000`),
  );
  return [
    {
      id: 'a1',
      description: 'list of 20 with total, fresh, against Express and Prisma with include',
      control: formatRate(bare),
      result: formatRate(result),
      ratio: result / bare,
      goal: '≥ 10 ×',
      isMet: result >= 10 * bare,
    },
    {
      id: 'a3',
      description: 'page 1000 of the list, against page 1 (time per page)',
      control: formatRate(first),
      result: formatRate(far),
      ratio: first / far,
      goal: '≤ 1.5 ×',
      isMet: first <= 1.5 * far,
    },
  ];
}
