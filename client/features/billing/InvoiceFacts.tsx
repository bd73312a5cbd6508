import { DateText } from '#client/ui/DateText.tsx';
import type { Invoice } from '#shared/billing.ts';
import { InvoiceDownload } from './InvoiceDownload.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';
import classes from './InvoicesPanel.module.css';
import { INVOICE_TYPES, invoiceStatus } from './invoice-words.ts';

/** One invoice in full, where there is only one. */
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
