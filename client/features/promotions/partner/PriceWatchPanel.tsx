import { useQuery } from '@tanstack/react-query';
import { priceWatchQuery, useConfirmPrice } from '#client/api/partner-promotions.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { useShell } from '#client/ui/shell.ts';
import { STORE_NAMES } from '#shared/business.ts';
import { formatInstant } from '#shared/dates.ts';
import { formatDealPrice } from '#shared/money.ts';
import type { PriceWatch } from '#shared/promotions.ts';
import { PriceList } from '../PriceList.tsx';
import { isPriceSet, priceCheckText } from '../price-texts.ts';

/** The deal price at each store, for the promotion's page. Renders nothing if prices aren't watched now. */
export function PriceWatchPanel({ promotion_id }: { promotion_id: number }) {
  const { now } = useShell();
  const watch = useQuery(priceWatchQuery(promotion_id)).data;
  if (!watch) return null;
  return (
    <Panel
      title={`${formatDealPrice(watch.promised_cents)} at every store`}
      lead={
        watch.stores.every(isPriceSet)
          ? 'Your deal price is set everywhere. Keep it until the deal ends.'
          : `${Date.parse(watch.due_at) > Date.parse(now) ? `Set it by ${formatInstant(watch.due_at)}` : 'Set it now: readers are already clicking through to your stores'}. ${priceCheckText(watch.stores)}`
      }
    >
      <Prices promotion_id={promotion_id} watch={watch} />
    </Panel>
  );
}

/** The deal price at each store, for a to-do. */
export function StorePrices({ promotion_id }: { promotion_id: number }) {
  const watch = useQuery(priceWatchQuery(promotion_id)).data;
  return watch ? <Prices promotion_id={promotion_id} watch={watch} /> : null;
}

/** The stores with their prices. Partners can confirm only prices that we don't know, and can undo a confirmation. */
function Prices({ promotion_id, watch }: { promotion_id: number; watch: PriceWatch }) {
  const confirm = useConfirmPrice(promotion_id);
  return (
    <PriceList
      stores={watch.stores}
      action={({ store, state }) =>
        (state === 'unknown' || state === 'confirmed') && (
          <Button
            look="quiet"
            busy={confirm.isPending && confirm.variables.store === store}
            onClick={() => confirm.mutate({ store, isSet: state === 'unknown' })}
          >
            {state === 'unknown' ? 'Confirm price' : 'Undo confirmation'}
            <span className="visually-hidden"> at {STORE_NAMES[store]}</span>
          </Button>
        )
      }
    />
  );
}
