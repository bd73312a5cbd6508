import { useState } from 'react';
import * as z from 'zod';
import { updatePromotion, useCancel, useRefreshPromotions } from '#client/api/partner-promotions.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { closeDialogs, openDialog } from '#client/ui/app/Dialog.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Countdown } from '#client/ui/Countdown.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { TextField } from '#client/ui/Field.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';
import { type Promotion, PromotionPatch } from '#shared/promotions.ts';
import { bookedDate, cutoffOf } from '../cutoff.ts';
import { CategoryField, NoteFields, PriceFields } from './BookingFields.tsx';
import { bookingFacts } from './booking-facts.ts';
import { type BookingValues, bookingValues, changeBody, patchBody } from './booking-form.ts';
import { DateFields } from './DateFields.tsx';
import classes from './PartnerPromotion.module.css';
import { RulesPanel } from './RulesPanel.tsx';

/**
 * The booking. It can be changed, moved, or canceled until its newsletter closes, and even after that while it's
 * undecided.
 */
export function BookingPanel({ promotion }: { promotion: Promotion }) {
  const [isChanging, setIsChanging] = useState(false);
  const shell = useShell();
  const canEdit = promotion.actions.includes('edit');
  const canCancel = promotion.actions.some((action) => action === 'cancel' || action === 'cancel_approved');
  const hasPassed = promotion.closes_at !== null && promotion.open_dates.length === 0;
  const cutoff = promotion.closes_at ?? cutoffOf(bookedDate(promotion), shell);
  if (isChanging) return <BookingChange promotion={promotion} onDone={() => setIsChanging(false)} />;
  return (
    <Panel title="Promotion details">
      <FactList facts={bookingFacts(promotion)} />
      {canEdit && !hasPassed && (
        <p>
          You can change, move, or cancel it until <InstantText at={cutoff} />: <Countdown until={cutoff} /> left.
        </p>
      )}
      {(canEdit || canCancel) && (
        <Row>
          {canEdit && (
            <Button look="quiet" onClick={() => setIsChanging(true)}>
              Change promotion
            </Button>
          )}
          {canCancel && <CancelButton promotion={promotion} />}
        </Row>
      )}
    </Panel>
  );
}

const schema = z.preprocess(
  (values) => patchBody(values as BookingValues),
  PromotionPatch.required({
    category_id: true,
    requested_date: true,
    deal_ends_on: true,
    current_price_cents: true,
    sale_price_cents: true,
  }),
);

/** A form to change the booking. Sends only the changes. */
function BookingChange({ promotion, onDone }: { promotion: Promotion; onDone: () => void }) {
  const refresh = useRefreshPromotions();
  const { form, onSubmit, busy } = useApiForm({
    initialValues: bookingValues(promotion),
    schema,
    submit: (values, before) => updatePromotion(promotion.id, changeBody(before, values)),
    success: 'Your changes were saved.',
    onSuccess: () => {
      void refresh();
      onDone();
    },
  });
  return (
    <>
      <Panel title="Change promotion">
        {promotion.approval_status === 'approved' && (
          <p>
            A new date, other alternative dates, a lower deal price (unless it’s free), or a new note applies right
            away. If you move the date, you can move the end of the deal with it. Our editors review all other changes
            first; until then, the approved version will run. If you raise the deal price, the promotion won’t run
            unless they approve that before the newsletter closes.
          </p>
        )}
        <form onSubmit={onSubmit} noValidate className={classes.form}>
          <CategoryField form={form} book={promotion.book} />
          <DateFields
            form={form}
            booked={{
              promotion_id: promotion.id,
              category_id: promotion.category_id,
              before: form.getInitialValues(),
            }}
          />
          <PriceFields form={form} />
          <NoteFields form={form} />
          <Row>
            <Button type="submit" busy={busy} disabled={!form.isDirty()}>
              Save changes
            </Button>
            <Button look="plain" onClick={onDone}>
              Discard changes
            </Button>
          </Row>
        </form>
      </Panel>
      <RulesPanel values={form.getValues()} promotion_id={promotion.id} />
    </>
  );
}

/** A button that asks for confirmation and an optional reason, and then cancels the promotion. */
function CancelButton({ promotion }: { promotion: Promotion }) {
  const cancel = useCancel();
  const openForm = () =>
    openDialog('Cancel this promotion?', <CancelForm onCancel={(reason) => cancel.mutate({ promotion, reason })} />);
  return (
    <Button look="danger" busy={cancel.isPending} onClick={openForm}>
      Cancel promotion
    </Button>
  );
}

function CancelForm({ onCancel }: { onCancel: (reason: string) => void }) {
  const [reason, setReason] = useState('');
  const confirm = () => {
    onCancel(reason);
    closeDialogs();
  };
  return (
    <Stack>
      <p>
        If it has a slot, others can book it. We won’t charge you, and if you used a discount code, you can use it
        again.
      </p>
      <TextField
        label="Reason (optional)"
        maxLength={500}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Row align="end">
        <Button look="quiet" onClick={closeDialogs}>
          Keep promotion
        </Button>
        <Button look="danger" onClick={confirm}>
          Cancel promotion
        </Button>
      </Row>
    </Stack>
  );
}
