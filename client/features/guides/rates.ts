import { queryOptions } from '@tanstack/react-query';
import type { App } from '#client/api/app.ts';
import { categoriesApi } from '#shared/api/categories.ts';
import type { PublicApi } from '#shared/api/client.ts';
import type { Category } from '#shared/categories.ts';
import { HOUR_MS } from '#shared/durations.ts';

export type Rate = Pick<
  Category,
  'id' | 'slug' | 'name' | 'daily_slots' | 'cpc_free_cents' | 'cpc_discounted_cents' | 'top_of_newsletter_addon_cents'
>;

/** Each category's daily slots, and today's prices of a click and of its top spot. */
export const ratesQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['rates'],
    queryFn: async () => (await api(categoriesApi).list()).categories.map(rateOf),
    staleTime: HOUR_MS,
  });

export const loadRates = ({ api, queryClient }: App) => queryClient.ensureQueryData(ratesQuery(api));

const rateOf = ({
  id,
  slug,
  name,
  daily_slots,
  cpc_free_cents,
  cpc_discounted_cents,
  top_of_newsletter_addon_cents,
}: Category): Rate => ({
  id,
  slug,
  name,
  daily_slots,
  cpc_free_cents,
  cpc_discounted_cents,
  top_of_newsletter_addon_cents,
});
