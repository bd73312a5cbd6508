import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiForm } from '#client/api/use-api-form.ts';
import { CentsInput } from '#client/partners/parts/CentsInput.tsx';
import { type Invoice, RefundInput } from '#shared/billing.ts';
import { formatCents } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import { refund } from './api.ts';
import classes from './RefundForm.module.css';
import { forgetWhatHangsOn, keepPromotion } from './use-decisions.ts';

type Props = { promotion: Promotion; invoice: Invoice };

/** Money back to the card that paid, in part or all that is left; it cannot be taken back. */
export function RefundForm({ promotion, invoice }: Props) {
  const [open, setOpen] = useState(false);
  return open ? (
    <Fields promotion={promotion} invoice={invoice} onClose={() => setOpen(false)} />
  ) : (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        Refund …
      </Button>
    </div>
  );
}

function Fields({ promotion, invoice, onClose }: Props & { onClose: () => void }) {
  const client = useQueryClient();
  const left = invoice.total_cents - invoice.refunded_cents;
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { amount_cents: left as number | '', reason: '' },
    schema: RefundInput,
    submit: ({ amount_cents, reason }) =>
      refund(promotion.id, { ...(amount_cents === '' ? {} : { amount_cents }), reason }),
    success: 'The refund is on its way to the card.',
    onSuccess(updated) {
      keepPromotion(client, updated);
      forgetWhatHangsOn(client, updated);
      onClose();
    },
  });
  const { amount_cents } = form.values;
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <CentsInput
        label="Amount"
        description={`At most ${formatCents(left)}.`}
        {...form.getInputProps('amount_cents')}
      />
      <TextInput
        label="Reason"
        description="The partner reads it on the invoice."
        maxLength={200}
        {...form.getInputProps('reason')}
      />
      <div className={classes.buttons}>
        <Button type="submit" color="red" loading={busy}>
          Refund {formatCents(amount_cents === '' ? left : amount_cents)}
        </Button>
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}
