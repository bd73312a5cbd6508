/**
 * The readership of the demo's past newsletters, counted by category. The demo stores only a few hundred readers, most
 * of whom get email. The others exist only in these counts, because storing them would make the first start much
 * longer. Their clicks have reader ids without a row.
 */
import type { SeedCategory } from './books.ts';
import { readFacts } from './reference.ts';
import type { Rows } from './rows.ts';
import { PAST_DAYS, type SeedTime } from './seed-time.ts';

/** Category id that stands for all readers of a newsletter. */
const ALL_CATEGORIES = 0;
/**
 * Factor for the reader counts of the reference data. Every click is a row, so more readers would make the first start
 * slower.
 */
const SCALE = 0.5;
/** Categories that a reader chooses on average. */
const CATEGORIES_EACH = 3.5;
/** Readership just before the first newsletter, as a share of the latest one's. */
const FIRST_DAY_SHARE = 0.7;
/** Share of readers who get the daily newsletter. */
const DAILY_READER_SHARE = 0.9;
const BOUNCE_RATE = 0.0012;
/** Ids of readers without a row begin here. */
export const FIRST_COUNTED_READER = 1_000_000;

type Deal = { category: SeedCategory; is_free: boolean };
type Audience = { readers: number; free_only: number };

export function createAudiences({ rows, time }: { rows: Rows; time: SeedTime }) {
  const latest = new Map(
    readFacts('categories').map(({ id, seed_subscribers, seed_free_only_subscribers }) => [
      Number(id),
      { readers: Number(seed_subscribers) * SCALE, free_only: Number(seed_free_only_subscribers) * SCALE },
    ]),
  );
  latest.set(ALL_CATEGORIES, combined([...latest.values()]));
  const growth = (day: number) => FIRST_DAY_SHARE + ((1 - FIRST_DAY_SHARE) * (PAST_DAYS + 1 + day)) / PAST_DAYS;
  const audienceOn = (category_id: number, day: number): Audience => {
    const { readers, free_only } = latest.get(category_id)!;
    return { readers: Math.round(readers * growth(day)), free_only: Math.round(free_only * growth(day)) };
  };
  /** Readers of the deal's category who get deals at its price. */
  const readersReached = ({ category, is_free }: Deal, day: number) => {
    const { readers, free_only } = audienceOn(category.id, day);
    return is_free ? readers : readers - free_only;
  };

  /** Recipients of an edition: daily readers who get at least one of its deals. */
  function totals(day: number, deals: readonly Deal[]) {
    const { readers } = audienceOn(ALL_CATEGORIES, day);
    const byCategory = [...Map.groupBy(deals, ({ category }) => category.id).values()].map((categoryDeals) =>
      Math.max(...categoryDeals.map((deal) => readersReached(deal, day))),
    );
    const missedShare = byCategory.reduce((share, reached) => share * (1 - reached / readers), 1);
    const deliveries_total = Math.round(readers * DAILY_READER_SHARE * (1 - missedShare));
    const bounced_count = Math.round(deliveries_total * BOUNCE_RATE);
    return { deliveries_total, bounced_count, delivered_count: deliveries_total - bounced_count };
  }

  function addCounts(newsletter_id: number, day: number, deals: readonly Deal[], delivered: number) {
    for (const category_id of latest.keys()) {
      const { readers, free_only } = audienceOn(category_id, day);
      const before = day === -PAST_DAYS ? 0 : audienceOn(category_id, day - 1).readers;
      const reached = deals
        .filter(({ category }) => category.id === category_id)
        .map((deal) => readersReached(deal, day));
      rows.add('counted_audiences', {
        newsletter_id,
        category_id,
        readers,
        free_only,
        joined: readers - before,
        delivered:
          category_id === ALL_CATEGORIES ? delivered : Math.round(Math.max(0, ...reached) * DAILY_READER_SHARE),
      });
    }
  }
  return { readersReached, totals, addCounts, day: (date: string) => dayOf(time, date) };
}

const combined = (audiences: readonly Audience[]): Audience => {
  const sum = (field: keyof Audience) => audiences.reduce((total, audience) => total + audience[field], 0);
  return {
    readers: Math.round(sum('readers') / CATEGORIES_EACH),
    free_only: Math.round(sum('free_only') / CATEGORIES_EACH),
  };
};

const dayOf = ({ business_date }: SeedTime, date: string) =>
  (Date.parse(date) - Date.parse(business_date)) / 86_400_000;
