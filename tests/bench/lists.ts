/**
 * Benchmarks a1 to a3 (docs/performance.md): a public list of twenty of all books against two controls, and a page far
 * from its start.
 */
import { type BenchTarget, inTurns, perSecond, type Row, rate } from './harness.ts';

export async function measure({ product, controls }: BenchTarget): Promise<Row[]> {
  const list = `${product}/api/v1/books?public=true`;
  const [bare, ours] = await inTurns(
    () => rate(() => `${controls}/books`),
    () => rate(() => list),
  );
  const [hello, again] = await inTurns(
    () => rate(() => `${controls}/hello`),
    () => rate(() => list),
  );
  const [first, far] = await inTurns(
    () => rate(() => list),
    () => rate(() => `${list}&page=1000`),
  );
  return [
    {
      id: 'a1',
      what: 'list of 20 with total, fresh, against Express and Prisma with include',
      control: perSecond(bare),
      ours: perSecond(ours),
      ratio: ours / bare,
      goal: '≥ 10 ×',
      met: ours >= 10 * bare,
    },
    {
      id: 'a2',
      what: 'the same list repeated, against Express sending “hello” (the list isn’t cached)',
      control: perSecond(hello),
      ours: perSecond(again),
      ratio: again / hello,
      goal: '≥ 0.8 ×',
      met: again >= 0.8 * hello,
    },
    {
      id: 'a3',
      what: 'page 1000 of the list, against page 1 (time per page)',
      control: perSecond(first),
      ours: perSecond(far),
      ratio: first / far,
      goal: '≤ 1.5 ×',
      met: first <= 1.5 * far,
    },
  ];
}
