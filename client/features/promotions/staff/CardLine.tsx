import { cardName } from '#client/features/billing/card-words.ts';
import type { Promotion } from '#shared/promotions.ts';
import classes from './CardLine.module.css';

/** The card a charge would take: 'Visa ending in 4242, valid until 12/27'. */
export function CardLine({ card }: Pick<Promotion, 'card'>) {
  if (card === undefined) return null;
  return (
    <p className={classes.card} data-problem={!card?.is_chargeable}>
      {card?.is_chargeable
        ? `${cardName(card)}, valid until ${expiry(card)}`
        : `No valid card: can’t be approved yet${card ? ` (${cardName(card)}, ${expiry(card)})` : ''}`}
    </p>
  );
}

/** '12/27', as it is printed on the card. */
const expiry = ({ exp_month, exp_year }: { exp_month: number; exp_year: number }) =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;
