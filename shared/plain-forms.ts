/** Result of a form submitted without JavaScript, passed to the next page as `?sent=`. */
export const OUTCOMES = ['done', 'check', 'later'] as const;
export type Outcome = (typeof OUTCOMES)[number];
