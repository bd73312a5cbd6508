import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { billingApi } from '#shared/api/billing.ts';
import { pathWith } from '#shared/api/client.ts';
import type { Invoice } from '#shared/billing.ts';

export const InvoiceDownload = ({ invoice: { id, number } }: { invoice: Invoice }) => (
  <div>
    <DownloadButton path={pathWith(billingApi.invoicePdf.path, { id })} label={`Download no. ${number} as PDF`}>
      Download PDF
    </DownloadButton>
  </div>
);
