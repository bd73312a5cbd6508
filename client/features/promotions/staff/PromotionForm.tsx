import { ActionIcon, Button, Input, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { CentsInput } from '#client/ui/app/CentsInput.tsx';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { type Promotion, PromotionPatch } from '#shared/promotions.ts';
import { bookedDate, otherDays } from '../cutoff.ts';
import { savePromotion } from './api.ts';
import classes from './PromotionForm.module.css';
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
      <form onSubmit={onSubmit} className={classes.form}>
        <NativeSelect
          label="Category"
          {...form.getInputProps('category_id')}
          onChange={({ currentTarget: { value } }) => form.setFieldValue('category_id', Number(value))}
          data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <TextInput
          type="date"
          label="Newsletter date"
          description={promotion.promotion_date ? 'It has a place on this date.' : 'Asked for; no place is taken yet.'}
          {...form.getInputProps('requested_date')}
        />
        <CentsInput label="Current price" {...form.getInputProps('current_price_cents')} />
        <CentsInput label="Deal price" description="0.00 is free." {...form.getInputProps('sale_price_cents')} />
        <TextInput type="date" label="The deal ends on" {...form.getInputProps('deal_ends_on')} />
        <AlternateDates
          dates={form.values.alternate_dates}
          error={form.errors.alternate_dates}
          onChange={(dates) => form.setFieldValue('alternate_dates', dates)}
        />
        <Textarea
          className={classes.wide!}
          label="Blurb in the newsletter"
          description="Empty: the book’s own blurb."
          maxLength={300}
          autosize
          minRows={2}
          {...form.getInputProps('blurb_override')}
        />
        <Textarea
          className={classes.wide!}
          label="Partner’s note"
          maxLength={1000}
          autosize
          minRows={2}
          {...form.getInputProps('partner_note')}
        />
        <div className={classes.wide}>
          <Button type="submit" loading={busy} disabled={!form.isDirty()}>
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
  <Input.Wrapper label="Alternates" description="Tried in this order." error={error} labelElement="div">
    <div className={classes.dates}>
      {dates.map((date, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a date may be changed or stand there twice while it is typed
        <div key={index} className={classes.date}>
          <TextInput
            type="date"
            aria-label={`Alternate ${index + 1}`}
            value={date}
            onChange={({ currentTarget: { value } }) => onChange(dates.with(index, value))}
          />
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={`Remove alternate ${index + 1}`}
            onClick={() => onChange(dates.toSpliced(index, 1))}
          >
            <IconX size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {dates.length < MOST && (
        <Button variant="default" onClick={() => onChange([...dates, ''])}>
          Add a date
        </Button>
      )}
    </div>
  </Input.Wrapper>
);
