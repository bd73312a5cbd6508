import { addDays } from './dates.ts';

/** A deal that ends this many days after the newsletter gives late openers of the email a chance. */
const USUAL_DEAL_DAYS = 3;

export const lastDay = (dates: readonly string[]) => [...dates].sort().at(-1) ?? '';

/** The chosen end if the deal still runs on every date by then, else a few days after the last date. */
export const dealEnd = (chosen: string, dates: readonly string[]) =>
  chosen !== '' && chosen >= lastDay(dates) ? chosen : addDays(lastDay(dates), USUAL_DEAL_DAYS);
