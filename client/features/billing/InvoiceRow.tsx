import { Link } from '#client/app/router.ts';
import { DateText } from '#client/ui/DateText.tsx';
import type { Invoice } from '#shared/billing.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { InvoiceDownload } from './InvoiceDownload.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';
import classes from './InvoicesPanel.module.css';
import { INVOICE_TYPES, invoiceStatus } from './invoice-words.ts';

/** One invoice; its lines unfold. */
export const InvoiceRow = ({ invoice }: { invoice: Invoice }) => (
  <li>
    <details className={classes.invoice}>
      <summary className={classes.summary}>
        <span className={classes.number}>No. {invoice.number}</span>
        <span className={classes.muted}>
          {INVOICE_TYPES[invoice.invoice_type]} · <DateText date={invoice.date} />
        </span>
        <span className={classes.status} data-status={invoice.status}>
          {invoiceStatus(invoice)}
        </span>
        <strong className={classes.total}>{formatCents(invoice.total_cents)}</strong>
      </summary>
      <div className={classes.unfolded}>
        <InvoiceLines invoice={invoice} />
        <InvoiceDownload invoice={invoice} />
        {invoice.promotion_id && (
          <Link to={paths.partnerPromotion(invoice.promotion_id)}>See the promotion and its clicks</Link>
        )}
      </div>
    </details>
  </li>
);
