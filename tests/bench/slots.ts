/** Benchmark f: taking a day's slot with one guarded statement, compared with locking, counting, and inserting. */
import { openDatabase } from '#server/platform/database.ts';
import { ensurePromotionCounts, takeSlot } from '#server/promotions/slots.ts';
import { type BenchTarget, formatRate, measureAlternately, type Row } from './harness.ts';

const CONCURRENCY = 16;
const TRIES = 400;

export async function measure({ databaseUrl }: BenchTarget): Promise<Row[]> {
  const { db, pool } = openDatabase(databaseUrl, { connections: CONCURRENCY });
  await ensurePromotionCounts({ db, from: '2027-01-01', days: 2 });
  await db.$executeRaw`update newsletter_promotion_counts set capacity = 1000000 where newsletter_date >= '2027-01-01'`;
  await db.$executeRaw`create table bench_slots (date date, category_id int)`;
  await db.$executeRaw`create index on bench_slots (date, category_id)`;
  const attempts = (date: string, attempt: (date: string, category_id: number) => Promise<unknown>) => async () => {
    const startedAt = performance.now();
    const client = async () => {
      for (let n = 0; n < TRIES / CONCURRENCY; n += 1) await attempt(date, 1 + (n % 3));
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, client));
    return (TRIES * 1000) / (performance.now() - startedAt);
  };
  const [counted, guarded] = await measureAlternately(
    attempts('2027-01-01', (date, category_id) =>
      db.$transaction(async (tx) => {
        await tx.$queryRaw`select id from categories where id = ${category_id} for update`;
        const [row] = await tx.$queryRaw<{ used: number }[]>`
          select count(*)::int as used from bench_slots where date = ${date}::date and category_id = ${category_id}`;
        if (row!.used < 1_000_000) await tx.$executeRaw`insert into bench_slots values (${date}::date, ${category_id})`;
      }),
    ),
    attempts('2027-01-02', (date, category_id) => takeSlot(db, { date, category_id })),
  );
  await db.$executeRaw`drop table bench_slots`;
  await db.$disconnect();
  if (!pool.ended) await pool.end();
  return [
    {
      id: 'f',
      description: 'slot of a day and category taken, against lock, count, and insert',
      control: formatRate(counted),
      result: formatRate(guarded),
      ratio: guarded / counted,
      goal: '≥ 3 ×',
      isMet: guarded >= 3 * counted,
    },
  ];
}
