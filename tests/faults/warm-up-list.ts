/** Helpers for tests of the warm-up: readers of several mailbox providers, their newsletters, and another process. */

import { freezeReaders } from '#server/newsletters/freeze-readers.ts';
import { openDatabase, type Pool } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { runningWarmUp } from '#server/warm-up/days.ts';
import { parseDate } from '#shared/dates.ts';
import { createDeals } from './mail-seed.ts';

export const DOMAINS = {
  gmail: 'gmail.com',
  yahoo: 'yahoo.com',
  microsoft: 'outlook.com',
  apple: 'icloud.com',
  other: 'mail.example.test',
} as const;

/** Inserts confirmed readers of one category: reader-1@gmail.com and so on for each provider. */
export async function insertReaders(
  pool: Pool,
  counts: Partial<Record<keyof typeof DOMAINS, number>>,
  { confirmed_at }: { confirmed_at: Date },
) {
  for (const [provider, count] of Object.entries(counts))
    await pool.query(
      `with inserted as (
         insert into readers (email, status, stores, confirmed_at)
         select 'reader-' || n || '@' || $2, 'active', '{}', $3 from generate_series(1, $1) n returning id)
       insert into reader_categories (reader_id, category_id) select id, 1 from inserted`,
      [count, DOMAINS[provider as keyof typeof DOMAINS], confirmed_at],
    );
  await pool.query('analyze readers, reader_categories');
}

/** Inserts a newsletter with one deal, and freezes its recipients. Returns its id. */
export async function insertFrozenNewsletter(deps: Deps, date: string): Promise<number> {
  const { pool, db, config } = deps;
  const newsletter_date = parseDate(date);
  await db.newsletter.deleteMany({ where: { newsletter_date } });
  const { rows } = await pool.query<{ id: number; name: string; position: number }>(
    'select id, name, position from categories where id = 1',
  );
  const warm_up_id = (await runningWarmUp(db, config))?.id ?? null;
  const { id } = await db.newsletter.create({
    data: { newsletter_date, status: 'freezing', subject: 'Today: “Emma” free', frozen_at: deps.now(), warm_up_id },
  });
  await db.newsletter.update({ where: { id }, data: { snapshot: { deals: createDeals(id, 1, rows) } } });
  await freezeReaders(deps, { id });
  return id;
}

/** Opens the dependencies of another process of the same server, with separate connections. */
export function openAnotherProcess(deps: Deps, databaseUrl: string) {
  const { db, pool } = openDatabase(databaseUrl, { connections: 6 });
  const close = async () => {
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  };
  return { deps: { ...deps, db, pool }, close };
}
