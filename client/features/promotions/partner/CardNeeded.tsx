import { useQuery } from '@tanstack/react-query';
import { cardsQuery } from '#client/api/billing.ts';
import { AddCard } from '#client/features/billing/AddCard.tsx';
import { canPay } from '#client/features/billing/card-labels.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';

/**
 * A form to add a card without leaving the page, so that typed values aren't lost. Renders nothing if the default card
 * is valid.
 */
export function CardNeeded({ onAdded = () => undefined }: { onAdded?: () => void }) {
  const today = calendarDay(useShell());
  const { data: cards } = useQuery(cardsQuery());
  if (!cards || canPay(cards, today)) return null;
  return (
    <Panel
      title="Add a card first"
      tone="alert"
      lead="A promotion needs a valid card. We won’t charge it until 72 hours after the newsletter."
    >
      <AddCard onAdded={onAdded} />
    </Panel>
  );
}
