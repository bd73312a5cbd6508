import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { promotionCountsApi } from '#shared/api/promotion-counts.ts';
import { statisticsApi } from '#shared/api/statistics.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import type { NewsletterPromotionCount } from '#shared/newsletters.ts';
import type { Statistics } from '#shared/statistics.ts';
import { loadRates, type Rate } from './rates.ts';

type Figure = { value: string; label: string };

const numberFormat = new Intl.NumberFormat('en-US');

/** The numbers above zero. A new installation has few, or none. */
export function liveFigures({ totals, warm_up_readers }: Statistics): Figure[] {
  const figures: [number, string][] = [
    [Math.min(totals.active_readers, warm_up_readers ?? totals.active_readers), 'readers get the newsletter'],
    [totals.newsletters_sent, 'newsletters sent'],
    [totals.promotions_sent, 'promotions run'],
    [totals.billable_clicks, 'billable clicks'],
  ];
  return figures.filter(([count]) => count > 0).map(([count, label]) => ({ value: numberFormat.format(count), label }));
}

/** The lowest and the highest rate of all categories, in US cents; null without categories. */
export function rateRange(rates: readonly Rate[], field: 'cpc_free_cents' | 'cpc_discounted_cents') {
  const cents = rates.map((rate) => rate[field]);
  return cents.length > 0 ? { lowest: Math.min(...cents), highest: Math.max(...cents) } : null;
}

export const slotsPerDay = (rates: readonly Rate[]) => rates.reduce((sum, { daily_slots }) => sum + daily_slots, 0);

export type NewsletterDay = { date: string; state: 'closes next' | 'open' | 'full'; places_left: number };

/**
 * The coming newsletters, starting with the one that closes next. Partners can book from the one after it
 * (shared/submission-rules.ts: date_past).
 */
export const newsletterDays = (counts: readonly NewsletterPromotionCount[]): NewsletterDay[] =>
  counts.map(({ newsletter_date, places_left }, position) => {
    const bookingState = places_left > 0 ? 'open' : 'full';
    return { date: newsletter_date, state: position === 0 ? 'closes next' : bookingState, places_left };
  });

/** The rate of the category in the address, or the first rate. */
export const rateFor = (rates: readonly Rate[], category_id: string | null): Rate | undefined =>
  rates.find(({ id }) => String(id) === category_id) ?? rates[0];

/** Only the numbers that the landing page shows, because all statistics would make up most of the page's size. */
export const figuresQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['landing figures'],
    queryFn: async () => {
      const { statistics } = await api(statisticsApi).statistics();
      return { figures: liveFigures(statistics), demo: statistics.demo, as_of: statistics.as_of };
    },
    staleTime: MINUTE_MS,
  });

const CALENDAR_DAYS = 14;

export const slotsQuery = (api: PublicApi, category_id: number) =>
  queryOptions({
    queryKey: ['open slots', category_id],
    queryFn: async () => {
      const { newsletter_promotion_counts: counts } = await api(promotionCountsApi).list({
        query: { category_id, per: CALENDAR_DAYS },
      });
      return newsletterDays(counts);
    },
    staleTime: MINUTE_MS,
  });

export async function loadLanding(app: App, { url }: { url: URL }) {
  await Promise.all([app.queryClient.ensureQueryData(figuresQuery(app.api)), loadSlots(app, url)]);
}

async function loadSlots(app: App, url: URL) {
  const rate = rateFor(await loadRates(app), url.searchParams.get('category_id'));
  if (rate) await app.queryClient.ensureQueryData(slotsQuery(app.api, rate.id));
}
