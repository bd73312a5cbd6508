import { useQuery } from '@tanstack/react-query';
import { askFirst } from '#client/ui/app/dialogs.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { formatCents } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import { invoicesOfPromotion } from './api.ts';
import { Dispute } from './Dispute.tsx';
import { invoiceFacts, refundFacts } from './promotion-facts.ts';
import { RefundForm } from './RefundForm.tsx';
import { StripeErrors } from './StripeErrors.tsx';

type Props = { promotion: Promotion; busy: boolean; onCharge: () => void };

/** What the promotion costs, why a charge failed, charging it now, and what went back. */
export function ChargePanel({ promotion, busy, onCharge }: Props) {
  const { id, invoice_id, actions, stripe_errors = [] } = promotion;
  const { data: invoices } = useQuery({
    queryKey: ['user', 'promotion', id, 'invoices', promotion.updated_at],
    queryFn: () => invoicesOfPromotion(id),
    enabled: invoice_id !== null,
  });
  if (invoice_id === null) return null;
  const invoice = invoices?.find((one) => one.id === invoice_id);
  const mayCharge = actions.includes('charge');
  return (
    <Panel title="Payment" tone={promotion.display_status === 'payment failed' ? 'alert' : 'plain'}>
      {invoice ? (
        <FactList facts={[...invoiceFacts(invoice), ...refundFacts(invoices ?? [])]} />
      ) : (
        <Skeleton height={52} />
      )}
      {invoice && <Dispute invoice={invoice} />}
      <StripeErrors errors={stripe_errors} />
      {mayCharge && invoice && (
        <div>
          <Button
            type="button"
            busy={busy}
            onClick={() =>
              askFirst({
                title: 'Charge the default card?',
                text: `${formatCents(invoice.total_cents)} will be charged to the default card of ${promotion.partner?.name ?? 'the partner'}.`,
                confirm: `Charge ${formatCents(invoice.total_cents)}`,
                keep: 'Not now',
                onConfirm: onCharge,
              })
            }
          >
            Charge {formatCents(invoice.total_cents)}
          </Button>
        </div>
      )}
      {actions.includes('refund') && <RefundForm key={promotion.refundable_cents} promotion={promotion} />}
    </Panel>
  );
}
