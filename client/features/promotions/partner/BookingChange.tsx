import { Button } from '@mantine/core';
import * as z from 'zod';
import { changePromotion, usePromotionsChanged } from '#client/api/partner-promotions.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { type Promotion, PromotionPatch } from '#shared/promotions.ts';
import { type BookingValues, bookingValues, changeBody, patchBody } from './booking-form.ts';
import { CategoryField } from './CategoryField.tsx';
import { DateFields } from './DateFields.tsx';
import { NoteFields } from './NoteFields.tsx';
import classes from './PartnerPromotion.module.css';
import { PriceFields } from './PriceFields.tsx';
import { RulesPanel } from './RulesPanel.tsx';

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

/** Another date, category, price or text. What stays as it was booked is not sent. */
export function BookingChange({ promotion, onDone }: { promotion: Promotion; onDone: () => void }) {
  const changed = usePromotionsChanged();
  const { form, onSubmit, busy } = useApiForm({
    initialValues: bookingValues(promotion),
    schema,
    submit: (values, before) => changePromotion(promotion.id, changeBody(before, values)),
    success: 'Your changes were saved.',
    onSuccess: () => {
      void changed();
      onDone();
    },
  });
  return (
    <>
      <Panel title="Change the booking">
        {promotion.approval_status === 'approved' && (
          <p>
            Another date, a lower price, and your note apply right away. Our editors will review everything else; until
            then the approved version stays.
          </p>
        )}
        <form onSubmit={onSubmit} noValidate className={classes.form}>
          <CategoryField form={form} book={promotion.book} />
          <DateFields form={form} before={form.getInitialValues()} />
          <PriceFields form={form} />
          <NoteFields form={form} />
          <div className={classes.actions}>
            <Button type="submit" size="md" loading={busy} disabled={!form.isDirty()}>
              Save changes
            </Button>
            <Button size="md" variant="subtle" onClick={onDone}>
              Leave it as it was
            </Button>
          </div>
        </form>
      </Panel>
      <RulesPanel values={form.getValues()} promotion_id={promotion.id} />
    </>
  );
}
