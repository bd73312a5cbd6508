import { useQuery } from '@tanstack/react-query';
import { invoicesQuery } from '#client/api/billing.ts';
import { KEEPS_FORMS } from '#client/api/use-unsaved-guard.ts';
import { useSearchParams } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { pageOf } from '#client/ui/page-of.ts';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { billingApi } from '#shared/api/billing.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { InvoiceRow } from './InvoiceRow.tsx';
import classes from './InvoicesPanel.module.css';

export function InvoicesPanel() {
  const page = pageOf(useSearchParams()[0]);
  const invoices = useQuery(invoicesQuery({ page, per: RESULTS_PER_PAGE }));
  const total = invoices.data?.meta.total_count;
  return (
    <Panel title="Invoices" aside={total ? <span>{total === 1 ? '1 invoice' : `${total} invoices`}</span> : null}>
      <Loaded query={invoices} waiting={<ListSkeleton rows={6} height={64} />}>
        {({ invoices, meta }) =>
          invoices.length === 0 ? (
            <p>Your first invoice is made 72 hours after your first promotion went out.</p>
          ) : (
            <>
              <ul className={classes.list}>
                {invoices.map((invoice) => (
                  <InvoiceRow key={invoice.id} invoice={invoice} />
                ))}
              </ul>
              <Pagination meta={meta} href={(to) => (to > 1 ? `?page=${to}` : '?')} state={KEEPS_FORMS} />
              <div>
                <DownloadButton path={billingApi.invoicesCsv.path}>Download all as CSV</DownloadButton>
              </div>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
