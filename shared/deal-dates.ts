import { addDays } from './dates.ts';

/** A deal that runs this many days after the newsletter also reaches people who open the email late. */
const USUAL_DEAL_DAYS = 3;

export const lastDay = (dates: readonly string[]) => [...dates].sort().at(-1) ?? '';

/** The chosen end if the deal still runs on every date, otherwise a few days after the last date. */
export const dealEnd = (chosen: string, dates: readonly string[]) =>
  chosen !== '' && chosen >= lastDay(dates) ? chosen : addDays(lastDay(dates), USUAL_DEAL_DAYS);
