import { Button, NativeSelect } from '@mantine/core';
import { changeExpiry, useCardsChanged } from '#client/api/billing.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { CreditCard } from '#shared/billing.ts';
import { SUCCESS_TEXTS } from '#shared/errors.ts';
import classes from './CardsPanel.module.css';

const YEARS_AHEAD = 15;
const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1));

/** Banks send a new card with the same number: only its expiry changes. */
export function ExpiryForm({ card, onDone }: { card: CreditCard; onDone: () => void }) {
  const changed = useCardsChanged();
  const thisYear = Number(calendarDay(useShell()).slice(0, 4));
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { exp_month: String(card.exp_month), exp_year: String(card.exp_year) },
    submit: ({ exp_month, exp_year }) =>
      changeExpiry(card.id, { exp_month: Number(exp_month), exp_year: Number(exp_year) }),
    success: SUCCESS_TEXTS.cardUpdated,
    onSuccess: () => {
      void changed();
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} className={classes.expiryForm}>
      <NativeSelect label="Month" size="md" data={MONTHS} {...form.getInputProps('exp_month')} />
      <NativeSelect
        label="Year"
        size="md"
        data={yearsFrom(thisYear, card.exp_year)}
        {...form.getInputProps('exp_year')}
      />
      <Button type="submit" size="md" loading={busy}>
        Save expiry
      </Button>
      <Button variant="subtle" size="md" onClick={onDone}>
        Not now
      </Button>
    </form>
  );
}

/** An expired card's own year stands first, so that the form shows what is known. */
function yearsFrom(thisYear: number, cardYear: number) {
  const first = Math.min(thisYear, cardYear);
  return Array.from({ length: thisYear + YEARS_AHEAD - first + 1 }, (_, year) => String(first + year));
}
