import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { useSearchParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import button from '#client/ui/Button.module.css';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { PaymentConfirmation } from '#shared/billing.ts';
import { formatCents } from '#shared/money.ts';
import { PAID, type Payment, sandboxBankPage, useConfirmation } from './confirmation.ts';

const StripeConfirmButton = lazyPart(
  'payment',
  async () => (await import('./StripeConfirmButton.tsx')).StripeConfirmButton,
);

/** What the mail's link leads to: `?confirm=` names the promotion. */
export function ConfirmPanel() {
  const id = Number(useSearchParams()[0].get('confirm'));
  return Number.isInteger(id) && id > 0 ? <Confirmation promotion_id={id} /> : null;
}

function Confirmation({ promotion_id }: { promotion_id: number }) {
  const confirmation = useConfirmation(promotion_id);
  useFreshLists(confirmation.data?.state === 'paid');
  return (
    <Panel title="Confirm a payment" tone="alert">
      <Loaded query={confirmation} waiting={<Skeleton height={96} />}>
        {({ payment, promotion }) =>
          payment ? <Waiting payment={payment} promotion={promotion} /> : <Alert kind="success">{PAID}</Alert>
        }
      </Loaded>
    </Panel>
  );
}

/** The lists beside it still show the promotion as unpaid. */
function useFreshLists(isPaid: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isPaid) return;
    for (const name of ['promotions', 'invoices']) void client.invalidateQueries({ queryKey: ['partner', name] });
  }, [client, isPaid]);
}

type Props = { payment: Payment; promotion: PaymentConfirmation['promotion'] };

function Waiting({ payment, promotion }: Props) {
  const words = `Confirm payment of ${formatCents(payment.amount_cents)}`;
  return (
    <>
      <p>
        Your bank lets the charge for {promotion.book ? <cite>{promotion.book.title}</cite> : 'this promotion'} pass
        only when you confirm it. It asks you for a code or in its app; nothing else is needed.
      </p>
      {payment.problem && <Alert kind="error">{payment.problem}</Alert>}
      <div>
        {payment.mode === 'sandbox' || !payment.publishable_key ? (
          <a href={sandboxBankPage(payment, promotion.id)} className={button.button} data-look="primary">
            {words}
          </a>
        ) : (
          <Suspense fallback={<Skeleton height={44} />}>
            <StripeConfirmButton promotion_id={promotion.id} payment={payment} publishableKey={payment.publishable_key}>
              {words}
            </StripeConfirmButton>
          </Suspense>
        )}
      </div>
    </>
  );
}
