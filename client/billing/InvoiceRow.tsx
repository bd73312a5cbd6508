import { Link } from '#client/router.ts';
import { DateText } from '#client/ui/DateText.tsx';
import type { Invoice } from '#shared/billing.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import classes from './InvoicesPanel.module.css';

const TYPES: Record<Invoice['invoice_type'], string> = {
  promotion: 'Promotion',
  refund: 'Refund',
  referral_reward: 'Referral reward',
  credit_adjustment: 'Credit adjustment',
};

const STATUSES: Record<Invoice['status'], string> = {
  open: 'Open',
  paid: 'Paid',
  failed: 'Charge failed',
  void: 'Void',
  refunded: 'Refunded',
};

/** One invoice; its lines unfold. */
export const InvoiceRow = ({ invoice }: { invoice: Invoice }) => (
  <li>
    <details className={classes.invoice}>
      <summary className={classes.summary}>
        <span className={classes.number}>No. {invoice.number}</span>
        <span className={classes.what}>
          {TYPES[invoice.invoice_type]} · <DateText date={invoice.date} />
        </span>
        <span className={classes.status} data-status={invoice.status}>
          {STATUSES[invoice.status]}
        </span>
        <strong className={classes.total}>{formatCents(invoice.total_cents)}</strong>
      </summary>
      <InvoiceLines invoice={invoice} />
    </details>
  </li>
);

const InvoiceLines = ({ invoice: { lines, total_cents, promotion_id, card_last4 } }: { invoice: Invoice }) => (
  <div className={classes.lines}>
    <dl>
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
    {promotion_id && <Link to={paths.partnerPromotion(promotion_id)}>See the promotion and its clicks</Link>}
  </div>
);
