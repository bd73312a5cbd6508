import { useQuery } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import { formatDealPrice } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import { PriceList } from '../PriceList.tsx';

/** The deal price at each store as the partner sees it; nothing while it isn't watched. */
export function PriceWatchPart({ promotion: { id, approval_status } }: { promotion: Promotion }) {
  const watch = useQuery({
    queryKey: ['user', 'price watch', id],
    queryFn: async () => (await clientFor(promotionsApi, 'user').priceWatch({ id })).price_watch,
    enabled: approval_status === 'approved',
    meta: { silent: true },
  }).data;
  if (!watch) return null;
  return (
    <section aria-label="Prices at the stores">
      <h3>{formatDealPrice(watch.promised_cents)} at the stores</h3>
      <PriceList stores={watch.stores} />
    </section>
  );
}
