import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import { promotionsQuery } from '#client/api/partner-promotions.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import type { Promotion } from '#shared/promotions.ts';

export type UnpaidPromotion = { promotion: Promotion; total_cents: number; problem: string | null };

/** Unpaid promotions, the declined ones first. */
export const unpaidQuery = (client: QueryClient) =>
  queryOptions({
    queryKey: ['partner', 'promotions', 'unpaid'],
    queryFn: async () => {
      const per = MAX_PER_PAGE;
      const [failed, awaiting] = await Promise.all([
        client.fetchQuery(promotionsQuery({ display_status: 'payment failed', per })),
        client.fetchQuery(promotionsQuery({ display_status: 'awaiting payment', per })),
      ]);
      return unpaidOf([...failed.promotions, ...awaiting.promotions]);
    },
  });

/** Unpaid promotions with their cost and the reason why the last charge failed. */
export function unpaidOf(promotions: readonly Promotion[]): UnpaidPromotion[] {
  return promotions.map((promotion) => ({
    promotion,
    total_cents: promotion.money.invoiced?.total_cents ?? 0,
    problem: promotion.stripe_errors?.find(({ resolved_at }) => resolved_at === null)?.message ?? null,
  }));
}
