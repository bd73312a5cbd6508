/** The weekly newsletter: deals of the last seven days that still run, ranked by interest. */

import type { Category, Newsletter } from '#prisma';
import { vancouverInstant } from '#server/platform/clock.ts';
import { type Database, inLongTransaction, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { CUTOFF_HOUR, WEEKLY_MINUTE } from '#shared/business.ts';
import { addDays, isWeeklyDate, parseDate, toIsoDate } from '#shared/dates.ts';
import { type FrozenDeal, interestOf } from './assemble.ts';
import { type DealRow, dealOf, dealRows } from './deals.ts';
import { UNDER_WAY } from './queries.ts';

export const WEEKLY_DAYS = 7;

export const closesAt = ({ kind, newsletter_date }: Pick<Newsletter, 'kind' | 'newsletter_date'>) =>
  vancouverInstant(toIsoDate(newsletter_date), CUTOFF_HOUR, kind === 'weekly' ? WEEKLY_MINUTE : 0);

export const isDailyOpen = async ({ db }: Pick<Deps, 'db'>, date: string) =>
  (await db.newsletter.count({ where: { newsletter_date: parseDate(date), kind: 'daily', status: 'draft' } })) > 0;

/**
 * True if weekly readers who asked for list alerts also get this newsletter, with the deals that are on their lists. On
 * Saturdays, they find the day's deals in their weekly newsletter.
 */
export const sendsListAlerts = ({ kind, newsletter_date }: Pick<Newsletter, 'kind' | 'newsletter_date'>) =>
  kind === 'daily' && !isWeeklyDate(toIsoDate(newsletter_date));

/**
 * The week's deals, best first. Each remains attributed to the newsletter it ran in
 * (docs/decisions/0025-weekly-from-daily-editions.md).
 */
export async function weeklyDeals(
  deps: Pick<Deps, 'config'>,
  db: Database | Tx,
  { date, interest_counts }: { date: string; interest_counts: InterestCounts },
): Promise<FrozenDeal[]> {
  const rows = await dealRows(db, runningOn(date));
  const interest = interestIn(rows, { date, interest_counts });
  return rows
    .sort((a, b) => interest.get(b.id)! - interest.get(a.id)! || savingOf(b) - savingOf(a) || a.id - b.id)
    .map((row, index) => ({
      ...dealOf(deps, row),
      newsletter_id: row.newsletter_id!,
      is_top: false,
      position: index + 1,
    }));
}

/**
 * Leaves out promotions of a paused newsletter, which may not have reached anyone yet, and of a held one, which may
 * turn out not to have been sent.
 */
export const runningOn = (date: string) => ({
  promotion_date: { gte: parseDate(addDays(date, 1 - WEEKLY_DAYS)), lte: parseDate(date) },
  deal_ends_on: { gte: parseDate(date) },
  cancelled_at: null,
  unable_to_send_at: null,
  book: { status: 'active' as const },
  newsletter: {
    status: { in: [...UNDER_WAY, 'sent' as const] },
    paused_at: null,
    held_at: null,
  },
});

const savingOf = ({ current_price_cents, sale_price_cents }: DealRow) => current_price_cents - sale_price_cents;

/** Readers who clicked, by promotion, and active readers, by category. */
export type InterestCounts = { clicking_readers: Map<number, number>; readers: Map<number, number> };

/**
 * Counts for the ranking, in a transaction that locks nothing: counting clicks takes longer the more there are, too
 * long for the freeze's transaction or the usual statement timeout.
 */
export const countWeeklyInterest = (db: Database, date: string): Promise<InterestCounts> =>
  inLongTransaction(db, async (tx) => {
    const running = await tx.promotion.findMany({ where: runningOn(date), select: { id: true } });
    const ids = running.map(({ id }) => id);
    return { clicking_readers: await clickingReaders(tx, ids), readers: await readersByCategory(tx) };
  });

/** Interest by promotion. A deal sent minutes ago couldn't be clicked yet, so it gets the usual rate. */
function interestIn(
  rows: readonly DealRow[],
  { date, interest_counts: { clicking_readers, readers } }: { date: string; interest_counts: InterestCounts },
): Map<number, number> {
  return new Map(
    rows.map((row) => {
      const usual_rate = usualRate(row.category, row.price_type);
      const isNew = toIsoDate(row.promotion_date!) === date;
      const known = { clicking_readers: clicking_readers.get(row.id) ?? 0, readers: readers.get(row.category_id) ?? 0 };
      return [row.id, interestOf({ ...(isNew ? { clicking_readers: 0, readers: 0 } : known), usual_rate })];
    }),
  );
}

const usualRate = (category: Category, price_type: DealRow['price_type']) =>
  price_type === 'free' ? category.assumed_free_click_rate : category.assumed_discounted_click_rate;

async function clickingReaders(db: Tx, ids: readonly number[]) {
  const rows = await db.$queryRaw<{ id: number; readers: number }[]>`
    select promotion_id as id, count(distinct reader_id)::int as readers from click_logs
    where promotion_id = any(${[...ids]}::int[]) and source = 'newsletter' and ua_class = 'person'
    group by 1`;
  return new Map(rows.map(({ id, readers }) => [id, readers]));
}

async function readersByCategory(db: Tx) {
  const rows = await db.$queryRaw<{ id: number; readers: number }[]>`
    select category_id as id, sum(readers)::int as readers from reader_counts where category_id <> 0 group by 1`;
  return new Map(rows.map(({ id, readers }) => [id, readers]));
}
