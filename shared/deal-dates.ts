import { addDays } from './dates.ts';

/** A deal that runs this many days after the newsletter also reaches people who open the email late. */
const USUAL_DEAL_DAYS = 3;

export const lastDay = (dates: readonly string[]) => [...dates].sort().at(-1) ?? '';

const usualEnd = (dates: readonly string[]) => addDays(lastDay(dates), USUAL_DEAL_DAYS);

/** The chosen end if the deal still runs on every date, otherwise a few days after the last date. */
export const dealEnd = (chosen: string, dates: readonly string[]) =>
  chosen !== '' && chosen >= lastDay(dates) ? chosen : usualEnd(dates);

/** The same in a form whose dates change: an end that is the usual one of the dates before follows them. */
export const followingDealEnd = (chosen: string, before: readonly string[], dates: readonly string[]) =>
  before.some(Boolean) && chosen === usualEnd(before) ? usualEnd(dates) : dealEnd(chosen, dates);
