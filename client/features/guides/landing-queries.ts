import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { promotionCountsApi } from '#shared/api/promotion-counts.ts';
import { statisticsApi } from '#shared/api/statistics.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { chosenRate, liveFigures, newsletterDays } from './landing.ts';
import { loadRates } from './rates.ts';

/** Only what the landing page shows of them: the whole would be most of its size. */
export const figuresQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['landing figures'],
    queryFn: async () => {
      const { statistics } = await api(statisticsApi).statistics();
      return { figures: liveFigures(statistics), demo: statistics.demo, as_of: statistics.as_of };
    },
    staleTime: MINUTE_MS,
  });

const DAYS_SHOWN = 14;

export const placesQuery = (api: PublicApi, category_id: number) =>
  queryOptions({
    queryKey: ['free places', category_id],
    queryFn: async () => {
      const { newsletter_promotion_counts: counts } = await api(promotionCountsApi).list({
        query: { category_id, per: DAYS_SHOWN },
      });
      return newsletterDays(counts);
    },
    staleTime: MINUTE_MS,
  });

export async function loadLanding(app: App, { url }: { url: URL }) {
  const figures = app.queryClient.ensureQueryData(figuresQuery(app.api));
  const rate = chosenRate(await loadRates(app), url.searchParams.get('category_id'));
  if (rate) await app.queryClient.ensureQueryData(placesQuery(app.api, rate.id));
  await figures;
}
