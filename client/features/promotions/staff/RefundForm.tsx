import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiForm } from '#client/api/use-api-form.ts';
import { CentsInput } from '#client/ui/app/CentsInput.tsx';
import { RefundInput } from '#shared/billing.ts';
import { formatCents } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import { refund } from './api.ts';
import classes from './RefundForm.module.css';
import { forgetWhatHangsOn, keepPromotion } from './use-decisions.ts';

/** Refunds all or part of what is left to the card that was charged. A refund cannot be undone. */
export function RefundForm({ promotion }: { promotion: Promotion }) {
  const [open, setOpen] = useState(false);
  return open ? (
    <Fields promotion={promotion} onClose={() => setOpen(false)} />
  ) : (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        Refund …
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
