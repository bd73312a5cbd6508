import { useQuery } from '@tanstack/react-query';
import { invoicesQuery } from '#client/api/billing.ts';
import { Link } from '#client/app/router.ts';
import { needsConfirmation } from '#client/features/billing/confirmation.ts';
import { PayNowButton } from '#client/features/billing/PayNowButton.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import classes from './PartnerPromotion.module.css';

/** What is owed, why the last charge failed, and the way to pay. */
export function PaymentPanel({ promotion }: { promotion: Promotion }) {
  const mayPay = promotion.actions.includes('charge');
  const invoice = useQuery({ ...invoicesQuery({ promotion_id: promotion.id }), enabled: mayPay }).data?.invoices[0];
  if (!mayPay) return null;
  const open = promotion.stripe_errors?.find(({ resolved_at }) => resolved_at === null);
  return (
    <Panel title={open ? 'The charge failed' : 'Awaiting payment'} tone="alert">
      {open && (
        <p>
          <strong>{open.message}</strong>{' '}
          <span className={classes.muted}>
            <InstantText at={open.created_at} />
          </span>
        </p>
      )}
      {needsConfirmation(promotion) && (
        <div>
          <Button to={paths.confirmPayment(promotion.id)}>Confirm the payment</Button>
        </div>
      )}
      <p>
        {invoice && `${formatCents(invoice.total_cents)} are due. `}
        Your default card is charged. <Link to={paths.billing()}>See or change your cards</Link>
      </p>
      <div>
        <PayNowButton promotion_id={promotion.id} total_cents={invoice?.total_cents ?? 0} />
      </div>
    </Panel>
  );
}
