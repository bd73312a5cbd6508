import { addDays } from './dates.ts';

/** Days that a deal runs after the newsletter by default, for people who open the email late. */
const DEFAULT_DEAL_DAYS = 3;

export const lastDay = (dates: readonly string[]) => [...dates].sort().at(-1) ?? '';

const defaultEnd = (dates: readonly string[]) => addDays(lastDay(dates), DEFAULT_DEAL_DAYS);

/** The chosen end if the deal still runs on every date, otherwise the default end. */
export const dealEnd = (chosen: string, dates: readonly string[]) =>
  chosen !== '' && chosen >= lastDay(dates) ? chosen : defaultEnd(dates);

/**
 * The deal's end after a form's dates have changed: the default end of the previous dates becomes that of the new ones.
 */
export const followingDealEnd = (chosen: string, before: readonly string[], dates: readonly string[]) =>
  before.some(Boolean) && chosen === defaultEnd(before) ? defaultEnd(dates) : dealEnd(chosen, dates);
