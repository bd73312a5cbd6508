import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { statisticsApi } from '#shared/api/statistics.ts';
import { MINUTE_MS } from '#shared/durations.ts';

export const statisticsQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['statistics'],
    queryFn: async () => (await api(statisticsApi).statistics()).statistics,
    staleTime: MINUTE_MS,
  });

export const loadStatistics = ({ api, queryClient }: App) => queryClient.ensureQueryData(statisticsQuery(api));
