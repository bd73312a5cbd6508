import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import { DataTable } from '#client/ui/DataTable.tsx';
import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { clicksUntilCap } from '#shared/promotion-cost.ts';
import { ratesQuery } from './rates.ts';

const HEAD = [
  'Category',
  'A click on a free book',
  'A click on a discounted book',
  'Clicks to reach the cap, discounted book',
  'Top spot',
];

/** Current rates from the database, so that guides don't quote outdated ones. */
export function RatesTable({ slugs, caption }: { slugs: readonly string[]; caption: string }) {
  const { data } = useSuspenseQuery(ratesQuery(useApp().api));
  const rates = data.filter(({ slug }) => slugs.includes(slug));
  return (
    <DataTable
      caption={caption}
      head={HEAD}
      rows={rates.map((rate) => [
        <Link key="name" to={paths.category(rate)}>
          {rate.name}
        </Link>,
        formatCents(rate.cpc_free_cents),
        formatCents(rate.cpc_discounted_cents),
        String(
          clicksUntilCap({
            cpc_cents: rate.cpc_discounted_cents,
            addon_cents: [],
            max_cost_cents: MAX_PROMO_COST_CENTS,
          }),
        ),
        formatCents(rate.top_of_newsletter_addon_cents),
      ])}
    />
  );
}
