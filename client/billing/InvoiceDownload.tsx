import type { Invoice } from '#shared/billing.ts';
import { DownloadButton } from './DownloadButton.tsx';

export const InvoiceDownload = ({ invoice: { id, number } }: { invoice: Invoice }) => (
  <div>
    <DownloadButton path={`/invoices/${id}.pdf`} label={`Download no. ${number} as PDF`}>
      Download PDF
    </DownloadButton>
  </div>
);
