import { Panel } from '#client/ui/app/Panel.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { partnersApi } from '#shared/api/partners.ts';

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
