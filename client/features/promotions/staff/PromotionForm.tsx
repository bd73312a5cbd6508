import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { CentsField } from '#client/ui/app/NumberField.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field, FieldGroup, TextField } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { type Promotion, PromotionPatch } from '#shared/promotions.ts';
import { bookedDate, otherDays } from '../cutoff.ts';
import { savePromotion } from './api.ts';
import classes from './PromotionRecord.module.css';
import { forgetWhatHangsOn, keepPromotion } from './use-decisions.ts';

/** The booking as staff may change it; the rules are checked again by the server. */
export function PromotionForm({ promotion }: { promotion: Promotion }) {
  const client = useQueryClient();
  const { data: categories = [] } = useQuery(categoriesQuery(useApp().api));
  const { form, onSubmit, busy } = useApiForm({
    initialValues: valuesOf(promotion),
    schema: PromotionPatch,
    submit: (values, before) => savePromotion(promotion.id, PromotionPatch.parse(changedFields(before, values))),
    success: 'The promotion was saved.',
    onSuccess(updated) {
      keepPromotion(client, updated);
      for (const { category_id } of [promotion, updated]) forgetWhatHangsOn(client, { ...updated, category_id });
    },
  });
  return (
    <Panel
      title="Edit"
      lead="The partner’s rules apply to the changed booking too. Every change is kept in the audit log."
    >
      <form onSubmit={onSubmit} className={classes.editForm}>
        <SelectField
          label="Category"
          {...form.getInputProps('category_id')}
          onChange={({ currentTarget: { value } }) => form.setFieldValue('category_id', Number(value))}
          options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <Field
          type="date"
          label="Newsletter date"
          hint={promotion.promotion_date ? 'It has a place on this date.' : 'Asked for; no place is taken yet.'}
          {...form.getInputProps('requested_date')}
        />
        <CentsField label="Current price" {...form.getInputProps('current_price_cents')} />
        <CentsField label="Deal price" hint="0.00 is free." {...form.getInputProps('sale_price_cents')} />
        <Field type="date" label="The deal ends on" {...form.getInputProps('deal_ends_on')} />
        <AlternateDates
          dates={form.values.alternate_dates}
          error={form.errors.alternate_dates}
          onChange={(dates) => form.setFieldValue('alternate_dates', dates)}
        />
        <div className={classes.wide}>
          <TextField
            label="Blurb in the newsletter"
            hint="Empty: the book’s own blurb."
            maxLength={300}
            rows={2}
            {...form.getInputProps('blurb_override')}
          />
        </div>
        <div className={classes.wide}>
          <TextField label="Partner’s note" maxLength={1000} rows={2} {...form.getInputProps('partner_note')} />
        </div>
        <div className={classes.wide}>
          <Button type="submit" busy={busy} disabled={!form.isDirty()}>
            Save
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** Of an approved promotion the date that counts is the approved one. */
const valuesOf = (promotion: Promotion) => ({
  category_id: promotion.category_id,
  requested_date: bookedDate(promotion),
  alternate_dates: otherDays(promotion),
  deal_ends_on: promotion.deal_ends_on,
  current_price_cents: promotion.current_price_cents,
  sale_price_cents: promotion.sale_price_cents,
  blurb_override: promotion.blurb_override ?? '',
  partner_note: promotion.partner_note ?? '',
});

const MOST = 5;

type Props = { dates: readonly string[]; error?: ReactNode; onChange: (dates: string[]) => void };

/** Other days that would do, in the order in which they are tried. */
const AlternateDates = ({ dates, error, onChange }: Props) => (
  <FieldGroup label="Alternates" hint="Tried in this order." errors={error ? [error] : []}>
    <div className={classes.dates}>
      {dates.map((date, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a date may be changed or stand there twice while it is typed
        <div key={index} className={classes.date}>
          <Field
            type="date"
            label={`Alternate ${index + 1}`}
            value={date}
            onChange={({ currentTarget: { value } }) => onChange(dates.with(index, value))}
          />
          <Button
            look="icon"
            aria-label={`Remove alternate ${index + 1}`}
            onClick={() => onChange(dates.toSpliced(index, 1))}
          >
            <IconX size={18} aria-hidden="true" />
          </Button>
        </div>
      ))}
      {dates.length < MOST && (
        <Button look="quiet" onClick={() => onChange([...dates, ''])}>
          Add a date
        </Button>
      )}
    </div>
  </FieldGroup>
);
