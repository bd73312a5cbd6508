/**
 * The readership of the demo's past newsletters, counted by category. The demo has only a few hundred readers who really
 * get email; everyone else exists as these counts, and clicks have ids of readers without a row.
 */
import type { SeedCategory } from './books.ts';
import { readFacts } from './reference.ts';
import type { Rows } from './rows.ts';
import { PAST_DAYS, type SeedTime } from './seed-time.ts';

/** Stands for all readers of a newsletter, whatever their categories. */
const ALL = 0;
/** Every click is a row: more readers would make the first start longer. */
const SCALE = 0.5;
/** Categories that a reader chooses on average. */
const CATEGORIES_EACH = 3.5;
const FIRST_SHARE = 0.7;
const DAILY_SHARE = 0.9;
const BOUNCE_RATE = 0.0012;
/** Ids of readers without a row begin here. */
export const FIRST_COUNTED_READER = 1_000_000;

type Deal = { category: SeedCategory; is_free: boolean };
type Audience = { readers: number; free_only: number };

export function countedAudiences({ rows, time }: { rows: Rows; time: SeedTime }) {
  const whole = new Map(
    readFacts('categories').map(({ id, seed_subscribers, seed_free_only_subscribers }) => [
      Number(id),
      { readers: Number(seed_subscribers) * SCALE, free_only: Number(seed_free_only_subscribers) * SCALE },
    ]),
  );
  whole.set(ALL, allOf([...whole.values()]));
  const growth = (day: number) => FIRST_SHARE + ((1 - FIRST_SHARE) * (PAST_DAYS + 1 + day)) / PAST_DAYS;
  const on = (category_id: number, day: number): Audience => {
    const { readers, free_only } = whole.get(category_id)!;
    return { readers: Math.round(readers * growth(day)), free_only: Math.round(free_only * growth(day)) };
  };
  /** Readers of a category who get its deals at that price. */
  const reached = ({ category, is_free }: Deal, day: number) => {
    const { readers, free_only } = on(category.id, day);
    return is_free ? readers : readers - free_only;
  };

  /** Recipients of an edition: everyone who gets at least one of its deals. */
  function totals(day: number, deals: readonly Deal[]) {
    const { readers } = on(ALL, day);
    const byCategory = [...Map.groupBy(deals, ({ category }) => category.id).values()].map((own) =>
      Math.max(...own.map((deal) => reached(deal, day))),
    );
    const missed = byCategory.reduce((share, reached) => share * (1 - reached / readers), 1);
    const deliveries_total = Math.round(readers * DAILY_SHARE * (1 - missed));
    const bounced_count = Math.round(deliveries_total * BOUNCE_RATE);
    return { deliveries_total, bounced_count, delivered_count: deliveries_total - bounced_count };
  }

  function addCounts(newsletter_id: number, day: number, deals: readonly Deal[], delivered: number) {
    for (const category_id of whole.keys()) {
      const { readers, free_only } = on(category_id, day);
      const before = day === -PAST_DAYS ? 0 : on(category_id, day - 1).readers;
      const own = deals.filter(({ category }) => category.id === category_id).map((deal) => reached(deal, day));
      rows.add('counted_audiences', {
        ...{ newsletter_id, category_id, readers, free_only, joined: readers - before },
        delivered: category_id === ALL ? delivered : Math.round(Math.max(0, ...own) * DAILY_SHARE),
      });
    }
  }
  return { reached, totals, addCounts, day: (date: string) => dayOf(time, date) };
}

const allOf = (audiences: readonly Audience[]): Audience => {
  const sum = (field: keyof Audience) => audiences.reduce((total, audience) => total + audience[field], 0);
  return {
    readers: Math.round(sum('readers') / CATEGORIES_EACH),
    free_only: Math.round(sum('free_only') / CATEGORIES_EACH),
  };
};

const dayOf = ({ openDate }: SeedTime, date: string) => (Date.parse(date) - Date.parse(openDate)) / 86_400_000;
