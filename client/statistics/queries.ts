import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import type { PublicApi } from '#shared/public-api.ts';

export const statisticsQuery = (api: PublicApi) =>
  queryOptions({ queryKey: ['statistics'], queryFn: () => api.statistics(), staleTime: MINUTE_MS });

export const loadStatistics = ({ api, queryClient }: App) => queryClient.ensureQueryData(statisticsQuery(api));
