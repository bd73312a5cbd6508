import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { confirmDialog } from '#client/ui/app/Dialog.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { pressedBy } from '#client/ui/app/keys.ts';
import { CentsField } from '#client/ui/app/NumberField.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { type Invoice, RefundInput } from '#shared/billing.ts';
import { formatInstant } from '#shared/dates.ts';
import { formatCents } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import { invoicesOfPromotion, refund } from './api.ts';
import { Key } from './Key.tsx';
import classes from './PromotionRecord.module.css';
import { invoiceFacts, refundFacts } from './promotion-facts.ts';
import { invalidateRelated, updateCachedPromotion } from './use-decisions.ts';

type Props = { promotion: Promotion; busy: boolean; onCharge: () => void };

/** The promotion's invoice, failed charges, the button to charge it now, and refunds. */
export function ChargePanel({ promotion, busy, onCharge }: Props) {
  const { id, invoice_id, actions, stripe_errors = [] } = promotion;
  const { data: invoices } = useQuery({
    queryKey: ['user', 'promotion', id, 'invoices', promotion.updated_at],
    queryFn: () => invoicesOfPromotion(id),
    enabled: invoice_id !== null,
  });
  if (invoice_id === null) return null;
  const invoice = invoices?.find((one) => one.id === invoice_id);
  const canCharge = actions.includes('charge');
  return (
    <Panel title="Payment" tone={promotion.display_status === 'payment failed' ? 'alert' : 'plain'}>
      {invoice ? (
        <FactList facts={[...invoiceFacts(invoice), ...refundFacts(invoices ?? [])]} />
      ) : (
        <Skeleton height={52} />
      )}
      {invoice && <Dispute invoice={invoice} />}
      <StripeErrors errors={stripe_errors} />
      {canCharge && invoice && (
        <div>
          <Button
            {...pressedBy('h')}
            busy={busy}
            onClick={() =>
              confirmDialog({
                title: 'Charge the default card?',
                text: `We’ll charge ${formatCents(invoice.total_cents)} to the default card of ${promotion.partner?.name ?? 'the partner'}.`,
                confirm: `Charge ${formatCents(invoice.total_cents)}`,
                keep: 'Not now',
                onConfirm: onCharge,
              })
            }
          >
            Charge {formatCents(invoice.total_cents)} <Key name="h" />
          </Button>
        </div>
      )}
      {actions.includes('refund') && <RefundForm key={promotion.refundable_cents} promotion={promotion} />}
    </Panel>
  );
}

/** The dispute of the charge, as far as it's known. */
function Dispute({ invoice: { disputed_at, dispute_outcome } }: { invoice: Invoice }) {
  if (!disputed_at) return null;
  const since = `The charge was disputed on ${formatInstant(disputed_at)}.`;
  if (dispute_outcome === 'won') return <Alert title="The dispute was won">{since} The payment stands.</Alert>;
  if (dispute_outcome === 'lost')
    return (
      <Alert kind="error" title="The dispute was lost">
        {since} The payment went back to the cardholder permanently.
      </Alert>
    );
  return (
    <Alert kind="warning" title="The cardholder’s bank disputes this charge">
      {since} Respond in Stripe’s dashboard. The amount is in the history below. You can’t refund a disputed payment.
    </Alert>
  );
}

/** Failed charges with Stripe's messages, newest first. */
const StripeErrors = ({ errors }: { errors: NonNullable<Promotion['stripe_errors']> }) =>
  errors.length === 0 ? null : (
    <ul className={classes.errors} aria-label="Declined charges">
      {errors.map(({ id, message, type, code, decline_code, created_at, resolved_at }) => (
        <li key={id} data-open={resolved_at === null}>
          <strong>{message}</strong>
          <p className={classes.facts}>
            {[type, code, decline_code].filter(Boolean).join(' · ')} · <InstantText at={created_at} />
            {resolved_at && (
              <>
                {' · resolved '}
                <InstantText at={resolved_at} />
              </>
            )}
          </p>
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
      <Button {...pressedBy('d')} look="quiet" onClick={() => setOpen(true)}>
        Refund payment … <Key name="d" />
      </Button>
    </div>
  );
}

function Fields({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const client = useQueryClient();
  const left = promotion.refundable_cents ?? 0;
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { amount_cents: left as number | '', reason: '' },
    schema: RefundInput,
    submit: ({ amount_cents, reason }) =>
      refund(promotion.id, { ...(amount_cents === '' ? {} : { amount_cents }), reason }),
    success: 'The refund is on its way to the card.',
    onSuccess(updated) {
      updateCachedPromotion(client, updated);
      invalidateRelated(client, updated);
      onClose();
    },
  });
  const { amount_cents } = form.values;
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <CentsField
        autoFocus
        label="Amount"
        hint={`At most ${formatCents(left)}.`}
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
          Refund {formatCents(amount_cents === '' ? left : amount_cents)}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}
