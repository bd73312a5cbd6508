import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import * as z from 'zod';
import { submitPromotion, usePromotionsChanged } from '#client/api/partner-promotions.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { useNavigate } from '#client/app/router.ts';
import { partnerBookQuery } from '#client/features/books/partner/partner-api.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { paths } from '#shared/paths.ts';
import { PromotionInput } from '#shared/promotions.ts';
import { BookField } from './BookField.tsx';
import classes from './BookingFields.module.css';
import { BookingSide } from './BookingSide.tsx';
import { type BookingValues, bookingBody } from './booking-form.ts';
import { CategoryField } from './CategoryField.tsx';
import { DateFields } from './DateFields.tsx';
import { ExtraFields } from './ExtraFields.tsx';
import { NoteFields } from './NoteFields.tsx';
import { PriceFields } from './PriceFields.tsx';
import { prefillFor } from './prefill.ts';

const schema = z.preprocess((values) => bookingBody(values as BookingValues), PromotionInput);

/** From the book to the submission, on one page. */
export function NewBooking({ initialValues }: { initialValues: BookingValues }) {
  const client = useQueryClient();
  const formId = useId();
  const navigate = useNavigate();
  const changed = usePromotionsChanged();
  const { form, onSubmit, busy } = useApiForm({
    initialValues,
    schema,
    submit: (values) => submitPromotion(bookingBody(values)),
    success: 'Your promotion was submitted. Our editors will write to you.',
    onSuccess: ({ promotion }) => {
      void changed();
      void navigate(paths.partnerPromotion(promotion.id));
    },
  });
  const values = form.getValues();
  const book = useQuery({ ...partnerBookQuery(Number(values.book_id)), enabled: values.book_id !== '' }).data;
  const choose = async (id: number) => {
    form.setFieldValue('book_id', String(id));
    const next = await prefillFor(client, form.getValues(), id);
    if (form.getValues().book_id === String(id)) form.setValues(next);
  };

  return (
    <div className={classes.columns}>
      <form id={formId} onSubmit={onSubmit} noValidate className={classes.steps}>
        <Panel title="1. Book and category">
          <BookField form={form} book={book} onChoose={(id) => void choose(id)} />
          <CategoryField form={form} book={book} />
        </Panel>
        <Panel title="2. Date" lead="Each day shows how many places are left in this category.">
          <DateFields form={form} />
        </Panel>
        <Panel title="3. Price">
          <PriceFields form={form} />
        </Panel>
        <Panel title="4. Extras">
          <ExtraFields form={form} />
        </Panel>
        <Panel title="5. Words">
          <NoteFields form={form} />
        </Panel>
      </form>
      <BookingSide values={values} book={book}>
        <Button type="submit" form={formId} size="lg" loading={busy}>
          Submit for review
        </Button>
      </BookingSide>
    </div>
  );
}
