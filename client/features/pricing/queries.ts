import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { statisticsApi } from '#shared/api/statistics.ts';
import { MINUTE_MS } from '#shared/durations.ts';

export const pricingQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['pricing'],
    queryFn: async () => (await api(statisticsApi).pricing()).pricing,
    staleTime: MINUTE_MS,
  });

export const loadPricing = ({ api, queryClient }: App) => queryClient.ensureQueryData(pricingQuery(api));
