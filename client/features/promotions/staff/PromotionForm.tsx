import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEventHandler, type ReactNode, useEffect, useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { changedByBoth, keepOwnChanges } from '#client/api/edit-conflict.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { CentsField } from '#client/ui/app/NumberField.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field, FieldGroup, TextField } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { type Promotion, PromotionPatch } from '#shared/promotions.ts';
import { bookedDate, otherDates } from '../cutoff.ts';
import { savePromotion } from './api.ts';
import classes from './PromotionRecord.module.css';
import { invalidateRelated, updateCachedPromotion } from './use-decisions.ts';

/** The fields of a booking that staff may change. The server checks the rules again. */
export function PromotionForm({ promotion }: { promotion: Promotion }) {
  const queryClient = useQueryClient();
  const { data: categories = [] } = useQuery(categoriesQuery(useApp().api));
  const saved = valuesOf(promotion);
  /** The fields that were edited here and changed elsewhere. */
  const [conflicts, setConflicts] = useState<(keyof typeof saved)[]>([]);
  const { form, onSubmit, busy } = useApiForm({
    initialValues: saved,
    schema: PromotionPatch,
    submit: (values, before) => savePromotion(promotion.id, PromotionPatch.parse(changedFields(before, values))),
    success: 'The promotion was saved.',
    onSuccess(updated) {
      takeSaved(valuesOf(updated));
      updateCachedPromotion(queryClient, updated);
      for (const { category_id } of [promotion, updated]) invalidateRelated(queryClient, { ...updated, category_id });
    },
  });
  /** Takes the saved values, except in fields that were edited since the last save, and keeps all errors. */
  function takeSaved(values: typeof saved) {
    const { errors } = form;
    const [before, own] = [form.getInitialValues(), form.getValues()];
    const kept = keepOwnChanges(before, own, values);
    const earlier = conflicts.filter((name) => JSON.stringify(kept[name]) !== JSON.stringify(values[name]));
    setConflicts([...new Set([...earlier, ...changedByBoth(before, own, values)])]);
    // `resetDirty` comes first, so that `setValues` compares the kept fields with the new saved values.
    form.resetDirty(values);
    form.setValues(kept);
    form.setErrors(errors);
  }
  const noun = conflicts.length === 1 ? 'value' : 'values';
  const takeConflicts = () => {
    form.setValues(Object.fromEntries(conflicts.map((name) => [name, saved[name]])));
    setConflicts([]);
  };
  // The partner, other staff, or a decision may change the promotion while the form is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text changes when a saved value changes
  useEffect(() => takeSaved(saved), [JSON.stringify(saved)]);
  return (
    <Panel
      title="Edit"
      lead="The submission rules apply to your changes too. Every change is recorded in the audit log."
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
          hint={
            promotion.promotion_date
              ? 'The promotion has a slot on this date.'
              : promotion.held_date
                ? 'Requested date. A slot is held until you decide; another date or category gives it up.'
                : 'Requested date. No slot is reserved yet.'
          }
          {...form.getInputProps('requested_date')}
        />
        <CentsField label="Current price" {...form.getInputProps('current_price_cents')} />
        <CentsField label="Deal price" hint="Enter 0.00 for a free book." {...form.getInputProps('sale_price_cents')} />
        <Field type="date" label="The deal ends on" {...form.getInputProps('deal_ends_on')} />
        <AlternateDates
          {...form.getInputProps('alternate_dates')}
          dates={form.values.alternate_dates}
          propsOf={(index) => form.getInputProps(`alternate_dates.${index}`)}
          onChange={(dates) => form.setFieldValue('alternate_dates', dates)}
        />
        <div className={classes.wide}>
          <TextField
            label="Blurb in the newsletter"
            hint="If empty, we’ll use the book’s own blurb."
            maxLength={300}
            rows={2}
            {...form.getInputProps('blurb_override')}
          />
        </div>
        <div className={classes.wide}>
          <TextField label="Partner’s note" maxLength={1000} rows={2} {...form.getInputProps('partner_note')} />
        </div>
        {conflicts.length > 0 && (
          <div className={classes.wide}>
            <Alert kind="warning">
              The {listFormat.format(conflicts.map((name) => NAMES[name]))} changed after you began to edit. Saving
              keeps your {noun}.
            </Alert>
            <Button look="quiet" onClick={takeConflicts}>
              Use the new {noun}
            </Button>
          </div>
        )}
        <div className={classes.wide}>
          <Button type="submit" busy={busy} disabled={!form.isDirty()}>
            Save promotion
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** The form's values. The date of an approved promotion is the approved one. */
const valuesOf = (promotion: Promotion) => ({
  category_id: promotion.category_id,
  requested_date: bookedDate(promotion),
  alternate_dates: otherDates(promotion),
  deal_ends_on: promotion.deal_ends_on,
  current_price_cents: promotion.current_price_cents,
  sale_price_cents: promotion.sale_price_cents,
  blurb_override: promotion.blurb_override ?? '',
  partner_note: promotion.partner_note ?? '',
});

const listFormat = new Intl.ListFormat('en-US');
const NAMES: Record<keyof ReturnType<typeof valuesOf>, string> = {
  category_id: 'category',
  requested_date: 'newsletter date',
  alternate_dates: 'alternative dates',
  deal_ends_on: 'last day of the deal',
  current_price_cents: 'current price',
  sale_price_cents: 'deal price',
  blurb_override: 'blurb',
  partner_note: 'partner’s note',
};

const MAX_ALTERNATE_DATES = 5;

type Props = {
  'data-path'?: string;
  dates: readonly string[];
  /** The input props of one date. */
  propsOf: (index: number) => { onChange: ChangeEventHandler<HTMLInputElement> };
  error?: ReactNode;
  onChange: (dates: string[]) => void;
};

/** Fields for the alternative dates, with buttons to remove and add one. */
const AlternateDates = ({ 'data-path': path, dates, propsOf, error, onChange }: Props) => (
  <FieldGroup
    label="Alternative dates"
    hint="We’ll try these dates in order."
    errors={error ? [error] : []}
    {...(path ? { 'data-path': path } : {})}
  >
    <div className={classes.dates}>
      {dates.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a date can be there twice while it’s typed
        <div key={index} className={classes.date}>
          <Field
            type="date"
            label={`Alternative ${index + 1}`}
            aria-invalid={error ? true : undefined}
            {...propsOf(index)}
          />
          <Button
            look="icon"
            aria-label={`Remove alternative ${index + 1}`}
            onClick={() => onChange(dates.toSpliced(index, 1))}
          >
            <IconX size={18} aria-hidden="true" />
          </Button>
        </div>
      ))}
      {dates.length < MAX_ALTERNATE_DATES && (
        <Button look="quiet" onClick={() => onChange([...dates, ''])}>
          Add a date
        </Button>
      )}
    </div>
  </FieldGroup>
);
