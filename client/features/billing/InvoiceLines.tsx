import type { Invoice } from '#shared/billing.ts';
import { formatCents } from '#shared/money.ts';
import classes from './InvoicesPanel.module.css';

/** What an invoice adds up to, line by line. */
export const InvoiceLines = ({ invoice: { lines, total_cents, card_last4 } }: { invoice: Invoice }) => (
  <dl className={classes.lines}>
    {lines.map(({ description, quantity, unit_cents, amount_cents }) => (
      <div key={description}>
        <dt>
          {description}
          {quantity !== 1 && (
            <span className={classes.muted}>
              {' '}
              {quantity} × {formatCents(unit_cents)}
            </span>
          )}
        </dt>
        <dd>{formatCents(amount_cents)}</dd>
      </div>
    ))}
    <div className={classes.sum}>
      <dt>Total{card_last4 && `, card ending in ${card_last4}`}</dt>
      <dd>{formatCents(total_cents)}</dd>
    </div>
  </dl>
);
