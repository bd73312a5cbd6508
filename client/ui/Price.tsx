import { formatCents, formatDealPrice } from '#shared/money.ts';
import classes from './Books.module.css';

type Props = { current_price_cents: number; sale_price_cents: number; large?: boolean };

/** The deal's price, or FREE, and the regular price, struck through, if it's higher. */
export const Price = ({ current_price_cents, sale_price_cents, large = false }: Props) => (
  <span className={classes.price} data-large={large}>
    <span className="visually-hidden">Deal price </span>
    <strong className={classes.deal}>{formatDealPrice(sale_price_cents)}</strong>
    {current_price_cents > sale_price_cents && (
      <>
        <span className="visually-hidden">instead of </span>
        <s className={classes.was}>{formatCents(current_price_cents)}</s>
      </>
    )}
  </span>
);
