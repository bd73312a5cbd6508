import { useQuery } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import { formatDealPrice } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import { PriceList } from '../PriceList.tsx';

/** Shows staff each store's price. Renders nothing unless the prices are being watched. */
export function PriceWatchSection({ promotion: { id, approval_status } }: { promotion: Promotion }) {
  const watch = useQuery({
    queryKey: ['user', 'price watch', id],
    queryFn: async () => (await clientFor(promotionsApi, 'user').priceWatch({ id })).price_watch,
    enabled: approval_status === 'approved',
    meta: { silent: true },
  }).data;
  if (!watch) return null;
  return (
    <section aria-label="Store prices">
      <h3>Store prices (promised: {formatDealPrice(watch.promised_cents)})</h3>
      <PriceList stores={watch.stores} />
    </section>
  );
}
