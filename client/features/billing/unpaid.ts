import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import { invoicesQuery } from '#client/api/billing.ts';
import { promotionsQuery } from '#client/api/partner-promotions.ts';
import type { Invoice } from '#shared/billing.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import type { Promotion } from '#shared/promotions.ts';

export type Unpaid = { promotion: Promotion; total_cents: number; problem: string | null };

/** What is owed, the declined ones first. */
export const unpaidQuery = (client: QueryClient) =>
  queryOptions({
    queryKey: ['partner', 'promotions', 'unpaid'],
    queryFn: async () => {
      const per = MAX_PER_PAGE;
      const [failed, awaiting, failedInvoices, openInvoices] = await Promise.all([
        client.fetchQuery(promotionsQuery({ display_status: 'payment failed', per })),
        client.fetchQuery(promotionsQuery({ display_status: 'awaiting payment', per })),
        client.fetchQuery(invoicesQuery({ status: 'failed', per })),
        client.fetchQuery(invoicesQuery({ status: 'open', per })),
      ]);
      return unpaidOf(
        [...failed.promotions, ...awaiting.promotions],
        [...failedInvoices.invoices, ...openInvoices.invoices],
      );
    },
  });

/** Each unpaid promotion with what it costs and why the last charge failed. */
export function unpaidOf(promotions: readonly Promotion[], invoices: readonly Invoice[]): Unpaid[] {
  return promotions.map((promotion) => ({
    promotion,
    total_cents: invoices.find(({ id }) => id === promotion.invoice_id)?.total_cents ?? 0,
    problem: promotion.stripe_errors?.find(({ resolved_at }) => resolved_at === null)?.message ?? null,
  }));
}
