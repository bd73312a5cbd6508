import { addDays } from './dates.ts';

/** Days that a deal runs after the newsletter by default, for people who open the email late. */
const DEFAULT_DEAL_DAYS = 3;

export const lastDay = (dates: readonly string[]) => [...dates].sort().at(-1) ?? '';

export const defaultEnd = (dates: readonly string[]) => addDays(lastDay(dates), DEFAULT_DEAL_DAYS);

/** The chosen end if no date is later, otherwise the default end. */
export const dealEnd = (chosen: string, dates: readonly string[]) =>
  chosen !== '' && chosen >= lastDay(dates) ? chosen : defaultEnd(dates);
