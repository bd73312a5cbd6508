/** A card is valid until the end of its month. `today` is the calendar date in Vancouver, 'YYYY-MM-DD'. */
export const isCardExpired = ({ exp_month, exp_year }: { exp_month: number; exp_year: number }, today: string) =>
  `${exp_year}-${String(exp_month).padStart(2, '0')}` < today.slice(0, 7);
