import { Button } from '@mantine/core';
import { CentsInput } from '#client/ui/app/CentsInput.tsx';
import { formatDealPrice } from '#shared/money.ts';
import classes from './BookingFields.module.css';
import type { BookingForm } from './booking-form-type.ts';
import { savingText } from './saving-text.ts';

const USUAL_PRICES = [0, 99, 199, 299];

export function PriceFields({ form }: { form: BookingForm }) {
  const { current_price_cents, sale_price_cents } = form.getValues();
  return (
    <>
      <div className={classes.prices}>
        <CentsInput
          label="Current price"
          description="What the book costs today"
          required
          withAsterisk={false}
          size="md"
          {...form.getInputProps('current_price_cents')}
        />
        <CentsInput
          label="Deal price"
          description="Free, or at most $4.99"
          required
          withAsterisk={false}
          size="md"
          {...form.getInputProps('sale_price_cents')}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of a form */}
      <div className={classes.quick} role="group" aria-label="Usual deal prices">
        {USUAL_PRICES.map((cents) => (
          <Button
            key={cents}
            size="md"
            variant={sale_price_cents === cents ? 'filled' : 'default'}
            aria-pressed={sale_price_cents === cents}
            onClick={() => form.setFieldValue('sale_price_cents', cents)}
          >
            {formatDealPrice(cents)}
          </Button>
        ))}
        <span role="status">{savingText(current_price_cents, sale_price_cents)}</span>
      </div>
    </>
  );
}
