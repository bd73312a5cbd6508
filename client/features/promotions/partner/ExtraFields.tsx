import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { useShell } from '#client/ui/shell.ts';
import { type Addon, TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import { formatCents } from '#shared/money.ts';
import { addonsQuery, availabilityQuery } from './booking-api.ts';
import type { BookingForm } from './booking-form-type.ts';
import { discountText } from './estimated-cost.ts';
import { useDiscount } from './use-discount.ts';

/** Add-ons and a discount code. */
export function ExtraFields({ form }: { form: BookingForm }) {
  const addons = useQuery(addonsQuery());
  return (
    <>
      {addons.data?.map((addon) => (
        <AddonField key={addon.id} form={form} addon={addon} />
      ))}
      <DiscountField form={form} />
    </>
  );
}

const REASONS = {
  taken: 'Taken already on that date in this category.',
  past: "That date's newsletter has already closed.",
  inactive: 'Not offered at the moment.',
};

function AddonField({ form, addon }: { form: BookingForm; addon: Addon }) {
  const { addon_ids, requested_date: date, category_id } = form.getValues();
  const isTop = addon.name === TOP_OF_NEWSLETTER;
  const slot = isTop && date && category_id ? { date, category_id: Number(category_id) } : null;
  const { data: availability } = useQuery(availabilityQuery(slot));
  const isRefused = availability?.available === false;
  const isChosen = addon_ids.includes(addon.id);
  const others = addon_ids.filter((id) => id !== addon.id);

  useEffect(() => {
    if (isRefused && isChosen) form.setFieldValue('addon_ids', others);
  });
  return (
    <Checkbox
      size="md"
      label={`${addon.label}, ${formatCents(availability?.price_cents ?? addon.price_cents)}`}
      description={
        isTop && !slot
          ? 'Your book comes first in its category. Choose a date to see whether it is free.'
          : isRefused
            ? REASONS[availability.reason ?? 'taken']
            : 'Your book comes first in its category, with a star. It counts towards the $60.00.'
      }
      disabled={(isTop && !slot) || isRefused}
      checked={isChosen}
      onChange={(event) =>
        form.setFieldValue('addon_ids', event.currentTarget.checked ? [...others, addon.id] : others)
      }
    />
  );
}

function DiscountField({ form }: { form: BookingForm }) {
  const { discount_code } = form.getValues();
  const { support_email } = useShell();
  const { code, data, error } = useDiscount(form.getValues());
  const input = form.getInputProps('discount_code');
  const isCurrent = code === discount_code.trim() && code !== '';
  return (
    <TextInput
      label="Discount code"
      size="md"
      maxLength={40}
      autoComplete="off"
      {...input}
      error={input.error ?? (isCurrent && error ? whyNot(error, support_email) : undefined)}
      description={<span role="status">{isCurrent && data ? `Valid: ${discountText(data)}` : 'If you have one'}</span>}
    />
  );
}

/** Only a refusal is about the code; without an answer nothing is known of it. */
const whyNot = (error: Error, supportEmail: string) =>
  error instanceof ApiError && error.status !== 422
    ? errorMessages(error, { supportEmail }).join(' ')
    : 'This discount code is not valid.';
