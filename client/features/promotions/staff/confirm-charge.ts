import { cardText, noCardText } from '#client/features/billing/staff/payment-words.ts';
import { confirmDialog } from '#client/ui/app/Dialog.tsx';
import { formatCents } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import { ACTION_OF } from './decision-forms.ts';

/** True if the amount due can be charged to the partner's default card. */
export const canCharge = ({ actions, card }: Pick<Promotion, 'actions' | 'card'>) =>
  actions.includes(ACTION_OF.charge) && card?.is_chargeable === true;

export const noCardToChargeText = ({ card }: Pick<Promotion, 'card'>) =>
  noCardText(card, 'There’s no valid card to charge. Send the partner the payment link.');

/** '$23.85' */
export const amountDue = ({ money }: Pick<Promotion, 'money'>) => formatCents(money.invoiced?.total_cents ?? 0);

/** Asks before a charge, and names the card. `today` is the calendar date. */
export function confirmCharge(promotion: Promotion, today: string, onConfirm: () => void) {
  const { partner, card } = promotion;
  const amount = amountDue(promotion);
  confirmDialog({
    title: 'Charge the default card?',
    text: `We’ll charge ${amount} to the default card of ${partner?.name ?? 'the partner'}: ${cardText(card, today)}.`,
    confirm: `Charge ${amount}`,
    keep: 'Not now',
    onConfirm,
  });
}
