/** How a form went that a browser without script sent: the page that follows has it in `?sent=`. */
export const OUTCOMES = ['done', 'check', 'later'] as const;
export type Outcome = (typeof OUTCOMES)[number];
