import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotencyKeys } from '#client/api/idempotency-key.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Link } from '#client/app/router.ts';
import { invoiceStatus } from '#client/features/billing/InvoiceFacts.tsx';
import { Disputes, PayLink, StaffInvoiceDownload } from '#client/features/billing/staff/PaymentParts.tsx';
import { failureText, isUnpaid } from '#client/features/billing/staff/payment-words.ts';
import { FactList } from '#client/ui/app/FactList.tsx';
import { shortcutAttributes } from '#client/ui/app/keys.ts';
import { CentsField } from '#client/ui/app/NumberField.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { type Invoice, RefundInput } from '#shared/billing.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { fetchInvoicesOfPromotion, refund } from './api.ts';
import { canCharge, noCardToChargeText } from './confirm-charge.ts';
import { Key } from './Key.tsx';
import classes from './PromotionRecord.module.css';
import { invoiceFacts, paymentFacts, refundFacts } from './promotion-facts.ts';
import { invalidateRelated, updateCachedPromotion } from './use-decisions.ts';

/** The promotion's invoice: card, failed charges, disputes, and refunds. The charge button is in the decision bar. */
export function ChargePanel({ promotion }: { promotion: Promotion }) {
  const { id, invoice_id, actions, stripe_errors = [] } = promotion;
  const query = useQuery({
    queryKey: ['user', 'promotion', id, 'invoices', promotion.updated_at],
    queryFn: () => fetchInvoicesOfPromotion(id),
    enabled: invoice_id !== null,
    meta: { silent: true },
  });
  if (invoice_id === null) return null;
  return (
    <Panel title="Payment" tone={promotion.display_status === 'payment failed' ? 'alert' : 'plain'}>
      <QueryBoundary query={query} placeholder={<Skeleton height={52} />}>
        {(invoices) => <Payment promotion={promotion} invoices={invoices} />}
      </QueryBoundary>
      <FailedCharges errors={stripe_errors} />
      {actions.includes('charge') && !canCharge(promotion) && !promotion.card?.other_valid_card && (
        <p>{noCardToChargeText(promotion)}</p>
      )}
      {actions.includes('refund') && <RefundForm key={promotion.refundable_cents} promotion={promotion} />}
    </Panel>
  );
}

function Payment({ promotion, invoices }: { promotion: Promotion; invoices: readonly Invoice[] }) {
  const today = calendarDay(useShell());
  const invoice = invoices.find(({ id }) => id === promotion.invoice_id);
  if (!invoice) return <p>The invoice wasn’t found. Reload the page to try again.</p>;
  return (
    <>
      <FactList
        facts={[
          ['Invoice', <InvoiceLink key="invoice" invoice={invoice} />],
          ...invoiceFacts(invoice),
          ...paymentFacts(promotion, invoice, today),
          ...refundFacts(invoices),
        ]}
      />
      <Row>
        <StaffInvoiceDownload invoice={invoice} />
        {isUnpaid(invoice) && <PayLink promotion={promotion} total_cents={invoice.total_cents} />}
      </Row>
      <Disputes disputes={invoice.disputes} />
    </>
  );
}

const InvoiceLink = ({ invoice }: { invoice: Invoice }) => (
  <>
    <Link to={paths.adminRecord('invoices', invoice.id)}>{invoice.number}</Link>, {invoiceStatus(invoice).toLowerCase()}
  </>
);

/** Failed charges in words, newest first. */
const FailedCharges = ({ errors }: { errors: NonNullable<Promotion['stripe_errors']> }) =>
  errors.length === 0 ? null : (
    <ul className={classes.errors} aria-label="Failed charges">
      {errors.map((error) => (
        <li key={error.id} data-open={error.resolved_at === null}>
          {failureText(error)}
          {error.resolved_at && <span className={classes.facts}> (resolved)</span>}
        </li>
      ))}
    </ul>
  );

/** Refunds all or part of the remaining amount to the charged card. A refund can't be undone. */
function RefundForm({ promotion }: { promotion: Promotion }) {
  const [open, setOpen] = useState(false);
  return open ? (
    <Fields promotion={promotion} onClose={() => setOpen(false)} />
  ) : (
    <div>
      <Button {...shortcutAttributes('d')} look="quiet" onClick={() => setOpen(true)}>
        Refund payment… <Key name="d" />
      </Button>
    </div>
  );
}

function Fields({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const queryClient = useQueryClient();
  const refundableCents = promotion.refundable_cents ?? 0;
  const withKey = useIdempotencyKeys();
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { amount_cents: refundableCents as number | '', reason: '' },
    schema: RefundInput,
    async submit({ amount_cents, reason }) {
      const body = { ...(amount_cents === '' ? {} : { amount_cents }), reason };
      try {
        return await withKey(body, (key) => refund(promotion.id, body, key));
      } catch (error) {
        invalidateRelated(queryClient, promotion);
        throw error;
      }
    },
    success: 'The refund is on its way to the card.',
    onSuccess(updated) {
      updateCachedPromotion(queryClient, updated);
      invalidateRelated(queryClient, updated);
      onClose();
    },
  });
  const { amount_cents } = form.values;
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <CentsField
        autoFocus
        label="Amount"
        hint={`At most ${formatCents(refundableCents)}.`}
        {...form.getInputProps('amount_cents')}
      />
      <Field
        label="Reason"
        hint="Shown to the partner on the invoice."
        maxLength={200}
        {...form.getInputProps('reason')}
      />
      <div className={classes.buttons}>
        <Button look="danger" type="submit" busy={busy}>
          Refund {formatCents(amount_cents === '' ? refundableCents : amount_cents)}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}
