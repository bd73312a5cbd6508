import { DownloadButton } from '#client/billing/DownloadButton.tsx';
import { partnersApi } from '#shared/api/partners.ts';
import { Panel } from './parts/Panel.tsx';

/** Everything that is kept about the partner, as one file. */
export const DataExport = () => (
  <Panel
    title="Your data"
    lead="One JSON file with all that we keep about you: books, promotions, clicks, invoices, mails and more."
  >
    <div>
      <DownloadButton path={partnersApi.export.path}>Download my data</DownloadButton>
    </div>
  </Panel>
);
