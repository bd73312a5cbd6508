import { DateText } from '#client/ui/DateText.tsx';
import type { Invoice } from '#shared/billing.ts';
import { InvoiceLines } from './InvoiceLines.tsx';
import classes from './InvoicesPanel.module.css';
import { INVOICE_STATUSES, INVOICE_TYPES } from './invoice-words.ts';

/** One invoice in full, where there is only one. */
export const InvoiceFacts = ({ invoice }: { invoice: Invoice }) => (
  <div>
    <p>
      {INVOICE_TYPES[invoice.invoice_type]} no. {invoice.number}, <DateText date={invoice.date} />:{' '}
      <span className={classes.status} data-status={invoice.status}>
        {INVOICE_STATUSES[invoice.status].toLowerCase()}
      </span>
    </p>
    <InvoiceLines invoice={invoice} />
  </div>
);
