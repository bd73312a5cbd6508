/** The expected clicks on each date that can be booked, and the best date for a book. */

import type { PriceType } from '#prisma';
import { businessDate } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { memoizeByObject, memoizeFor } from '#server/platform/memoize.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { warmUpReach } from '#server/warm-up/reach.ts';
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { DateForecast, DateForecastQuery } from '#shared/promotions.ts';
import { failedRulesOn } from './eligibility.ts';
import { eligibilityFacts } from './eligibility-facts.ts';
import { MIN_SAMPLE, YEAR_DAYS } from './percentile.ts';
import { type PromotionScope, promotionById } from './queries.ts';

/** The six weeks that the booking form's calendar shows at a time. */
const BEST_WITHIN_DAYS = 42;

/**
 * Forecasts the clicks on each open date after the business date, scaled to the readers that a warm-up reaches then.
 * The best date has a free slot, and satisfies the rules about the date for the book, if one is given. The promotion
 * that is to be moved doesn't conflict with itself.
 */
export async function forecastDates(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  scope: PromotionScope,
  { category_id, price_type, ...query }: DateForecastQuery,
): Promise<DateForecast> {
  const { db } = deps;
  const category = await db.category.findUnique({ where: { id: category_id } });
  if (!category) throw notFound();
  const today = businessDate(deps.now());
  const open = (await openDates(db, deps.now())).filter((date) => date > today);
  const { medians, weekdays } = await memoizedMedians(deps)(today);
  const usual = medians.find((one) => one.category_id === category_id && one.price_type === price_type);
  const sample_size = usual?.sample_size ?? 0;
  const allowed = new Set(await allowedDates(deps, scope, { ...query, open }));
  const reach = await warmUpReach(deps);
  const median = usual && sample_size >= MIN_SAMPLE ? usual.median : null;
  const dates = open.map((date) => {
    const { of_history } = reach.on(date);
    return { date, expected_clicks: expectedClicks({ median: median && median * of_history, weekdays }, date) };
  });
  const free = await freeSlots(db, { category_id, daily_slots: category.daily_slots, open });
  const candidates = dates
    .filter(({ date }) => allowed.has(date) && date <= addDays(today, BEST_WITHIN_DAYS) && free(date) > 0)
    .sort((a, b) => (b.expected_clicks ?? 0) - (a.expected_clicks ?? 0) || a.date.localeCompare(b.date));
  const [best] = candidates;
  return {
    ...{ category_id, price_type, sample_size, dates },
    best: best ? { ...best, places_left: free(best.date) } : null,
    warm_up_readers: reach.next.readers,
    warm_up_note: reach.note,
  };
}

async function allowedDates(
  deps: Pick<Deps, 'db' | 'now'>,
  scope: PromotionScope,
  { open, promotion_id, ...query }: Pick<DateForecastQuery, 'book_id' | 'promotion_id'> & { open: readonly string[] },
) {
  const promotion = promotion_id === undefined ? undefined : await promotionById(deps.db, promotion_id, scope);
  if (promotion === null) throw notFound();
  const id = promotion?.book_id ?? query.book_id;
  if (id === undefined) return open;
  const book = await deps.db.book.findFirst({ where: { id, ...scope } });
  if (!book) throw notFound();
  const candidate = { book, category: null, draft: { promotion_id } };
  const facts = await eligibilityFacts(deps.db, { now: deps.now(), ...candidate, is_staff: false });
  return open.filter((date) => failedRulesOn(facts, date).length === 0);
}

async function freeSlots(
  db: Database,
  { category_id, daily_slots, open }: { category_id: number; daily_slots: number; open: readonly string[] },
) {
  const counts = await db.newsletterPromotionCount.findMany({
    where: { category_id, newsletter_date: { in: open.map(parseDate) } },
  });
  const left = new Map(
    counts.map((count) => [toIsoDate(count.newsletter_date), count.capacity - count.promotions_in_total]),
  );
  return (date: string) => left.get(date) ?? daily_slots;
}

type Medians = { category_id: number; price_type: PriceType; sample_size: number; median: number }[];
type Weekdays = { weekday: number; factor: number }[];

/** The median, adjusted by the weekday's factor if enough promotions ran on that weekday; null without a median. */
function expectedClicks({ median, weekdays }: { median: number | null; weekdays: Weekdays }, date: string) {
  if (median === null) return null;
  const weekday = parseDate(date).getUTCDay();
  return Math.round(median * (weekdays.find((one) => one.weekday === weekday)?.factor ?? 1));
}

/** Memoized for an hour for all partners, because the statement reads every result of a year. */
const memoizedMedians = memoizeByObject(({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  memoizeFor((today: string) => readMedians(db, today), { key: String, max: 2, ttlMs: HOUR_MS, now }),
);

/**
 * The year's median clicks by category and price type, and for each weekday the median ratio of a promotion's clicks to
 * the median of its category and price type: a single category has too few promotions per weekday.
 */
async function readMedians(db: Database, today: string): Promise<{ medians: Medians; weekdays: Weekdays }> {
  const [usual] = await db.$queryRaw<[{ medians: Medians | null; weekdays: Weekdays | null }]>`
    with counted as (
      select category_id, price_type, promotion_date, clicks_billable from promotion_stats
      where promotion_date between ${parseDate(today)}::date - ${YEAR_DAYS}::int and ${parseDate(today)}::date
    ), medians as (
      select category_id, price_type, count(*)::int as sample_size,
        percentile_cont(0.5) within group (order by clicks_billable) as median
      from counted group by 1, 2
    ), weekdays as (
      select extract(dow from promotion_date)::int as weekday,
        percentile_cont(0.5) within group (order by clicks_billable / median) as factor
      from counted join medians using (category_id, price_type)
      where sample_size >= ${MIN_SAMPLE} and median > 0
      group by 1 having count(*) >= ${MIN_SAMPLE}
    )
    select (select json_agg(medians) from medians) as medians, (select json_agg(weekdays) from weekdays) as weekdays`;
  return { medians: usual.medians ?? [], weekdays: usual.weekdays ?? [] };
}
