import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import type { PublicApi } from '#shared/public-api.ts';

const MINUTE_MS = 60_000;

export const pricingQuery = (api: PublicApi) =>
  queryOptions({ queryKey: ['pricing'], queryFn: () => api.pricing(), staleTime: MINUTE_MS });

export const loadPricing = ({ api, queryClient }: App) => queryClient.ensureQueryData(pricingQuery(api));
