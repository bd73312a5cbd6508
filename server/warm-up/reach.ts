/** The part of the readers that the next newsletter reaches, by which all estimates for partners are reduced. */
import { vancouver } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { plannedProviders } from './days.ts';

export type Reach = {
  /** Readers of the next daily newsletter; null without a warm-up. */
  readers: number | null;
  /** Factor for estimates made from the number of readers. */
  of_list: number;
  /** Factor for estimates made from past promotions, whose newsletters may have had caps, too. */
  of_history: number;
};

const ALL: Reach = { readers: null, of_list: 1, of_history: 1 };
const YEAR_DAYS = 365;

/** The caps may have grown by a promotion's date, but nobody can promise that, so those of tomorrow count. */
export async function warmUpReach(deps: Pick<Deps, 'db' | 'now' | 'config'>): Promise<Reach> {
  const { date } = vancouver(deps.now());
  const planned = await plannedProviders(deps, addDays(date, 1));
  if (!planned) return ALL;
  const [{ audience, usual }] = await deps.db.$queryRaw<[{ audience: number; usual: number | null }]>`
    select
      (select coalesce(sum(readers), 0)::int from reader_counts where category_id = 0 and frequency = 'daily') as audience,
      percentile_cont(0.5) within group (order by delivered_count) as usual from newsletters
    where kind = 'daily' and status = 'sent' and delivered_count > 0
      and newsletter_date > ${parseDate(addDays(date, -YEAR_DAYS))}::date`;
  const readers = planned.reduce(
    (sum, { left, weekly_left, share }) => sum + Math.min(left - weekly_left, Math.round(share * audience)),
    0,
  );
  const partOf = (all: number | null) => (all ? Math.min(1, readers / all) : 1);
  return { readers, of_list: partOf(audience), of_history: partOf(usual) };
}
