import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PriceWatch, WatchedStore } from '#shared/promotions.ts';
import classes from './PriceList.module.css';
import { isPriceSet, priceText } from './price-texts.ts';

type Props = { stores: PriceWatch['stores']; action?: (store: WatchedStore) => ReactNode };

/** Each store's price with an icon: set, too high, or unknown. */
export const PriceList = ({ stores, action }: Props) => (
  <ul className={classes.prices}>
    {stores.map((store) => (
      <li key={store.store} data-state={store.state}>
        {isPriceSet(store) ? (
          <IconCircleCheck size={20} aria-hidden="true" />
        ) : store.state === 'too_high' ? (
          <IconAlertTriangle size={20} aria-hidden="true" />
        ) : (
          <IconCircleDashed size={20} aria-hidden="true" />
        )}
        <span>{priceText(store)}</span>
        {action?.(store)}
      </li>
    ))}
  </ul>
);
