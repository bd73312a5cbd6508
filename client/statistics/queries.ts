import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import type { PublicApi } from '#shared/public-api.ts';

const MINUTE_MS = 60_000;

export const statisticsQuery = (api: PublicApi) =>
  queryOptions({ queryKey: ['statistics'], queryFn: () => api.statistics(), staleTime: MINUTE_MS });

export const loadStatistics = ({ api, queryClient }: App) => queryClient.ensureQueryData(statisticsQuery(api));
