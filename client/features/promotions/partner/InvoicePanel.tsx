import { useQuery } from '@tanstack/react-query';
import { invoicesQuery } from '#client/api/billing.ts';
import { InvoiceFacts } from '#client/features/billing/InvoiceFacts.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { Promotion } from '#shared/promotions.ts';

/** Once the clicks are counted. */
export function InvoicePanel({ promotion }: { promotion: Promotion }) {
  const isMade = promotion.invoice_id !== null;
  const invoices = useQuery({ ...invoicesQuery({ promotion_id: promotion.id }), enabled: isMade });
  if (!isMade) return null;
  return (
    <Panel title="Invoice">
      <Loaded query={invoices} waiting={<Skeleton height={120} />}>
        {({ invoices: found }) => found.map((invoice) => <InvoiceFacts key={invoice.id} invoice={invoice} />)}
      </Loaded>
    </Panel>
  );
}
