import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import type { PublicApi } from '#shared/public-api.ts';

export const pricingQuery = (api: PublicApi) =>
  queryOptions({ queryKey: ['pricing'], queryFn: () => api.pricing(), staleTime: MINUTE_MS });

export const loadPricing = ({ api, queryClient }: App) => queryClient.ensureQueryData(pricingQuery(api));
