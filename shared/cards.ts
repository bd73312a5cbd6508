type Expiry = { exp_month: number; exp_year: number };

/** A card is valid until the end of its month. `today` is the calendar date in Vancouver, 'YYYY-MM-DD'. */
export const isCardExpired = ({ exp_month, exp_year }: Expiry, today: string) =>
  `${exp_year}-${String(exp_month).padStart(2, '0')}` < today.slice(0, 7);

/** True for a card that hasn't expired and wasn't refused permanently. */
export const isCardChargeable = (card: Expiry & { is_card_valid: boolean }, today: string) =>
  card.is_card_valid && !isCardExpired(card, today);
