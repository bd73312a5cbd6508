import { DateText } from '#client/ui/DateText.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { billingApi } from '#shared/api/billing.ts';
import { pathWith } from '#shared/api/client.ts';
import type { Invoice } from '#shared/billing.ts';
import { formatCents } from '#shared/money.ts';
import classes from './Billing.module.css';

/** An invoice with all its lines, for the page of its promotion. */
export const InvoiceFacts = ({ invoice }: { invoice: Invoice }) => (
  <div>
    <p>
      {INVOICE_TYPES[invoice.invoice_type]} no. {invoice.number}, <DateText date={invoice.date} />:{' '}
      <span className={classes.status} data-status={invoice.status}>
        {invoiceStatus(invoice).toLowerCase()}
      </span>
    </p>
    <InvoiceLines invoice={invoice} />
    <InvoiceDownload invoice={invoice} />
  </div>
);

/** The lines of an invoice and their total. */
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

export const InvoiceDownload = ({ invoice: { id, number } }: { invoice: Invoice }) => (
  <div>
    <DownloadButton path={pathWith(billingApi.invoicePdf.path, { id })}>
      Download PDF<span className="visually-hidden"> of invoice no. {number}</span>
    </DownloadButton>
  </div>
);

export const INVOICE_TYPES: Record<Invoice['invoice_type'], string> = {
  promotion: 'Promotion',
  refund: 'Refund',
  referral_reward: 'Referral reward',
  credit_adjustment: 'Credit adjustment',
};

const STATUSES: Record<Invoice['status'], string> = {
  open: 'Open',
  paid: 'Paid',
  failed: 'Payment failed',
  void: 'Void',
  refunded: 'Refunded',
};

type Facts = Pick<Invoice, 'invoice_type' | 'status' | 'refunded_cents' | 'disputed_at' | 'dispute_outcome'>;

/** 'Paid' or another state of the invoice. A paid refund is 'Refunded'. */
export function invoiceStatus({ invoice_type, status, refunded_cents, disputed_at, dispute_outcome }: Facts) {
  if (invoice_type === 'refund' && status === 'paid') return STATUSES.refunded;
  if (disputed_at && dispute_outcome === null) return 'Disputed';
  if (dispute_outcome === 'lost') return 'Chargeback';
  return refunded_cents > 0 && status === 'paid' ? 'Partially refunded' : STATUSES[status];
}
