/** Benchmark f: taking a day's slot with one guarded statement, compared with locking, counting, and inserting. */
import { openDatabase } from '#server/platform/database.ts';
import { ensurePromotionCounts, takeSlot } from '#server/promotions/slots.ts';
import { type BenchTarget, inTurns, perSecond, type Row } from './harness.ts';

const AT_ONCE = 16;
const TRIES = 400;

export async function measure({ databaseUrl }: BenchTarget): Promise<Row[]> {
  const { db, pool } = openDatabase(databaseUrl, { connections: AT_ONCE });
  await ensurePromotionCounts({ db, from: '2027-01-01', days: 2 });
  await db.$executeRaw`update newsletter_promotion_counts set capacity = 1000000 where newsletter_date >= '2027-01-01'`;
  await db.$executeRaw`create table bench_places (date date, category_id int)`;
  await db.$executeRaw`create index on bench_places (date, category_id)`;
  const attempts = (date: string, attempt: (date: string, category_id: number) => Promise<unknown>) => async () => {
    const began = performance.now();
    const client = async () => {
      for (let n = 0; n < TRIES / AT_ONCE; n += 1) await attempt(date, 1 + (n % 3));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    return (TRIES * 1000) / (performance.now() - began);
  };
  const [counted, guarded] = await inTurns(
    attempts('2027-01-01', (date, category_id) =>
      db.$transaction(async (tx) => {
        await tx.$queryRaw`select id from categories where id = ${category_id} for update`;
        const [row] = await tx.$queryRaw<{ taken: number }[]>`
          select count(*)::int as taken from bench_places where date = ${date}::date and category_id = ${category_id}`;
        if (row!.taken < 1_000_000)
          await tx.$executeRaw`insert into bench_places values (${date}::date, ${category_id})`;
      }),
    ),
    attempts('2027-01-02', (date, category_id) => takeSlot(db, { date, category_id })),
  );
  await db.$executeRaw`drop table bench_places`;
  await db.$disconnect();
  if (!pool.ended) await pool.end();
  return [
    {
      id: 'f',
      what: 'place of a day and category taken, against lock, count, insert',
      control: perSecond(counted),
      ours: perSecond(guarded),
      ratio: guarded / counted,
      goal: '≥ 3 ×',
      met: guarded >= 3 * counted,
    },
  ];
}
